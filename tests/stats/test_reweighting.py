"""Random weights: their sums, and the variance that they give to a mean."""

import numpy as np
import pytest

from geobias.stats.reweighting import document_weights, exchangeable_weights, nested_weights


@pytest.mark.parametrize("units", [1, 2, 3, 5, 25])
def test_a_mean_varies_as_its_unbiased_variance_says(units):
    rng = np.random.default_rng(units)
    values = rng.normal(size=units)
    weights = exchangeable_weights(units, 40_000, rng)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(1), units)
    means = weights @ values / units
    expected = values.var(ddof=1) / units if units > 1 else 0.0
    assert means.var() == pytest.approx(expected, rel=0.05)
    assert means.mean() == pytest.approx(values.mean(), abs=5 * np.sqrt(max(expected, 1e-30) / 40_000))


def test_units_of_a_set_share_its_weight():
    sets = np.repeat(["a", "b", "c"], [4, 2, 1])
    weights = nested_weights(sets, 30_000, np.random.default_rng(0))
    np.testing.assert_allclose(weights.sum(1).mean(), 7, rtol=0.02)
    together = np.corrcoef(weights.T)
    # The four of set a are the less alike for adding up to 4 among themselves; b's two are one or the other.
    assert abs(together[0, 4]) < abs(together[4, 5])
    of_sets = np.stack([weights[:, sets == name].sum(1) / (sets == name).sum() for name in "abc"], axis=1)
    np.testing.assert_allclose(of_sets.sum(1), 3)
    assert of_sets.var(0) == pytest.approx([1.0] * 3, rel=0.05)


def test_one_set_varies_by_its_units_alone():
    weights = nested_weights(np.zeros(5), 100, np.random.default_rng(1))
    np.testing.assert_allclose(weights.sum(1), 5)
    assert weights.std() > 0


def test_documents_have_independent_weights_of_mean_and_variance_one():
    weights = document_weights(200, 5_000, np.random.default_rng(2))
    assert weights.mean() == pytest.approx(1, abs=0.01)
    assert weights.var() == pytest.approx(1, abs=0.02)
    assert abs(np.corrcoef(weights[:, 0], weights[:, 1])[0, 1]) < 0.05
    assert (weights > 0).all()


def test_a_seed_gives_its_weights_however_they_are_parted():
    whole = document_weights(7, 10, np.random.default_rng(3))
    rng = np.random.default_rng(3)
    np.testing.assert_array_equal(np.concatenate([document_weights(7, 4, rng), document_weights(7, 6, rng)]), whole)
