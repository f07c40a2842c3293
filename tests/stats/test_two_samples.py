"""Permutations between two samples: every split enumerated by hand, p never 0, and the level under one law."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import binom

from geobias.errors import InputError
from geobias.stats import excess, mean_dissimilarities, shuffle_excess


def distances(points: np.ndarray) -> np.ndarray:
    return np.abs(np.subtract.outer(points, points))


def test_an_exact_p_is_the_share_of_all_splits():
    points = np.random.default_rng(0).normal(size=9)
    matrix, labels = distances(points), np.array([0, 1, 0, 1, 1, 0, 1, 1, 0])
    found = shuffle_excess(matrix, labels, n_resamples=126)
    null = []
    for first in combinations(range(9), 4):
        split = np.array([0 if i in first else 1 for i in range(9)])
        null.append(excess(mean_dissimilarities(matrix, split))[0, 1])
    assert found.method == "exact"
    assert found.n_resamples == 126
    assert np.allclose(np.sort(found.null), np.sort(null), rtol=0, atol=1e-12)
    assert found.pvalue == pytest.approx(np.mean(np.array(null) >= found.statistic - 1e-12))
    assert found.smallest == pytest.approx(np.mean(np.array(null) >= max(null) - 1e-12))


def test_sampled_p_counts_the_observed_split_and_is_never_0():
    matrix = distances(np.concatenate([np.arange(10.0), 100 + np.arange(10.0)]))
    found = shuffle_excess(matrix, np.repeat([0, 1], 10), n_resamples=99, rng=1)
    assert found.pvalue == found.smallest == 0.01
    assert (found.method, found.n_resamples, len(found.null)) == ("sampled", 99, 99)
    assert found.statistic > found.null.max()


def test_points_marked_negative_take_no_part():
    matrix, labels = distances(np.random.default_rng(1).normal(size=12)), np.repeat([0, 1, -1], 4)
    found = shuffle_excess(matrix, labels)
    assert found == shuffle_excess(matrix[:8, :8], labels[:8])
    assert found.pvalue < 1


def test_one_seed_one_p_and_equal_points_give_1():
    matrix, labels = distances(np.random.default_rng(2).normal(size=30)), np.repeat([0, 1], 15)
    first, second = (shuffle_excess(matrix, labels, n_resamples=199, rng=5) for _ in range(2))
    assert np.array_equal(first.null, second.null)
    assert shuffle_excess(np.zeros((30, 30)), labels, n_resamples=199, rng=0).pvalue == 1.0


def test_under_one_law_of_unequal_sizes_it_rejects_at_its_level():
    rng, rejected = np.random.default_rng(3), 0
    for _ in range(400):
        matrix = distances(rng.standard_cauchy(size=24))
        rejected += shuffle_excess(matrix, np.repeat([0, 1], [6, 18]), n_resamples=59, rng=rng).pvalue <= 0.05
    low, high = binom.interval(0.99, 400, 0.05)
    assert low <= rejected <= high


def test_errors_say_what_is_wrong():
    with pytest.raises(InputError, match=r"at least 2 points each, but there are \[3, 1\]"):
        shuffle_excess(np.zeros((4, 4)), np.array([0, 0, 0, 1]))
