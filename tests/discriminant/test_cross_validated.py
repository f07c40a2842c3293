"""Crossnobis: a loop written out, rsatoolbox where it is, and expectation 0 for equal means."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.covariance import shrunk_covariance
from geobias.discriminant import crossnobis
from geobias.errors import InputError


def by_hand(X: np.ndarray, y: np.ndarray, folds: np.ndarray, g: int, h: int) -> float:
    values = []
    for k in np.unique(folds):
        rest = folds != k
        residuals = np.concatenate([X[rest & (y == j)] - X[rest & (y == j)].mean(0) for j in np.unique(y)])
        inverse = np.linalg.inv(shrunk_covariance(torch.from_numpy(residuals), "auto").numpy())
        held = X[~rest & (y == g)].mean(0) - X[~rest & (y == h)].mean(0)
        for other in np.unique(folds[rest]):
            there = folds == other
            values.append(held @ inverse @ (X[there & (y == g)].mean(0) - X[there & (y == h)].mean(0)))
    return float(np.mean(values))


@pytest.fixture
def case() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(90, 6)) @ rng.normal(size=(6, 6)), np.repeat([0, 1, 2], [20, 30, 40])
    X[y == 2, 0] += 3
    return X, y, np.concatenate([np.arange(n) % 4 for n in (20, 30, 40)])


def test_it_equals_a_loop_over_pairs_of_folds(case):
    X, y, folds = case
    found = crossnobis(X, y, folds=folds)
    assert np.array_equal(found, found.T)
    assert np.array_equal(found.diagonal(), np.zeros(3))
    for g, h in ((0, 1), (0, 2), (1, 2)):
        assert found[g, h] == pytest.approx(by_hand(X, y, folds, g, h), rel=1e-9)


def test_groups_may_be_named_and_ordered(case):
    X, y, folds = case
    names = np.array(["nz", "au", "us"], dtype=object)[y]
    rows = y != 1
    part = crossnobis(X[rows], names[rows], ["us", "nz"], folds=folds[rows])
    assert part[0, 1] == pytest.approx(by_hand(X[rows], y[rows], folds[rows], 0, 2), rel=1e-9)


def test_equal_means_give_0_on_average_and_negative_values_are_kept():
    rng, found = np.random.default_rng(1), []
    for seed in range(200):
        X = rng.exponential(size=(36, 5))
        found.append(crossnobis(X, np.repeat([0, 1], [12, 24]), cross_fit=3, rng=seed)[0, 1])
    assert min(found) < 0
    assert abs(np.mean(found)) < 3 * np.std(found) / np.sqrt(200)


def test_more_features_than_documents_are_no_obstacle_when_shrunk():
    X, y = np.random.default_rng(2).normal(size=(30, 60)), np.repeat([0, 1], 15)
    X[y == 1] += 1
    X[:, 7] = 4.0
    assert crossnobis(X, y, cross_fit=3, rng=0)[0, 1] > 10
    with pytest.raises(InputError, match="of 60 features needs more documents than that, but there are 30 in 2 groups"):
        crossnobis(X, y, cross_fit=3, shrinkage=None, rng=0)


def test_shifting_all_or_scaling_all_changes_nothing(case):
    X, y, folds = case
    assert np.allclose(crossnobis(5 * X + 100, y, folds=folds), crossnobis(X, y, folds=folds), rtol=1e-6)


def test_it_is_rsatoolbox_times_the_features(case):
    rsatoolbox = pytest.importorskip("rsatoolbox", reason="the toolbox of the method's authors is not installed")
    X, y, folds = case[0].copy(), case[1], case[2] % 2
    means = np.stack([X[(y == g) & (folds == k)].mean(0) for k in range(2) for g in range(3)])
    for k in range(2):  # residuals of unit variance in each fold: shrunk wholly, the covariance is the identity
        rows = folds == k
        residuals = X[rows] - means[3 * k + y[rows]]
        X[rows] = means[3 * k + y[rows]] + residuals / residuals.std()
    labels = {"group": np.tile(np.arange(3), 2), "fold": np.repeat(np.arange(2), 3)}
    data = rsatoolbox.data.Dataset(means, obs_descriptors=labels)
    options = {"method": "crossnobis", "descriptor": "group", "cv_descriptor": "fold"}
    theirs = rsatoolbox.rdm.calc_rdm(data, noise=np.eye(6), **options).get_vectors()[0]
    ours = crossnobis(X, y, folds=folds, shrinkage=1.0)
    assert np.allclose(ours[np.triu_indices(3, 1)], 6 * theirs, rtol=1e-9)
