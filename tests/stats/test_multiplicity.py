"""Benjamini-Hochberg against scipy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from geobias.errors import InputError
from geobias.stats import benjamini_hochberg


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_equal_to_scipy(p):
    np.testing.assert_allclose(benjamini_hochberg(p), false_discovery_control(p), rtol=1e-12, atol=0)


def test_nan_stays_and_does_not_count():
    p = np.array([[0.01, np.nan, 0.2], [0.04, 0.03, np.nan]])
    q = benjamini_hochberg(p)
    known = ~np.isnan(p)
    np.testing.assert_array_equal(np.isnan(q), ~known)
    np.testing.assert_allclose(q[known], false_discovery_control(p[known]))


def test_no_tests_at_all():
    assert benjamini_hochberg([]).shape == (0,)
    assert np.isnan(benjamini_hochberg([np.nan])).all()


@pytest.mark.parametrize("wrong", [-0.1, 1.5])
def test_what_is_no_probability_is_refused(wrong):
    with pytest.raises(InputError) as error:
        benjamini_hochberg([0.5, wrong])
    assert str(error.value) == (f"p-values must lie in [0, 1], but there is {wrong}. Pass NaN where there is none.")
