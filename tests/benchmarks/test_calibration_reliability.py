"""A small part of the calibration of reliabilities: intervals miss no more than they say, ceilings are near it."""

from __future__ import annotations

import importlib
import re
from dataclasses import replace
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
RUNS = 25


@pytest.fixture
def calibration(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    module = importlib.import_module("calibration_reliability")
    monkeypatch.setattr(module, "SETTINGS", replace(module.SETTINGS, splits=15, replicates=40))
    return module


@pytest.mark.slow
@pytest.mark.parametrize("case", ["6 groups of 150, related", "10 groups of 100, drawn anew"])
def test_intervals_and_ceilings_hold(calibration, case):
    rows = calibration.rows_of(case, RUNS)
    assert [row["statistic"] for row in rows if row["rate"] > row["band_high"]] == []
    ceilings = [row["note"] for row in rows if "ceiling" in row["note"]]
    assert bool(ceilings) == ("anew" not in case)
    for note in ceilings:
        shown, true = map(float, re.findall(r"\d\.\d\d", note))
        assert shown == pytest.approx(true, abs=0.12), note
