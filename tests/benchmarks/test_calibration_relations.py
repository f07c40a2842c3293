"""A small part of the calibration of relations: tests keep their level where nothing is related."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest
from scipy import stats

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
RUNS = 200


@pytest.fixture(scope="module")
def calibration() -> ModuleType:
    """The benchmark, which finds its neighbours where it stands."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module("calibration_relations")
    finally:
        sys.path.remove(str(FOLDER))


def band(level: float = 0.99) -> tuple[float, float]:
    """Rejections at .05 in this share of all series of `RUNS`."""
    low, high = stats.binom.interval(level, RUNS, 0.05)
    return float(low), float(high)


def test_relabelling_keeps_its_level_where_shuffled_pairs_do_not(calibration):
    counts = calibration.rejections("effects of 6 groups", RUNS)
    low, high = band()
    for name, count in counts.items():
        if name.endswith("relabelled"):
            assert low <= count <= high
        else:
            assert count > 2 * high


def test_mrqap_keeps_its_level_under_a_confounder(calibration):
    counts = calibration.rejections("confounded by length, 6 groups", RUNS)
    low, high = band()
    assert low <= counts["MRQAP given the confounder"] <= high
    assert counts["least squares given the confounder"] > 2 * high
    assert counts["pearson, relabelled, without the confounder"] > high


def test_family_wise_error_of_the_largest_statistic(calibration):
    counts = calibration.rejections("family of 42, 6 groups", RUNS)
    low, high = band()
    assert low <= counts["largest statistic, step-down"] <= high
    assert counts["Holm"] <= high
    assert counts["no correction"] > RUNS / 2


def test_rows_have_the_band(calibration, tmp_path):
    rows = calibration.rows_of("effects of 6 groups", 10)
    importlib.import_module("calibrating").append(rows, tmp_path / "calibration.csv")
    header, first = (tmp_path / "calibration.csv").read_text().splitlines()[:2]
    assert header == ("study,case,statistic,runs,rejected,rate,band_low,band_high,nominal,note,versions,commit,date")
    assert first.startswith('relations,effects of 6 groups,"spearman, relabelled",10,')
