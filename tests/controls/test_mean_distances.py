"""Mahalanobis distances between the groups of many assignments at once: those that each assignment gives alone."""

from __future__ import annotations

import numpy as np
from sklearn.covariance import ledoit_wolf_shrinkage

from geobias.controls.mean_distances import mahalanobis_tables
from geobias.stats import excess, mean_dissimilarities


def test_mahalanobis_is_that_of_whitening_each_assignment_by_the_covariance_less_what_is_between_beyond_noise(
    assignments, points
):
    made = points(0, 60)
    made[:30] += 1.0
    found = mahalanobis_tables(made, assignments)
    scaled = (made - made.mean(0)) / made.std(0)
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


def test_a_dimension_in_which_nothing_differs_changes_nothing(assignments, points):
    flat = np.c_[points(0, 60), np.full(60, 2.0)]
    assert np.array_equal(mahalanobis_tables(flat, assignments), mahalanobis_tables(flat[:, :8], assignments))
    assert not mahalanobis_tables(flat[:, 8:], assignments).any()
