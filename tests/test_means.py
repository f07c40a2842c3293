"""Ratios and means that leave out what is not known."""

import warnings

import numpy as np
import pytest

from geobias.means import known_mean, ratio

NAN = float("nan")


def test_ratio_broadcasts():
    np.testing.assert_array_equal(ratio(np.ones((2, 1)), np.array([2.0, 0.0])), [[0.5, NAN]] * 2)


@pytest.mark.parametrize("axis", [-1, 0, (0, 1), None])
def test_mean_of_what_is_known_equals_numpy(axis):
    values = np.random.default_rng(0).random((5, 6))
    values[np.random.default_rng(1).random((5, 6)) < 0.3] = NAN
    values[0] = values[:, 0] = NAN
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = np.nanmean(values, axis=axis)
    np.testing.assert_allclose(known_mean(values, axis), expected, rtol=1e-15)


def test_weights_count_where_a_value_is_known():
    values = np.array([[1.0, NAN], [3.0, 5.0], [8.0, NAN]])
    np.testing.assert_allclose(known_mean(values, -2), [4, 5])
    np.testing.assert_allclose(known_mean(values, -2, np.array([1.0, 1.0, 0.0])[:, None]), [2, 5])
    assert np.isnan(known_mean(values, -2, np.zeros((3, 1)))).all()
