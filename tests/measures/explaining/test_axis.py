"""The axis is Fisher's of the other folds, its distance a sum over words, and permuted units refit it."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.stats import binom

from geobias.covariance import shrunk_covariance
from geobias.measures.explaining import ExplainSettings, UnitItems, axis_of_items

SETTINGS = ExplainSettings(permutations=99, folds=4)


@pytest.fixture(scope="module")
def found(world):
    return axis_of_items(world.items, len(world.vocabulary), SETTINGS, np.random.default_rng(5))


def test_units_are_the_means_of_their_tokens(world):
    clouds = [group.clouds for group in world.groups.values()]
    means = np.concatenate([[cloud[i].double().mean(0).numpy() for i in range(len(cloud))] for cloud in clouds])
    np.testing.assert_allclose(world.items.means.numpy(), means, atol=1e-6)
    shares = world.items.shares(len(world.vocabulary))
    assert shares.sum() == pytest.approx(1)


def test_places_are_those_of_an_axis_fitted_without_the_unit(world, found):
    folds = np.resize(np.arange(4), len(world.items.first))
    np.random.default_rng(5).shuffle(folds)
    features, first = world.items.means.numpy(), world.items.first == 1
    places = np.zeros(len(first))
    for fold in range(4):
        train = folds != fold
        a, b = features[train & first].mean(0), features[train & ~first].mean(0)
        covariance = shrunk_covariance(torch.from_numpy(features[train]), "auto").numpy()
        axis = np.linalg.solve(covariance, a - b)
        axis /= np.sqrt(axis @ (a - b))
        places[~train] = (features[~train] - (a + b) / 2) @ axis
    estimates, given = found
    np.testing.assert_allclose(given, places, atol=1e-8)
    assert estimates.whole == pytest.approx(places[first].mean() - places[~first].mean())
    assert estimates.whole_p <= 0.02


def test_words_are_parts_of_the_distance(world, found, planted):
    estimates, _ = found
    assert 0.8 < estimates.share.sum() < 1.2  # the rest is of words that take no part
    named = [world.vocabulary.items[k] for k in np.argsort(-estimates.tested.statistic)[:20]]
    assert np.mean([word in planted for word in named]) >= 0.8


def test_an_interval_holds_what_units_scatter(world, found):
    estimates, _ = found
    half = (estimates.high - estimates.low) / 2
    assert (half > 0).all()
    np.testing.assert_allclose((estimates.high + estimates.low) / 2, estimates.value, atol=1e-12)


def test_groups_of_one_law_are_not_told_apart():
    rng = np.random.default_rng(0)
    below = 0
    for _ in range(10):
        vectors = torch.from_numpy(rng.normal(size=(120, 4)))
        units = torch.arange(60).repeat_interleave(2)
        means = vectors.reshape(60, 2, 4).sum(1)
        items = UnitItems(
            np.repeat([1.0, 0.0], 30), means, units, torch.from_numpy(rng.integers(0, 6, 120)), vectors,
            torch.full((120,), 0.5, dtype=torch.float64),
        )  # fmt: skip
        estimates, _ = axis_of_items(items, 5, SETTINGS, rng)
        below += int(estimates.tested.p_max.min() <= 0.05)
    assert below <= binom.ppf(0.995, 10, 0.05)
