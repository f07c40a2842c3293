"""Splits of points: counted by hand, kept within strata, and the excess of each as the tables of means give it."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from geobias.stats import distinct_splits, excess, excess_of_splits, mean_dissimilarities, random_splits


@pytest.mark.parametrize("strata", [None, np.array([0, 0, 1, 1, 1, 2])])
def test_splits_are_all_that_permuting_can_make(strata):
    first = np.array([1, 0, 1, 1, 0, 0])
    codes = np.zeros(6, dtype=int) if strata is None else strata
    every = {tuple(first[list(p)]) for p in permutations(range(6)) if (codes[list(p)] == codes).all()}
    assert distinct_splits(first, strata) == len(every)
    drawn = np.concatenate(list(random_splits(first, 600, np.random.default_rng(0), strata)))
    assert drawn.shape == (600, 6)
    assert {tuple(row) for row in drawn} == every


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 1e-12), (np.float32, 1e-5)])
def test_the_excess_of_a_split_is_that_of_its_labels(dtype, tolerance):
    rng = np.random.default_rng(1)
    points = rng.normal(size=(30, 3))
    matrix = np.linalg.norm(points[:, None] - points, axis=2)
    splits = np.concatenate(list(random_splits(np.repeat([1, 0], [10, 20]).astype(dtype), 7, rng)))
    expected = [excess(mean_dissimilarities(matrix, 1 - split.astype(int)))[0, 1] for split in splits]
    found = excess_of_splits(matrix.astype(dtype), splits)
    assert found.dtype == dtype
    assert np.allclose(found, expected, rtol=0, atol=tolerance)
