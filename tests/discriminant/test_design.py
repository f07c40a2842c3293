"""How draws are solved: the surest way only where it has to be."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.discriminant import LinearDiscriminant, batched_centroid_distances
from geobias.discriminant.design import Features, discriminant_centroids


def test_only_the_draws_in_doubt_are_fitted(drawn, looped, fitted):
    X, draws = np.random.default_rng(0).normal(size=(400, 6)), drawn(400, 20, repeats=4)
    near = np.concatenate([of_group[2] for of_group in draws.values()])
    # In one draw two features are the same but for a hair, not so in the others.
    rest = np.setdiff1d(np.arange(400), near)
    X[near, 0] = X[near, 1] * (1 + 1e-3 * np.random.default_rng(1).normal(size=len(near)))
    draws = {group: np.where(np.arange(4)[:, None] == 2, rows, rest[rest // 100 == i][:20])
             for i, (group, rows) in enumerate(draws.items())}  # fmt: skip
    found = batched_centroid_distances(X, draws)
    assert len(fitted) == 1
    expected = looped(X, draws)
    assert np.abs(found - expected).max() <= 1e-11 * expected.max()


def test_a_constant_feature_is_left_out(drawn, looped, fitted):
    X, draws = np.random.default_rng(0).normal(size=(400, 6)), drawn(400, 20)
    expected = looped(X, draws)
    found = batched_centroid_distances(np.column_stack([X, np.full(400, 0.1)]), draws)
    assert np.abs(found - expected).max() <= 1e-11 * expected.max()
    assert fitted == []


def test_features_are_centred_and_scaled_once():
    raw = torch.tensor([[1.0, 1e-30, 7], [3, 3e-30, 7]], dtype=torch.float64)
    features = Features(raw, torch.float32, scaled=True)
    assert features.typed[torch.float32].tolist() == [[-1, -1, 0], [1, 1, 0]]
    assert features.types == (torch.float32, torch.float64)
    unscaled = Features(raw, torch.float64, scaled=False).typed[torch.float64]
    torch.testing.assert_close(unscaled, torch.tensor([[-1, -1e-30, 0], [1, 1e-30, 0]], dtype=torch.float64))


@pytest.mark.parametrize("components", [1, 2])
def test_centroids_are_the_projections_of_the_fitted_model(components):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(90, 5)), np.repeat([0, 1, 2], 30)
    model = LinearDiscriminant(n_components=components).fit(X, y)
    means = torch.tensor(np.stack([X[y == g].mean(0) for g in range(3)]) - X.mean(0))
    whitening = torch.linalg.inv(torch.linalg.cholesky(torch.tensor(np.cov((X - X[y == y].mean(0)).T, bias=True)
        - np.einsum("gi,gj->ij", means, means) / 3)))  # fmt: skip
    white = (means @ whitening.T).repeat(2, 1)[None]
    found = discriminant_centroids(white @ white.mT, np.array([30, 30, 30]), components, 1e-4)[0]
    expected = torch.stack([model.transform(X[y == g]).mean(0) for g in range(3)])
    torch.testing.assert_close(torch.cdist(found, found), torch.cdist(expected, expected))


def test_nothing_above_a_scatters_diagonal_is_read(monkeypatch):
    """It is memory as it came; whatever it holds, no bit of a distance changes."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(120, 10)) + np.repeat(rng.normal(size=(3, 10)), 40, axis=0)
    features = np.concatenate([features, features.sum(1, keepdims=True)], axis=1)
    draws = np.stack([[40 * g + rng.choice(40, 30, replace=False) for g in range(3)] for _ in range(2)])
    plain = torch.Tensor.new_empty

    def tables(fill: float) -> list[np.ndarray]:
        monkeypatch.setattr(torch.Tensor, "new_empty", lambda self, *shape: plain(self, *shape).fill_(fill))
        settings = [{}, {"cross_fit": 3, "rng": [0, 1]}, {"solver": "eigen", "shrinkage": "auto"}]
        return [batched_centroid_distances(features, draws, **chosen) for chosen in settings]

    for zeros, nans in zip(tables(0.0), tables(float("nan")), strict=True):
        np.testing.assert_array_equal(zeros, nans)
        assert np.isfinite(nans).all()
