"""Tables of units: their excesses are the energy distance and MMD of `geobias.distances`."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.distances import energy_distance, mmd
from geobias.measures.differences import unit_tables
from geobias.measures.differences.unit_tables import median_distance, unit_dissimilarities, whitened_kernel
from geobias.stats import excess_of_splits

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(14, 1, 6)) + 20, RNG.normal(size=(25, 1, 6)) + 20.7
FIRST = np.repeat(np.float32([[1, 0]]), [14, 25], axis=1)


def test_excesses_are_half_the_u_statistics():
    energy, kernel = unit_dissimilarities(np.concatenate([X, Y]), [1.5])
    x, y = torch.from_numpy(X[:, 0]), torch.from_numpy(Y[:, 0])
    assert energy.dtype == kernel.dtype == np.float32
    assert excess_of_splits(energy, FIRST)[0] == pytest.approx(
        energy_distance(x, y, estimator="u").item() / 2, rel=1e-5
    )
    expected = mmd(x, y, bandwidth=1.5, estimator="unbiased").item() / 2
    assert excess_of_splits(kernel, FIRST)[0] == pytest.approx(expected, rel=1e-4)


def test_units_of_several_texts_are_compared_text_by_text(monkeypatch):
    points = RNG.normal(size=(8, 3, 2))
    monkeypatch.setattr(unit_tables, "_ENTRIES", 100)  # several blocks
    (found,) = unit_dissimilarities(points, [])
    table = np.linalg.norm(points[:, None, :, None] - points[None, :, None], axis=-1).mean((2, 3))
    split = np.array([[1, 0, 0, 1, 1, 0, 0, 0]], dtype=np.float32)
    np.fill_diagonal(table, 0.0)
    assert excess_of_splits(found, split) == pytest.approx(excess_of_splits(table, split.astype(float)), rel=1e-4)


def test_the_kernel_is_whitened_and_does_not_know_the_groups():
    points = RNG.normal(size=(500, 3)) @ np.array([[3.0, 0, 0], [1, 1, 0], [0, 0, 0.1]])
    centred = points - points.mean(0)
    expected = centred @ np.linalg.solve(np.cov(points.T, bias=True), centred.T)
    found = whitened_kernel(points)
    assert np.corrcoef(found.ravel(), expected.ravel())[0, 1] > 0.999  # up to a little shrinkage
    order = np.random.default_rng(1).permutation(500)
    assert np.allclose(whitened_kernel(points[order]), found[np.ix_(order, order)], atol=1e-9)
    assert np.isfinite(whitened_kernel(np.c_[points, np.ones(500)])).all()


def test_the_median_distance():
    points = [np.array([[[0.0]], [[1.0]]]), np.array([[[3.0]]])]
    assert median_distance(points, np.random.default_rng(0)) == 2.0
    assert median_distance([np.zeros((3, 2, 4))], np.random.default_rng(0)) == 1.0
