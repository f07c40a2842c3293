"""The shrunk scatter of many draws: the same centroids as a fit of each."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.discriminant import LinearDiscriminant
from geobias.discriminant.replicates import Replicates
from geobias.discriminant.shrunken import shrunken_centroids


@pytest.mark.parametrize("shrinkage", [0.2, 1.0, "auto"])
@pytest.mark.parametrize("width", [1, 6, 70], ids=["one feature", "tall", "wide"])
def test_centroids_of_every_draw(shrinkage, width):
    rng = np.random.default_rng(0)
    X, rows = rng.normal(size=(200, width)) * rng.uniform(0.1, 9, width), rng.integers(200, size=(3, 75))
    sizes = np.array([[30, 25, 20]])
    components = min(2, width)
    replicates = Replicates(torch.from_numpy(X), torch.from_numpy(rows), sizes)
    found, doubtful = shrunken_centroids(replicates, 0, shrinkage, components)
    y = np.repeat([0, 1, 2], [30, 25, 20])
    for draw in range(3):
        points = X[rows[draw]]
        model = LinearDiscriminant("eigen", shrinkage=shrinkage, n_components=components).fit(points, y)
        expected = torch.stack([model.transform(points[y == g]).mean(0) for g in range(3)])
        torch.testing.assert_close(torch.cdist(found[draw], found[draw]), torch.cdist(expected, expected))
    assert doubtful.tolist() == [False] * 3


def test_a_feature_without_variance_in_one_group_is_doubtful_and_in_all_is_not():
    X, rows = np.random.default_rng(0).normal(size=(60, 4)), np.arange(60)[None]
    X[:, 1] = 0
    replicates = Replicates(torch.from_numpy(X), torch.from_numpy(rows), np.array([[30, 30]]))
    assert shrunken_centroids(replicates, 0, "auto", 1)[1].tolist() == [False]
    X[:30, 2] = 0.1
    replicates = Replicates(torch.from_numpy(X), torch.from_numpy(rows), np.array([[30, 30]]))
    centroids, doubtful = shrunken_centroids(replicates, 0, "auto", 1)
    assert doubtful.tolist() == [True]
    assert bool(torch.isfinite(centroids).all())
