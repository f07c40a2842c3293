"""Centroid distances against scikit-learn, and what they say of noise."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch

from geobias.discriminant import centroid_distances
from geobias.errors import InputError


def blobs(groups: int = 4, each: int = 30, width: int = 6, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    spread = rng.normal(size=(width, width))
    X = rng.normal(size=(groups * each, width)) @ spread + np.repeat(rng.normal(size=(groups, width)), each, axis=0)
    return X, np.repeat([f"g{i}" for i in range(groups)], each)


def reference(X: np.ndarray, y: np.ndarray, **settings: Any) -> Any:
    lda = pytest.importorskip("sklearn.discriminant_analysis").LinearDiscriminantAnalysis
    return lda(**settings).fit(X, y)


def table(points: np.ndarray, y: np.ndarray) -> np.ndarray:
    centroids = np.stack([points[y == name].mean(0) for name in np.unique(y)])
    return np.linalg.norm(centroids[:, None] - centroids[None], axis=-1)


@pytest.mark.parametrize(("each", "width"), [(30, 6), (30, 90), (20, 200)])
def test_centroid_distances_are_those_of_scikit_learn(each: int, width: int) -> None:
    X, y = blobs(each=each, width=width)
    X[:5] = X[5:10]  # duplicates, as a bootstrap brings
    expected = table(reference(X, y, n_components=3).transform(X), y)
    np.testing.assert_allclose(centroid_distances(X, y, n_components=3), expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(centroid_distances(torch.tensor(X), y, n_components=3), expected, rtol=1e-9, atol=1e-9)


def test_the_older_scaling_is_available_by_name() -> None:
    X, y = blobs()
    ratio = centroid_distances(X, y, within_scatter="n-classes")[0, 1] / centroid_distances(X, y)[0, 1]
    assert ratio == pytest.approx(math.sqrt((120 - 4) / 120), rel=1e-12)


def test_float32_input_is_computed_in_float64() -> None:
    X, y = blobs()
    single = X.astype(np.float32)
    assert np.array_equal(centroid_distances(single, y), centroid_distances(single.astype(np.float64), y))


def test_groups_name_the_order_and_leave_others_out() -> None:
    X, y = blobs()
    part = y != "g1"
    expected = centroid_distances(X[part], y[part])
    np.testing.assert_allclose(centroid_distances(X, y, ["g3", "g0", "g2"])[0, 1], expected[2, 0], rtol=1e-12)


def test_noise_looks_apart_in_sample_and_not_held_out() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(1600, 512)), np.tile(np.repeat(np.arange(8), 100), 2)
    above = np.triu_indices(8, 1)
    inside = centroid_distances(X[:800], y[:800], n_components=3)[above].mean()
    assert inside == pytest.approx(3.7, abs=0.15)
    # Two folds of 8 x 200: fitted on 8 x 100, measured on as many again.
    held_out = centroid_distances(X, y, n_components=3, cross_fit=2, rng=0)[above].mean()
    assert held_out == pytest.approx(0.7, abs=0.15)


def test_cross_fitting_finds_a_planted_distance_and_depends_on_the_seed_alone() -> None:
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(600, 5)), np.repeat(["a", "b", "c"], 200)
    X[y == "b", 0] += 4
    distances = centroid_distances(X, y, cross_fit=5, rng=3)
    assert distances[0, 1] == pytest.approx(4, rel=0.1)
    assert distances[0, 2] < 0.5
    assert np.array_equal(distances, distances.T)
    assert np.array_equal(distances, centroid_distances(X, y, cross_fit=5, rng=np.random.default_rng(3)))
    assert not np.array_equal(distances, centroid_distances(X, y, cross_fit=5, rng=4))


X0, Y0 = blobs()
CASES: list[tuple[Any, str]] = [
    (
        lambda: centroid_distances(X0[:31], Y0[:31]),
        "group 'g1' must have at least 10 documents, but it has 1. Leave it out, add documents, or lower min_group "
        "(or cross_fit).",
    ),
    (
        lambda: centroid_distances(X0, Y0, ["g0", "zz"]),
        "group 'zz' must have at least 10 documents, but it has 0. Leave it out, add documents, or lower min_group "
        "(or cross_fit).",
    ),
    (
        lambda: centroid_distances(X0, Y0, cross_fit=1),
        "cross_fit must be a whole number, at least 2, but it is 1. Pass a whole number for cross_fit.",
    ),
]


@pytest.mark.parametrize(("call", "text"), CASES, ids=[text[:30] for _, text in CASES])
def test_what_cannot_be_used_is_named(call: Any, text: str) -> None:
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value) == text
