"""Discriminant tables: every repeat equals the centroid distances of what it drew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from geobias.discriminant import centroid_distances
from geobias.measures.discriminants import Documents, discriminant_points, lda_tables
from geobias.measures.geometry import DistanceSettings
from geobias.sampling import subsamples
from geobias.seeds import generator

SETTINGS = DistanceSettings(lda_components=2, lda_folds=3)


@pytest.fixture(scope="module")
def pools() -> dict[str, np.ndarray]:
    return {"au": np.arange(30), "nz": np.arange(30, 55), "mixed": np.arange(20, 40)}


def vectors(rows: np.ndarray) -> np.ndarray:
    rng = np.random.default_rng(1)
    return (rng.normal(size=(55, 4)) + (np.arange(55) >= 30)[:, None])[rows]


def test_lda_tables_equal_the_centroid_distances_of_each_repeat(pools):
    draws = subsamples(pools, repeats=3, documents=12, seed=0, purpose="t", equal=True)
    tables = lda_tables(draws, Documents(vectors), SETTINGS, quantity="lda", seed=5, pooled_groups=("mixed",))
    assert list(tables) == ["lda", "lda_crossfit"]
    rows = draws.rows(2)
    X, y = np.concatenate([vectors(rows[g]) for g in draws.groups]), np.repeat(draws.groups, 12)
    inside = centroid_distances(X, y, draws.groups, n_components=2)
    np.testing.assert_allclose(tables["lda"].values[2], inside, rtol=1e-11, atol=1e-11)
    outside = centroid_distances(
        X,
        y,
        draws.groups,
        n_components=2,
        cross_fit=3,
        rng=generator(5, "lda folds", 2),
        solver="eigen",
        shrinkage="auto",
    )
    np.testing.assert_allclose(tables["lda_crossfit"].values[2], outside, rtol=1e-11, atol=1e-11)


def test_in_sample_lda_is_left_out_where_there_are_no_more_documents_than_dimensions(pools):
    draws = subsamples(pools, repeats=1, documents=12, seed=0, purpose="t", equal=True)
    wide = lambda rows: np.random.default_rng(0).normal(size=(55, 40))[rows]  # noqa: E731
    assert list(lda_tables(draws, Documents(wide), SETTINGS, quantity="lda", seed=0)) == ["lda_crossfit"]
    assert list(lda_tables(draws, Documents(vectors), replace(SETTINGS, lda_folds=0), quantity="lda", seed=0)) == [
        "lda"
    ]


def test_discriminant_points_have_two_coordinates_even_for_two_groups(pools):
    two = {group: pools[group] for group in ("au", "nz")}
    owners, points = discriminant_points(subsamples(two, repeats=1, documents=9, seed=0, purpose="t"), vectors)
    assert points.shape == (18, 2)
    assert (points[:, 1] == 0).all()
    assert owners.tolist() == ["au"] * 9 + ["nz"] * 9


def test_discriminant_points_are_the_same_bits_with_any_threads_of_torch():
    draws = subsamples({"au": np.arange(240), "nz": np.arange(240, 480)}, repeats=1, documents=240, seed=0, purpose="t")
    features, before, found = np.random.default_rng(0).normal(size=(480, 384)), torch.get_num_threads(), []
    try:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            found.append(discriminant_points(draws, features.__getitem__)[1])
    finally:
        torch.set_num_threads(before)
    assert np.array_equal(*found)


def test_blocks_become_the_folds(pools):
    blocks = np.arange(55) % 4
    draws = subsamples(pools, repeats=2, documents=16, seed=0, purpose="t", equal=True, strata=blocks)
    table = lda_tables(draws, Documents(vectors, lambda rows: blocks[rows]), SETTINGS, quantity="lda", seed=0)
    rows = np.concatenate([draws.rows(1)[group] for group in draws.groups])
    expected = centroid_distances(
        vectors(rows), np.repeat(draws.groups, 16), draws.groups,
        n_components=2, folds=blocks[rows], solver="eigen", shrinkage="auto",
    )  # fmt: skip
    np.testing.assert_allclose(table["lda_crossfit"].values[1], expected, rtol=1e-11, atol=1e-11)
