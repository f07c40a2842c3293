"""A small part of the calibration: the certificate refuses where one wording would find differences of nations."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from scipy import stats

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
RUNS = 20


@pytest.fixture
def calibration(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("calibration_resonance")


@pytest.mark.parametrize("case", ["designs move some nations more", "one odd design"])
def test_nothing_is_certified_where_no_nation_differs(calibration, case):
    rows = {row["statistic"]: row["rejected"] for row in calibration.null(case, calibration.WORLDS[case], RUNS)}
    assert rows["certified: any pair differs"] <= stats.binom.ppf(0.995, RUNS, 0.05)
    assert rows["t of prompts: any pair differs"] > RUNS / 2


def test_a_planted_order_is_found(calibration):
    found, wrong = calibration.order("planted: leanings from -1 to 1", RUNS)
    assert found["rejected"] == RUNS
    assert wrong["rejected"] == 0
