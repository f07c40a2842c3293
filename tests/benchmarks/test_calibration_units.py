"""A small part of the calibration: authors of several texts, long texts and copies reject no more than they should."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
RUNS = 12


@pytest.fixture
def calibration(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("calibration_units")


@pytest.mark.parametrize("number", [1, 6])
def test_more_texts_of_an_author_and_longer_texts_are_not_told_apart(calibration, number):
    rows = calibration.run(calibration.CASES[number], RUNS)
    assert len(rows) == 8
    assert [row["statistic"] for row in rows if row["rate"] > row["band_high"]] == []


@pytest.mark.slow
def test_copies_in_one_group_are_not_told_apart_and_would_be_if_each_counted(calibration):
    rows = {row["statistic"]: row for row in calibration.run(calibration.CASES[8], RUNS)}
    loose = rows.pop("energy: test rejects, for comparison")
    assert [name for name, row in rows.items() if row["rate"] > row["band_high"]] == []
    assert loose["rate"] > 0.2
