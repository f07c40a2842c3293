"""A small part of the calibration: tests reject no more than they say, intervals miss no more, and units matter."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
RUNS = 25


@pytest.fixture
def calibration(monkeypatch):
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("calibration_distances")


@pytest.mark.parametrize("number", [0, 2, 4])
def test_tests_and_intervals_keep_their_level_under_one_law(calibration, number):
    rows = calibration.run(calibration.CASES[number], RUNS)
    kept = [row for row in rows if "for comparison" not in row["statistic"]]
    assert kept
    assert [row["statistic"] for row in kept if row["rate"] > row["band_high"]] == []
    # Documents of one source taken as independent reject far too often: what the calibration is able to see.
    loose = [row for row in rows if "for comparison" in row["statistic"]]
    assert all(row["rate"] > row["band_high"] for row in loose)
    assert bool(loose) == (number != 2)


def test_an_interval_covers_the_expected_excess_of_two_laws(calibration, monkeypatch):
    truth = calibration.true_excess("sinkhorn", 2 * RUNS)
    assert truth["sinkhorn"] > 0
    monkeypatch.setattr(calibration, "true_excess", lambda *_: truth)  # is simulated once
    (row,) = calibration.run(calibration.CASES[3], RUNS)
    assert row["statistic"] == "sinkhorn: interval misses"
    assert row["rate"] <= row["band_high"]


def test_rows_go_to_the_results_with_their_band(calibration, tmp_path):
    calibrating = importlib.import_module("calibrating")
    made = calibrating.calibration_row("distances", "case", "test rejects", 500, 25)
    assert (made["rate"], made["band_low"], made["band_high"]) == pytest.approx((0.05, 0.026, 0.076))
    for _ in range(2):
        calibrating.append([made], tmp_path / "calibration.csv")
    lines = (tmp_path / "calibration.csv").read_text().splitlines()
    assert lines[0].startswith("study,case,statistic,runs,rejected,rate,band_low,band_high,nominal,note")
    assert len(lines) == 3
