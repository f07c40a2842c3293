"""Distances between the groups of many assignments at once: those that each assignment gives alone."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.covariance import ledoit_wolf_shrinkage

from geobias.controls.vector_distances import dissimilarity_tables, mahalanobis_tables
from geobias.stats import excess, mean_dissimilarities

SIZES = [30, 20, 10]


@pytest.fixture
def assignments() -> np.ndarray:
    owners = np.repeat(range(3), SIZES)
    rng = np.random.default_rng(1)
    return np.stack([owners, *(rng.permutation(owners) for _ in range(4))])


def _points(rng: np.random.Generator, count: int) -> np.ndarray:
    points = rng.normal(size=(count, 8)) * np.linspace(3, 0.5, 8) + 5
    return points


def test_mahalanobis_is_that_of_whitening_each_assignment_by_the_covariance_less_what_is_between_beyond_noise(
    assignments,
):
    points = _points(np.random.default_rng(0), 60)
    points[:30] += 1.0
    found = mahalanobis_tables(points, assignments)
    scaled = (points - points.mean(0)) / points.std(0)
    amount = ledoit_wolf_shrinkage(scaled, assume_centered=True)
    total = (1 - amount) * scaled.T @ scaled / 60 + amount * np.eye(8)
    values, axes = np.linalg.eigh(total)
    root = axes @ np.diag(values**0.5) @ axes.T
    noise = (1 - amount) * np.einsum("ui,ij,uj->u", scaled, np.linalg.inv(total), scaled).mean() / 60
    for table, assignment in zip(found, assignments, strict=True):
        means = np.stack([scaled[assignment == g].mean(0) for g in range(3)])
        between = (1 - amount) * means[assignment].T @ means[assignment] / 60
        values, axes = np.linalg.eigh(np.linalg.inv(root) @ between @ np.linalg.inv(root))
        beyond = axes @ np.diag(np.maximum(values - noise, 0)) @ axes.T
        within = total - root @ beyond @ root
        kernel = scaled @ np.linalg.inv(within) @ scaled.T
        expected = 2 * excess(mean_dissimilarities(-kernel, assignment))
        assert np.allclose(table, expected, rtol=1e-8, atol=1e-10)
    assert found[0, 0, 1] > 2 * np.abs(found[1:]).max()


def test_groups_of_one_law_are_0_apart_on_average_small_ones_and_many_dimensions_too():
    rng, owners = np.random.default_rng(0), np.repeat(range(3), [80, 160, 360])
    points = rng.normal(size=(600, 60)) * np.linspace(0.2, 2, 60)
    found = mahalanobis_tables(points, np.stack([rng.permutation(owners) for _ in range(400)]))
    pairs = found[:, [0, 0, 1], [1, 2, 2]]
    assert (np.abs(pairs.mean(0)) < 0.15 * pairs.std(0)).all()


def test_a_dimension_in_which_nothing_differs_changes_nothing(assignments):
    points = _points(np.random.default_rng(0), 60)
    assert np.isfinite(mahalanobis_tables(np.c_[points, np.full(60, 2.0)], assignments)).all()


@pytest.mark.parametrize("texts", [1, 3])
def test_energy_and_mmd_are_those_of_the_whole_table(assignments, texts, monkeypatch):
    monkeypatch.setattr("geobias.controls.vector_distances._ROWS", 16)
    rng = np.random.default_rng(2)
    clusters = np.split(rng.permutation(60 * texts), np.sort(rng.choice(range(1, 60 * texts), 59, replace=False)))
    vectors = _points(rng, 60 * texts)
    found = dissimilarity_tables(vectors, clusters, assignments, bandwidth=2.0, workers=2)
    squares = cdist(vectors, vectors, "sqeuclidean")
    member = np.stack([np.isin(range(60 * texts), cluster) / len(cluster) for cluster in clusters])
    for name, matrix in {"energy": np.sqrt(squares), "mmd": -np.exp(-squares / 8)}.items():
        expected = 2 * excess(mean_dissimilarities(member @ matrix @ member.T, assignments, 3))
        assert np.allclose(found[name], expected, atol=2e-6)


def test_any_number_of_workers_gives_the_same_bits(assignments, monkeypatch):
    monkeypatch.setattr("geobias.controls.vector_distances._ROWS", 7)
    vectors = _points(np.random.default_rng(3), 60)
    one, three = (dissimilarity_tables(vectors, list(np.arange(60)[:, None]), assignments, workers=w) for w in (1, 3))
    assert all(np.array_equal(one[name], three[name]) for name in one)
