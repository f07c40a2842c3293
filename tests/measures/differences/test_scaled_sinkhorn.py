"""The scaled Sinkhorn excess: its rule, and its value from the public function."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.distances import pairwise_sinkhorn_divergence
from geobias.measures.differences import DifferenceSettings, scaled_sinkhorn
from geobias.measures.differences.drawing import LikeUnits
from geobias.measures.differences.scaled_sinkhorn import (
    count_divergences,
    sample_size,
    sample_table,
    samples_of,
    spread,
)
from geobias.measures.keeping import FORGETTING
from geobias.stats import excess, mean_dissimilarities


def made(counts, width=4):
    rng, units, clouds = np.random.default_rng(0), {}, {}
    for name, count in counts.items():
        tokens = rng.normal(size=(count, 3, width)).astype(np.float32)
        clouds[name] = TokenClouds.from_list(list(torch.from_numpy(tokens)))
        units[name] = LikeUnits(tokens.mean(1)[:, None], np.arange(count)[:, None])
    return units, clouds


def test_sizes_follow_the_smallest_group_and_samples_the_number_of_groups():
    settings = DifferenceSettings()
    assert [sample_size([n, 900], settings) for n in (8, 30, 75, 149, 900)] == [1, 2, 5, 9, 10]
    assert [samples_of(900, 10, groups, settings) for groups in (2, 6, 14, 40)] == [36, 36, 20, 8]
    assert samples_of(120, 8, 6, settings) == 15
    fixed = DifferenceSettings(sinkhorn_size=5, sinkhorn_samples=9)
    assert (sample_size([900], fixed), samples_of(900, 5, 2, fixed)) == (5, 9)


def test_the_excess_is_that_of_the_samples_divergences():
    units, clouds = made({"a": 24, "b": 40, "few": 3})
    pairs = [("a", "b"), ("a", "few")]
    table = sample_table(units, clouds, pairs, DifferenceSettings(), 0, FORGETTING)
    assert (table.m, sorted(table.places), len(table.places["a"])) == (1, ["a", "b"], 24)
    points = torch.cat([clouds["a"].points, clouds["b"].points])
    expected_blur = (points - points.mean(0)).square().sum(1).mean().sqrt().item()
    assert table.blur == pytest.approx(expected_blur, rel=0.05)  # of the 36 texts of b that are drawn
    found, null = table.statistic(("a", "b"), 99, np.random.default_rng(0))
    assert null.shape == (100,)
    samples = [clouds["a"].points[3 * i : 3 * i + 3].double() for i in range(24)]
    whole = pairwise_sinkhorn_divergence(samples, blur=table.blur).numpy()
    assert table.matrix[:24, :24].mean() == pytest.approx(whole.mean(), rel=1e-3)  # in another order
    labels = np.repeat([0, 1], [24, 36])
    assert found == pytest.approx(excess(mean_dissimilarities(table.matrix, labels))[0, 1], rel=1e-9)


def test_without_enough_samples_there_is_no_table():
    units, clouds = made({"a": 7, "b": 40})
    assert sample_table(units, clouds, [("a", "b")], DifferenceSettings(), 0, FORGETTING) is None
    assert sample_table(units, {"a": clouds["a"]}, [("a", "b")], DifferenceSettings(), 0, FORGETTING) is None


def test_the_spread_of_one_point_is_1():
    assert spread([torch.ones(3, 2)]) == 1.0


@pytest.mark.parametrize("counts", [{"a": 24, "b": 40, "c": 9, "few": 3}, {"a": 160, "b": 300}, {"few": 3, "b": 4}])
def test_the_divergences_counted_are_those_taken(monkeypatch, counts):
    taken = [0]

    def counting(clouds, weights, options, table):
        taken.append(len(clouds) + len(table.pairs))
        return torch.zeros(len(clouds), len(clouds))

    monkeypatch.setattr(scaled_sinkhorn, "pairwise_table", counting)
    units, clouds = made(counts)
    names = list(counts)
    pairs = list(itertools.pairwise(names))
    table = sample_table(units, clouds, pairs, DifferenceSettings(), 0, FORGETTING)
    assert count_divergences(counts, pairs, DifferenceSettings()) == (taken[-1], table.m if table else 0)
