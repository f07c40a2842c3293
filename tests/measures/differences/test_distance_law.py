"""The law of an estimated distance against the noncentral chi-squared law that it is where W is a multiple of I."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import ncx2

from geobias.measures.differences.contrast import Contrast
from geobias.measures.differences.distance_law import DistanceLaw, best_auc, distance_of

FEATURES, STEP = 20, 0.02  # W = STEP I


def law_of(distance: float) -> DistanceLaw:
    return DistanceLaw.of(Contrast(distance, FEATURES * STEP, FEATURES * STEP**2, STEP * max(distance, 0.0)), FEATURES)


def below(estimate: float, distance: float) -> float:
    """The true share of estimates below one."""
    return float(ncx2.cdf((estimate + FEATURES * STEP) / STEP, FEATURES, max(distance, 1e-12) / STEP))


@pytest.mark.parametrize("estimate", [0.5, 1.0, 3.0])
def test_the_interval_is_all_that_is_not_rejected(estimate):
    low, high = law_of(estimate).interval(0.95)
    assert low == pytest.approx(brentq(lambda d: below(estimate, d) - 0.975, 1e-9, 20), abs=0.02)
    assert high == pytest.approx(brentq(lambda d: below(estimate, d) - 0.025, 1e-9, 20), rel=0.02)


def test_below_zero_an_interval_moves_with_the_estimate():
    first, second = (law_of(estimate).interval(0.95) for estimate in (-0.3, -0.4))
    assert second[0] == pytest.approx(first[0] - 0.1)
    assert first[0] < -0.3 < first[1]


@pytest.mark.parametrize("estimate", [-0.1, 0.05, 0.2])
def test_p_of_equivalence(estimate):
    margin = distance_of(0.7)
    assert law_of(estimate).p_below(margin) == pytest.approx(below(estimate, margin), abs=0.005)


def test_what_is_said_to_be_detectable_is_found_in_80_percent():
    distance = law_of(0.0).detectable(0.05, 0.8)
    threshold = brentq(lambda value: below(value, 0.0) - 0.95, 0, 5)
    assert 1 - below(threshold, distance) == pytest.approx(0.8, abs=0.01)


def test_the_squares_are_never_below_what_the_trace_allows():
    assert DistanceLaw.of(Contrast(0.1, 0.4, -0.01, 0.0), 20).spread == pytest.approx(0.4**2 / 20)


def test_auc_and_distance_are_of_each_other():
    assert best_auc(-1.0) == 0.5
    for auc in (0.55, 0.64, 0.9):
        assert best_auc(distance_of(auc)) == pytest.approx(auc)
    draws = np.random.default_rng(0).normal(size=(2, 4_000)) + np.array([[0.0], [1.0]])
    assert best_auc(1.0) == pytest.approx((draws[1][:, None] > draws[0]).mean(), abs=0.02)
