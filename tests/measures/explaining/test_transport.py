"""The excess is a sum over words, equal to what the separation measured, and its largest parts are planted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.distances import sinkhorn_divergence
from geobias.errors import InputError
from geobias.measures import DistanceSettings
from geobias.measures.explaining import ExplainSettings, excess_of_items, sample_costs
from geobias.measures.separation import SeparationSettings, sinkhorn_separation
from geobias.stats import excess, mean_dissimilarities

SETTINGS = ExplainSettings(permutations=199)


@pytest.fixture(scope="module")
def found(world):
    return excess_of_items(world.costs, world.parts, world.shares, SETTINGS, np.random.default_rng(0))


def test_costs_sum_to_the_divergences_of_the_samples(world):
    matrix = world.costs.divergences()
    a, b = (world.samples[name].points("token") for name in ("uk", "za"))
    for (x, v), (y, w), place in (((a[0][0], a[1][0]), (b[0][2], b[1][2]), (0, 7)),
                                  ((a[0][1], a[1][1]), (a[0][3], a[1][3]), (1, 3))):  # fmt: skip
        value = float(sinkhorn_divergence(x, y, v, w, blur=0.3, diameter=world.diameter))
        assert matrix[place] == pytest.approx(value, rel=1e-4)
    halves = [cost.sum(1) for cost in world.costs.costs]
    np.testing.assert_allclose(np.stack(halves), np.stack(halves).T, atol=1e-9)


def test_the_whole_is_the_excess_of_the_separation(world, found):
    clouds = {name: group.clouds for name, group in world.groups.items()}
    settings = SeparationSettings(blocks=5, largest_size=16, permutations=199)
    (row,) = sinkhorn_separation(clouds, settings, distance=DistanceSettings(blur=0.3), seed=3).rows
    assert found.whole == pytest.approx(row.excess, rel=1e-4)
    assert (found.whole_low, found.whole_high) == pytest.approx((row.low, row.high), rel=1e-3)


def test_parts_of_the_words_sum_to_the_whole(world, found):
    np.testing.assert_allclose(world.parts.sum(0), world.costs.divergences(), atol=1e-9)
    assert world.shares.sum() == pytest.approx(1)
    others = excess(mean_dissimilarities(world.parts[-1], world.costs.labels, 2))[0, 1] / found.whole
    assert found.share.sum() + others == pytest.approx(1)
    beyond = found.value - (found.share - world.shares[:-1]) * found.whole
    np.testing.assert_allclose(beyond, 0, atol=1e-9)


def test_it_names_the_planted_words(world, found, planted):
    named = [world.vocabulary.items[k] for k in np.argsort(-found.tested.statistic)[:20]]
    assert np.mean([word in planted for word in named]) >= 0.8


def test_a_distance_that_is_no_sum_is_refused(world):
    with pytest.raises(InputError) as caught:
        sample_costs(world.samples, ("uk", "za"), replace(DistanceSettings(), reach=1.0), world.diameter)
    assert str(caught.value) == (
        "a divergence must be balanced to be shared out among words, but distance.reach is 1.0. Run the study with "
        "distance.reach=null."
    )
