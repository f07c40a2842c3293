"""The contrast of means: sums over distinct units, one by one, and its variance by simulation."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
import torch

from geobias.measures.differences.contrast import contrast, own_products

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(6, 3)) + 1, RNG.normal(size=(5, 3)) * 2


def own_of(x):
    return own_products(*(torch.from_numpy(z @ z.T) for z in (x, x - x.mean(0))))


def found_of(x, y):
    between = (torch.from_numpy(a @ b.T) for a, b in ((x, y), (x - x.mean(0), y - y.mean(0))))
    return contrast(own_of(x), own_of(y), *between)


def test_own_products_are_means_over_distinct_units():
    kernel, found = X @ X.T, own_of(X)
    pairs = list(permutations(range(6), 2))
    assert found.mean == pytest.approx(np.mean([kernel[i, j] for i, j in pairs]))
    # tr(C) and tr(C^2) as means over distinct units of products of differences, which have mean 0.
    trace = [((X[i] - X[j]) @ (X[i] - X[j])) / 2 for i, j in pairs]
    squares = [((X[i] - X[j]) @ (X[k] - X[m])) ** 2 / 4 for i, j, k, m in permutations(range(6), 4)]
    assert found.trace == pytest.approx(np.mean(trace))
    assert found.squares == pytest.approx(np.mean(squares))


def test_a_contrast_is_the_mean_over_distinct_units():
    distance = np.mean([
        (X[i] - Y[k]) @ (X[j] - Y[m]) for i, j in permutations(range(6), 2) for k, m in permutations(range(5), 2)
    ])  # fmt: skip
    across = np.mean(
        [
            ((X[i] - X[j]) @ (Y[k] - Y[m])) ** 2 / 4
            for i, j in permutations(range(6), 2)
            for k, m in permutations(range(5), 2)
        ]
    )
    a, b, found = own_of(X), own_of(Y), found_of(X, Y)
    assert found.distance == pytest.approx(distance)
    assert found.squares == pytest.approx(a.squares / 30 + b.squares / 20 + 2 * across / 30)
    assert found.trace == pytest.approx(np.trace(np.cov(X.T)) / 6 + np.trace(np.cov(Y.T)) / 5)


def test_moving_both_groups_changes_nothing():
    one, other = found_of(X, Y), found_of(X + 5, Y + 5)
    for field in ("distance", "trace", "squares", "along"):
        assert getattr(other, field) == pytest.approx(getattr(one, field), rel=1e-6)


def test_the_variance_is_that_of_chen_and_qin():
    rng, shift = np.random.default_rng(1), np.array([0.8, 0.4, 0.0, 0.0])
    sds = np.array([1.0, 2.0, 1.0, 0.5])
    found = [found_of(rng.normal(size=(60, 4)) * sds + shift, rng.normal(size=(90, 4))) for _ in range(1_500)]
    distances = np.array([one.distance for one in found])
    said = np.mean([2 * one.squares + 4 * one.along for one in found])
    assert distances.mean() == pytest.approx(0.8, abs=3 * distances.std() / np.sqrt(1_500))
    covariance = sds**2 / 60 + 1 / 90
    assert said == pytest.approx(2 * (covariance**2).sum() + 4 * (shift**2 * covariance).sum(), rel=0.05)
    assert said == pytest.approx(distances.var(), rel=0.1)
