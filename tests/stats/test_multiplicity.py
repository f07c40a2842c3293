"""Benjamini-Hochberg against scipy, Holm and both against statsmodels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from geobias.errors import InputError
from geobias.stats import benjamini_hochberg, holm


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_equal_to_scipy(p):
    np.testing.assert_allclose(benjamini_hochberg(p), false_discovery_control(p), rtol=1e-12, atol=0)


@pytest.mark.parametrize(("function", "method"), [(benjamini_hochberg, "fdr_bh"), (holm, "holm")])
def test_equal_to_statsmodels(function, method):
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    for seed in range(8):
        p = np.random.default_rng(seed).random(seed + 1).round(1 + seed % 2)  # few decimals give ties
        np.testing.assert_allclose(function(p), multitest.multipletests(p, method=method)[1], rtol=1e-12, atol=0)


def test_holm_by_hand():
    # 4 x .01, then 3 x .02, then 2 x .022 which may not fall below it, then .5
    np.testing.assert_allclose(holm([0.5, 0.02, 0.01, 0.022]), [0.5, 0.06, 0.04, 0.06])


def test_holm_leaves_nan_out():
    np.testing.assert_allclose(holm([0.01, np.nan, 0.04]), [0.02, np.nan, 0.04])


def test_nan_stays_and_does_not_count():
    p = np.array([[0.01, np.nan, 0.2], [0.04, 0.03, np.nan]])
    q = benjamini_hochberg(p)
    known = ~np.isnan(p)
    np.testing.assert_array_equal(np.isnan(q), ~known)
    np.testing.assert_allclose(q[known], false_discovery_control(p[known]))


def test_no_tests_at_all():
    assert benjamini_hochberg([]).shape == holm([]).shape == (0,)
    assert np.isnan(benjamini_hochberg([np.nan])).all()


@pytest.mark.parametrize("wrong", [-0.1, 1.5])
def test_what_is_no_probability_is_refused(wrong):
    for function in (benjamini_hochberg, holm):
        with pytest.raises(InputError) as error:
            function([0.5, wrong])
        assert str(error.value) == (f"p-values must lie in [0, 1], but there is {wrong}. Pass NaN where there is none.")
