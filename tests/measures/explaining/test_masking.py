"""Masked texts, samples without points, words that are alike, and what is left of an excess."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.measures import DistanceSettings
from geobias.measures.explaining import (
    ExplainSettings,
    alike_words,
    masked_row,
    masked_text,
    sample_costs,
    samples_of,
    without,
)
from geobias.stats import jackknife_excess
from geobias.tables import MaskedExcess

SETTINGS = ExplainSettings(permutations=199)


def test_words_are_masked_whatever_their_spelling():
    assert masked_text("Café au lait; CAFE, cafés", {"café"}, "<m>") == "<m> au lait; CAFE, cafés"
    assert masked_text("½ a ½", {"1"}, "_") == "_ a _"
    assert masked_text("none here", {"word"}, "_") == "none here"


def test_points_go_and_documents_stay():
    clouds = TokenClouds.from_list([torch.ones(2, 3), torch.zeros(1, 3)])
    left = without(clouds, np.array([False, True, True]))
    assert left.counts.tolist() == [1, 0]
    assert left.points.tolist() == [[1, 1, 1]]


def test_other_words_are_as_frequent_and_others():
    counts = {"a": 50, "b": 48, "c": 9, "d": 10, "e": 1}
    chosen = alike_words(["a", "c"], counts, np.random.default_rng(0))
    assert chosen == ["b", "d"]
    assert alike_words(["a", "b", "c", "d", "e"], counts, np.random.default_rng(0)) == []


@pytest.fixture(scope="module")
def after(world):
    """Without the tokens of the words that carry most of the excess; the points of others stay."""
    gone = set(np.argsort(-world.parts[:-1, :5, 5:].sum((1, 2)) / (world.shares[:-1] + 1e-3))[:40].tolist())
    clouds = {
        name: without(group.clouds, np.isin(points, list(gone)))
        for (name, group), points in zip(world.groups.items(), world.points, strict=True)
    }
    samples = samples_of(world.samples, clouds, 3)
    return samples, sample_costs(samples, ("uk", "za"), DistanceSettings(blur=0.3), world.diameter)


def test_samples_keep_their_texts_and_are_thinned_alike(world, after):
    samples, costs = after
    for name, found in samples.items():
        assert all(map(np.array_equal, found.documents, world.samples[name].documents))
    assert len({len(places) for places in costs.places}) == 1
    assert len(costs.places[0]) < len(world.costs.places[0])


def test_what_is_left_is_the_excess_of_the_masked_samples(world, after):
    row = masked_row(world.costs, after[1], MaskedExcess("uk", "za", "words found"), SETTINGS, np.random.default_rng(0))
    before, left = (jackknife_excess(costs.divergences(), costs.labels) for costs in (world.costs, after[1]))
    assert (row.before, row.value) == (before.estimate, left.estimate)
    assert (row.low, row.high) == left.interval(0.95)
    assert row.left == pytest.approx(left.estimate / before.estimate)
    assert row.left_low < row.left < row.left_high < 1  # these words carry some of it


def test_a_ratio_to_nothing_is_not_told(world):
    labels = np.array([0, 1] * 5)  # random groups: no excess
    costs = replace(world.costs, labels=labels)
    row = masked_row(costs, costs, MaskedExcess("uk", "za", "words found"), SETTINGS, np.random.default_rng(0))
    assert np.isnan([row.left, row.left_low, row.left_high]).all()
    assert row.p_permutation > 0.05
