"""Many draws in one call equal the loop over draws, and scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.discriminant import batched_centroid_distances, centroid_distances, design
from geobias.errors import InputError

AUTO = {"solver": "eigen", "shrinkage": "auto"}


def same(actual: np.ndarray, expected: np.ndarray, digits: float = 1e-11) -> None:
    assert np.abs(actual - expected).max() <= digits * expected.max()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"n_components": 2},
        {"within_scatter": "n-classes"},
        {"n_components": 2, "cross_fit": 3},
        {"cross_fit": 2, "within_scatter": "n-classes"},
        {"n_components": 1, **AUTO},
        {"n_components": 2, "cross_fit": 3, **AUTO},
        {"solver": "eigen", "shrinkage": 0.3},
        {"solver": "eigen", "shrinkage": 0.1, "cross_fit": 2},
    ],
    ids=str,
)
@pytest.mark.parametrize(("width", "size"), [(12, 40), (60, 12)], ids=["tall", "wide"])
def test_equal_to_the_loop_on_embeddings(embedded, drawn, looped, fitted, options, width, size):
    X, draws = embedded(400, width), drawn(400, size)
    rng = list(range(3)) if "cross_fit" in options else None
    found = batched_centroid_distances(X, draws, rng=rng, **options)
    assert fitted == []
    same(found, looped(X, draws, rng=rng, **options))
    assert np.array_equal(found, found.swapaxes(1, 2))


@pytest.mark.parametrize("solver", [{"solver": "eigen"}, {"solver": "eigen", "shrinkage": 0.0}], ids=str)
def test_the_eigen_solver_without_shrinkage(drawn, looped, fitted, solver):
    X, draws = np.random.default_rng(0).normal(size=(400, 12)), drawn(400, 30)
    same(batched_centroid_distances(X, draws, cross_fit=2, rng=[0, 1, 2], **solver),
         looped(X, draws, cross_fit=2, rng=[0, 1, 2], **solver))  # fmt: skip
    assert fitted == []


def test_the_eigen_solver_shrinks_where_documents_are_few(drawn, looped):
    X, draws = np.random.default_rng(0).normal(size=(400, 60)), drawn(400, 12)
    with pytest.warns(UserWarning, match="shrinkage='auto' is used"):
        expected = looped(X, draws, solver="eigen")
    with pytest.warns(UserWarning, match="shrinkage='auto' is used"):
        found = batched_centroid_distances(X, draws, solver="eigen")
    same(found, expected)


@pytest.mark.parametrize("width", [12, 60, 150])
def test_documents_drawn_again_count_again(embedded, drawn, looped, width):
    # 60 of 25 per group: 100 distinct at most, which leaves the scatter singular at a width of 150 and near it at 60.
    X, draws = embedded(100, width), drawn(100, 60, replace=True)
    same(batched_centroid_distances(X, draws), looped(X, draws))


def test_groups_of_different_sizes(embedded, drawn, looped):
    X, draws = embedded(400, 12), drawn(400, [15, 100, 40, 11])
    same(batched_centroid_distances(X, draws), looped(X, draws))
    same(batched_centroid_distances(X, draws, cross_fit=4, rng=[3, 4, 5]),
         looped(X, draws, cross_fit=4, rng=[3, 4, 5]))  # fmt: skip


def test_given_folds_whose_sizes_differ_between_draws(embedded, drawn, looped):
    X, draws, blocks = embedded(400, 12), drawn(400, 30, repeats=4), np.arange(400) % 3
    found = batched_centroid_distances(X, draws, folds=blocks, **AUTO)
    same(found, looped(X, draws, folds=blocks, **AUTO))


def test_values_of_scikit_learn(drawn):
    discriminant = pytest.importorskip("sklearn.discriminant_analysis").LinearDiscriminantAnalysis
    X, draws = np.random.default_rng(0).normal(size=(1600, 200)), drawn(1600, 100)
    found = batched_centroid_distances(X, draws, n_components=2)
    for repeat, table in enumerate(found):
        points = X[np.concatenate([of_group[repeat] for of_group in draws.values()])]
        y = np.repeat(np.arange(4), 100)
        coordinates = discriminant(n_components=2).fit(points, y).transform(points)
        centroids = np.stack([coordinates[y == g].mean(0) for g in range(4)])
        same(table, np.linalg.norm(centroids[:, None] - centroids[None], axis=-1))


def test_a_feature_that_one_group_never_varies_in(drawn, looped, fitted):
    X, draws = np.random.default_rng(0).normal(size=(400, 6)), drawn(400, 20)
    X[:100, 2], X[:, 4] = 0.3, 0.1
    same(batched_centroid_distances(X, draws, **AUTO), looped(X, draws, **AUTO))
    assert len(fitted) == 3


@settings(max_examples=30, deadline=None)
@given(
    groups=st.integers(2, 5),
    width=st.integers(1, 30),
    size=st.integers(2, 12),
    pool=st.integers(4, 20),
    offset=st.sampled_from([0.0, 100.0]),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_shape_equals_the_loop(groups, width, size, pool, offset, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(groups * pool, width)) + offset
    draws = np.arange(groups)[None, :, None] * pool + rng.integers(pool, size=(2, groups, size))
    labels = np.repeat(np.arange(groups), size)
    if any(len(np.unique(X[rows].reshape(-1, width), axis=0)) <= groups for rows in draws):
        return  # nothing may be left to vary within a group
    expected = [centroid_distances(X[rows.ravel()], labels, min_group=1) for rows in draws]
    same(batched_centroid_distances(X, draws, min_group=1), np.stack(expected), 1e-9)


def test_a_draw_of_one_document_a_group_is_refused():
    X = np.random.default_rng(0).normal(size=(20, 3))
    with pytest.raises(InputError, match="features must vary within a class, but all rows of every class are equal"):
        batched_centroid_distances(X, np.array([[[1] * 5, [2] * 5]]), min_group=1)


def test_a_tensor_of_draws_has_the_groups_on_its_second_axis(embedded, drawn):
    X, draws = embedded(400, 12), drawn(400, 30)
    stacked = np.stack(list(draws.values()), 1)
    expected = batched_centroid_distances(X, draws)
    for given_draws in (stacked, torch.from_numpy(stacked), list(draws.values())):
        assert np.array_equal(batched_centroid_distances(torch.from_numpy(X), given_draws), expected)


@pytest.mark.parametrize("options", [{}, {"cross_fit": 3, "rng": [0, 1, 2]}, {"n_components": 2, **AUTO}], ids=str)
def test_float32_is_right_to_four_digits(embedded, drawn, options):
    X, draws = embedded(800, 40), drawn(800, 90)
    exact = batched_centroid_distances(X, draws, **options)
    single = batched_centroid_distances(X, draws, dtype=torch.float32, **options)
    same(single, exact, 1e-4)
    assert not np.array_equal(single, exact)


@pytest.mark.parametrize("options", [{}, {"cross_fit": 2, "rng": [0, 1, 2]}], ids=str)
def test_float32_is_right_where_documents_are_fewer_than_features(embedded, drawn, options):
    X, draws = embedded(400, 60), drawn(400, 14, replace=True)
    exact = batched_centroid_distances(X, draws, **options)
    single = batched_centroid_distances(X, draws, dtype=torch.float32, **options)
    same(single, exact, 1e-4)
    assert not np.array_equal(single, exact)


def test_draws_with_and_without_a_scatter_of_full_rank_in_one_call(embedded, drawn, looped, fitted):
    X = embedded(400, 30)
    full, few = drawn(400, 40, repeats=2), drawn(400, 40, repeats=2, seed=1)
    draws = {
        group: np.concatenate([full[group], np.tile(few[group][:, :7], 6)[:, :40]])[[0, 2, 3, 1]] for group in full
    }
    found = batched_centroid_distances(X, draws)
    assert fitted == []
    same(found, looped(X, draws))


def test_a_large_tol_drops_directions_as_the_loop_does(drawn, looped):
    X, draws = np.random.default_rng(0).normal(size=(400, 12)), drawn(400, 30)
    for chosen in (X, np.repeat(X, 12, 1) + np.random.default_rng(1).normal(size=(400, 144)) / 4):
        same(batched_centroid_distances(chosen, draws, tol=0.7), looped(chosen, draws, tol=0.7))


def test_one_generator_goes_on_from_draw_to_draw(embedded, drawn):
    X, draws = embedded(400, 12), drawn(400, 30)
    generator = np.random.default_rng(5)
    expected = batched_centroid_distances(X, draws, cross_fit=3, rng=[generator] * 3)
    assert np.array_equal(batched_centroid_distances(X, draws, cross_fit=3, rng=5), expected)


def test_bits_do_not_depend_on_workers_or_threads_and_progress_is_told(embedded, drawn, monkeypatch):
    monkeypatch.setitem(design.CHUNK_BYTES, "cpu", 1 << 17)
    X, draws, steps = embedded(4000, 40), drawn(4000, 30, repeats=7), []
    one = batched_centroid_distances(X, draws, workers=1, progress=lambda *step: steps.append(step))
    assert np.array_equal(batched_centroid_distances(X, draws, workers=3), one)
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        assert np.array_equal(batched_centroid_distances(X, draws, workers=2), one)
    finally:
        torch.set_num_threads(before)
    assert steps[-1] == (7, 7)
    assert len(steps) > 1


def test_too_many_components_are_noted_once(embedded, drawn, recwarn):
    batched_centroid_distances(embedded(400, 12), drawn(400, 30), n_components=9)
    assert [str(warning.message) for warning in recwarn] == ["n_components=9 is cut to 3: 4 classes, 12 features"]


X0 = np.random.default_rng(0).normal(size=(60, 3))
TWO = np.arange(60).reshape(1, 2, 30)
CASES: list[tuple[dict[str, Any], str]] = [
    (
        {"draws": TWO + 1},
        "draws must be rows of the features, 0 to 59, but those of group '1' go from 31 to 60. Pass the rows that the "
        "features hold.",
    ),
    (
        {"draws": {"au": TWO[:, 0], "nz": TWO[0, 0]}},
        "draws must be integers (R, n) for each group, R alike, but those of group 'nz' are int64 of shape (30,). Pass "
        "a tensor (R, G, n), or group -> (R, n_g).",
    ),
    ({"draws": TWO[:, :1]}, "draws must be of at least two groups, but they are of [0]. Add another group."),
    (
        {"draws": {"au": TWO[:, 0], "nz": TWO[:, 1, :4]}},
        "group 'nz' must have at least 10 documents, but it has 4. Leave it out, add documents, or lower min_group "
        "(or cross_fit).",
    ),
    (
        {"dtype": torch.float16},
        "dtype must be torch.float64 or torch.float32, but it is torch.float16. Pass torch.float64.",
    ),
    (
        {"cross_fit": 3, "rng": [0, 1]},
        "rng must be one for all draws, or one for each of 1, but it holds 2. Pass a seed.",
    ),
    ({"cross_fit": 1}, "cross_fit must be a whole number, at least 2, but it is 1. Pass a whole number for cross_fit."),
    (
        {"folds": np.arange(60) // 30},
        "every group must have documents in each of at least two folds, but '0' has [30, 0] in the folds [0, 1]. Use "
        "fewer folds, or more documents.",
    ),
]


@pytest.mark.parametrize(("options", "text"), CASES, ids=[text[:40] for _, text in CASES])
def test_what_cannot_be_used_is_named(options, text):
    with pytest.raises(InputError) as caught:
        batched_centroid_distances(X0, **{"draws": TWO, **options})
    assert str(caught.value) == text
