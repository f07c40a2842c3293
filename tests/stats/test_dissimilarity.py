"""Excess of dissimilarities: sums written out, known distances, and a jackknife that recomputes everything."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.distances import energy_distance
from geobias.errors import InputError
from geobias.stats import excess, jackknife_excess, mean_dissimilarities


def distances(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[:, None] - points[None], axis=-1)


def case(seed: int, sizes: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return distances(rng.normal(size=(sum(sizes), 3))), np.repeat(np.arange(len(sizes)), sizes)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 99), st.lists(st.integers(2, 6), min_size=2, max_size=4))
def test_means_are_those_of_all_distinct_pairs(seed, sizes):
    matrix, labels = case(seed, tuple(sizes))
    means = mean_dissimilarities(matrix + np.diag(np.full(len(labels), 7.0)), labels)
    for g, h in product(range(len(sizes)), repeat=2):
        pairs = [(i, j) for i in np.flatnonzero(labels == g) for j in np.flatnonzero(labels == h) if i != j]
        assert means[g, h] == pytest.approx(np.mean([matrix[i, j] for i, j in pairs]), rel=1e-12)


def test_twice_the_excess_is_the_unbiased_energy_distance():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(9, 4)), rng.normal(size=(14, 4)) + 0.3
    found = excess(mean_dissimilarities(distances(np.concatenate([x, y])), np.repeat([0, 1], [9, 14])))
    expected = energy_distance(torch.from_numpy(x), torch.from_numpy(y), estimator="u").item()
    assert 2 * found[0, 1] == pytest.approx(expected, rel=1e-12)
    assert np.array_equal(found.diagonal(), [0, 0])


def test_many_assignments_at_once_equal_one_after_another():
    matrix, _ = case(1, (4, 5, 6))
    labels = np.random.default_rng(0).permuted(np.tile(np.repeat([0, 1, -1], [5, 6, 4]), (7, 1)), axis=1)
    found = mean_dissimilarities(matrix, labels, 2)
    assert found.shape == (7, 2, 2)
    for one, row in zip(found, labels, strict=True):
        kept = row >= 0
        assert np.allclose(one, mean_dissimilarities(matrix[np.ix_(kept, kept)], row[kept]), rtol=1e-12)


def test_a_group_of_one_point_has_no_mean_within():
    assert np.isnan(mean_dissimilarities(np.zeros((3, 3)), np.array([0, 0, 1]))[1, 1])


@pytest.mark.parametrize("blocks", [None, np.array([0, 0, 1, 1, 2, 2, 3, 5, 5, 6, 6, 6, 7, 8])])
def test_the_jackknife_leaves_out_each_block_of_each_group(blocks):
    matrix, labels = case(2, (6, 8))
    names = np.arange(14) if blocks is None else np.where(labels == 0, blocks, blocks + 100)
    found = jackknife_excess(matrix, labels, names)
    variance, below = 0.0, 0.0
    for group in (0, 1):
        values = []
        for block in np.unique(names[labels == group]):
            kept = names != block
            values.append(excess(mean_dissimilarities(matrix[np.ix_(kept, kept)], labels[kept]))[0, 1])
        part = (len(values) - 1) / len(values) * np.square(np.array(values) - np.mean(values)).sum()
        variance, below = variance + part, below + part**2 / (len(values) - 1)
    assert found.estimate == pytest.approx(excess(mean_dissimilarities(matrix, labels))[0, 1], rel=1e-12)
    assert found.error == pytest.approx(np.sqrt(variance), rel=1e-9)
    assert found.freedom == pytest.approx(variance**2 / below, rel=1e-9)
    low, high = found.interval(0.9)
    assert (low + high) / 2 == pytest.approx(found.estimate)
    assert high - low < found.interval(0.99)[1] - found.interval(0.99)[0]


def test_without_three_blocks_there_is_no_interval_and_the_reason_stands_there():
    matrix, labels = case(3, (2, 5))
    found = jackknife_excess(matrix, labels)
    assert np.isnan(found.interval()).all()
    assert found.note == "an interval needs 3 blocks per group, one has 2"
    assert found.estimate == pytest.approx(excess(mean_dissimilarities(matrix, labels))[0, 1])


def test_the_error_is_that_of_repeated_samples():
    rng = np.random.default_rng(4)
    labels, found = np.repeat([0, 1], [12, 18]), []
    for _ in range(300):
        points = rng.normal(size=(30, 2))
        points[12:, 0] += 2
        found.append(jackknife_excess(distances(points), labels))
    spread = np.std([one.estimate for one in found])
    assert np.sqrt(np.mean([one.error**2 for one in found])) == pytest.approx(spread, rel=0.2)


def test_errors_say_what_is_wrong():
    with pytest.raises(InputError, match=r"must be \(N, N\) with int labels .* \(2, 3\) with int64 labels \(3,\)"):
        mean_dissimilarities(np.zeros((2, 3)), np.array([0, 0, 1]))
    with pytest.raises(InputError, match="dissimilarities must be finite, but 2 are not"):
        jackknife_excess([[0, np.nan], [np.nan, 0]], np.array([0, 1]))
