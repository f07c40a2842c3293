"""A small part of the calibration: raw r takes sensitivity for alignment, the latent difference does not."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from scipy import stats

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
RUNS = 30


@pytest.fixture
def calibration(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("calibration_alignment")


@pytest.mark.slow
def test_groups_that_are_aligned_alike_do_not_differ(calibration):
    case = "binary answers, shifts to 1.5"
    rows = {row["statistic"]: row["rejected"] for row in calibration.null(case, calibration.WORLDS[case], RUNS)}
    assert rows["latent: any pair differs"] <= stats.binom.ppf(0.995, RUNS, 0.05)
    assert rows["r: any pair differs"] > RUNS / 2


@pytest.mark.slow
def test_intervals_hold(calibration):
    case = "graded answers, 8 to 40 annotators, 200 items"
    rows = calibration.coverage(case, calibration.WORLDS[case], RUNS)
    most = stats.binom.ppf(1 - 0.005 / len(rows), RUNS, 0.05)  # of all ten at once
    assert max(row["rejected"] for row in rows) <= most
