"""Split-half reliability: laws of the formula, and the reliability of tables whose noise is known."""

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.stats import spearman_brown, split_half_reliability


def test_stepping_up_twice_is_stepping_up_once():
    r = np.linspace(0.01, 0.99, 20)
    assert spearman_brown(spearman_brown(r, 2), 3) == pytest.approx(spearman_brown(r, 6))
    assert spearman_brown(spearman_brown(r, 2), 0.5) == pytest.approx(r)


def test_it_is_the_reliability_of_a_mean_of_parts():
    # Var(t) / (Var(t) + Var(e) / k), of k parts whose correlation is Var(t) / (Var(t) + Var(e))
    true, noise = 2.0, 3.0
    for parts in (1, 2, 5):
        assert spearman_brown(true / (true + noise), parts) == pytest.approx(true / (true + noise / parts))


def test_what_is_not_positive_stays():
    assert spearman_brown([-0.4, 0.0, np.nan], 2).tolist()[:2] == [-0.4, 0.0]
    assert np.isnan(spearman_brown(np.nan))


@pytest.mark.parametrize("coefficient", ["pearson", "spearman"])
def test_the_reliability_of_known_noise_is_found(coefficient):
    rng = np.random.default_rng(0)
    true = rng.normal(size=2_000)
    halves = true + rng.normal(size=(2, 5, 2_000))  # each half has noise 1, the whole 1/2: reliability 2/3
    assert split_half_reliability(*halves, coefficient) == pytest.approx(2 / 3, abs=0.03)


def test_pairs_that_one_half_lacks_are_left_out():
    first, second = np.array([[1.0, 2, 3, np.nan]]), np.array([[2.0, 4, 6, 1.0]])
    assert split_half_reliability(first, second, "pearson") == pytest.approx(1.0)


def test_what_cannot_be_stepped_up_is_refused():
    with pytest.raises(InputError, match=r"^coefficient must be one of \['pearson', 'spearman'\], but it is 'kendall'"):
        split_half_reliability(np.ones((1, 3)), np.ones((1, 3)), "kendall")
    with pytest.raises(InputError, match=r"^both halves must be \(..., S, pairs\), but they are \(1, 3\) and \(2, 3\)"):
        split_half_reliability(np.ones((1, 3)), np.ones((2, 3)))
