"""A small part of the calibration of controls: level where nothing is related, and few vetoes where something is."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest
from scipy import stats

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def calibration() -> ModuleType:
    """The benchmark, which finds its neighbours where it stands."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module("calibration_controls")
    finally:
        sys.path.remove(str(FOLDER))


@pytest.mark.slow
def test_the_control_keeps_its_level_where_groups_are_of_one_law(calibration):
    _, rejected = calibration.counts_of("one law, 6 groups of 50 to 250", 60)[calibration.CONTROL]
    assert rejected <= stats.binom.ppf(0.995, 60, 0.05)


@pytest.mark.slow
def test_it_stops_few_of_the_relations_that_are_there_and_fewer_than_small_samples_do(calibration):
    counts = calibration.counts_of("related, 6 groups of 100", 40)
    (found, stopped), (_, before) = counts[calibration.VETO], counts[calibration.BEFORE]
    assert found >= 25
    assert stopped <= 0.2 * found
    assert stopped < before
