"""The discriminant against scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from geobias.discriminant import LinearDiscriminant, centroid_distances
from geobias.errors import InputError


def blobs(groups: int = 4, each: int = 30, width: int = 6, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    spread = rng.normal(size=(width, width))
    X = rng.normal(size=(groups * each, width)) @ spread + np.repeat(rng.normal(size=(groups, width)), each, axis=0)
    return X, np.repeat([f"g{i}" for i in range(groups)], each)


def reference(X: np.ndarray, y: np.ndarray, **settings: Any) -> Any:
    lda = pytest.importorskip("sklearn.discriminant_analysis").LinearDiscriminantAnalysis
    return lda(**settings).fit(X, y)


def same_up_to_sign(actual: np.ndarray, expected: np.ndarray) -> None:
    signs = np.sign((actual * expected).sum(0))
    np.testing.assert_allclose(actual * signs, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    "settings",
    [{}, {"n_components": 2}, *({"solver": "eigen", "shrinkage": amount} for amount in (None, 0.3, "auto"))],
    ids=str,
)
def test_transformed_points_are_those_of_scikit_learn(settings: dict[str, Any]) -> None:
    X, y = blobs()
    ours, theirs = LinearDiscriminant(**settings).fit(X, y), reference(X, y, **settings)
    expected = theirs.transform(X)
    expected = expected - expected.mean(0)  # its eigen solver does not centre
    same_up_to_sign(ours.transform(X).numpy(), expected)
    np.testing.assert_allclose(
        ours.explained_variance_ratio_, theirs.explained_variance_ratio_[: ours.n_components_], rtol=1e-9
    )
    assert ours.classes_.tolist() == theirs.classes_.tolist()
    assert ours.notes_ == []


def test_the_rank_cut_drops_duplicated_and_constant_features() -> None:
    X, y = blobs()
    X = np.column_stack([X, X[:, 0] * 1e5, np.ones(len(X))])
    ours = LinearDiscriminant().fit(X, y)
    same_up_to_sign(ours.transform(X).numpy(), reference(X, y).transform(X))


def test_too_many_components_are_cut_and_noted() -> None:
    X, y = blobs(groups=6)
    model = LinearDiscriminant(n_components=6)
    with pytest.warns(UserWarning, match=r"n_components=6 is cut to 5: 6 classes, 6 features"):
        model.fit(X, y)
    assert model.n_components_ == 5
    assert model.transform(X).shape == (180, 5)
    assert model.notes_ == ["n_components=6 is cut to 5: 6 classes, 6 features"]


def test_a_constant_feature_falls_back_to_shrinkage() -> None:
    X, y = blobs()
    with pytest.warns(UserWarning, match=r"shrinkage='auto' is used: the scatter within classes is singular without"):
        distances = centroid_distances(np.column_stack([X, np.ones(len(X))]), y, solver="eigen")
    assert np.isfinite(distances).all()
    with pytest.raises(
        InputError, match=r"positive definite for solver='eigen', but it is singular with shrinkage=0\.0"
    ):
        LinearDiscriminant("eigen", shrinkage=0.0).fit(np.column_stack([X, np.ones(len(X))]), y)


X0, Y0 = blobs()
CASES: list[tuple[Any, str]] = [
    (
        lambda: LinearDiscriminant().fit(np.eye(2), [0, 1]),
        "X must have more rows than the 2 classes, but it has 2. Add documents to every group.",
    ),
    (
        lambda: LinearDiscriminant().fit([[0.0], [1.0], [1.0]], [0, 1, 1]),
        "features must vary within a class, but all rows of every class are equal. Drop duplicate texts.",
    ),
    (
        lambda: LinearDiscriminant().fit(np.eye(20), ["nz"] * 20),
        "y must hold at least two classes, but it holds only ['nz']. Add another group.",
    ),
    (
        lambda: LinearDiscriminant("lsqr"),
        "solver must be one of ['svd', 'eigen'], but it is 'lsqr'. Choose one of them.",
    ),
    (
        lambda: LinearDiscriminant(shrinkage="auto"),
        "shrinkage must go with solver='eigen', but the solver is 'svd'. Pass solver='eigen' or no shrinkage.",
    ),
    (
        lambda: LinearDiscriminant("eigen", shrinkage=2.0),
        "shrinkage must be None, 'auto' or in [0, 1], but it is 2.0. Pass shrinkage='auto'.",
    ),
    (
        lambda: LinearDiscriminant().fit(np.full((30, 2), np.nan), Y0[:30]),
        "X must be finite, but row 0 holds NaN or infinity. Drop that document.",
    ),
    (
        lambda: LinearDiscriminant().fit(X0, Y0[:5]),
        "y must have one entry per row of the features or points, shape (120,), but its shape is (5,). Align both.",
    ),
]


@pytest.mark.parametrize(("call", "text"), CASES, ids=[text[:30] for _, text in CASES])
def test_what_cannot_be_used_is_named(call: Any, text: str) -> None:
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value) == text
