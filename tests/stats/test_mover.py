"""Intervals of differences, against the published example, the even case and permuted parts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from geobias.stats import difference_ends


def fisher(r: float, n: int) -> tuple[float, float]:
    half = norm.ppf(0.975) / np.sqrt(n - 3)
    return float(np.tanh(np.arctanh(r) - half)), float(np.tanh(np.arctanh(r) + half))


def test_two_correlations_that_share_a_variable_have_the_published_interval():
    """Zou 2007, Psychological Methods 12, the example of overlapping correlations: 66 people, (-.093, .517)."""
    a, b, between, n = 0.396, 0.179, 0.088, 66
    shared = (between - a * b / 2) * (1 - a**2 - b**2 - between**2) + between**3
    correlation = shared / ((1 - a**2) * (1 - b**2))
    ends = difference_ends(a, b, fisher(a, n), fisher(b, n), correlation)
    assert np.round(ends, 3).tolist() == [-0.093, 0.517]


values = st.floats(-1, 1)
widths = st.floats(0.01, 1)


@given(values, values, widths, widths, st.floats(-1, 1))
def test_even_intervals_give_the_textbook_one(a, b, first, second, correlation):
    low, high = difference_ends(a, b, (a - first, a + first), (b - second, b + second), correlation)
    half = np.sqrt(max(first**2 + second**2 - 2 * correlation * first * second, 0))
    assert (low, high) == pytest.approx((a - b - half, a - b + half), abs=1e-9)


@given(values, values, widths, widths, widths, widths, st.floats(-1, 1))
def test_the_other_way_round_it_is_turned(a, b, down, up, below, above, correlation):
    first, second = (a - down, a + up), (b - below, b + above)
    low, high = difference_ends(a, b, first, second, correlation)
    back = difference_ends(b, a, second, first, correlation)
    assert back == pytest.approx((-high, -low))
