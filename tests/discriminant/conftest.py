"""Features, draws and the loop over draws that the batched distances must equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from geobias.discriminant import centroid_distances
from geobias.discriminant.design import Design

Draws = dict[str, np.ndarray]


@pytest.fixture
def embedded() -> Callable[..., np.ndarray]:
    """Features (documents, width) as an encoder with a final layer normalisation makes them, in float32.

    Correlated, with an offset, one weighted sum that is the same for all, and one feature of no size.
    """

    def make(documents: int, width: int, seed: int = 0) -> np.ndarray:
        rng = np.random.default_rng(seed)
        mixed = rng.normal(size=(documents, width)) @ (np.eye(width) + rng.normal(size=(width, width)) / width)
        mixed += np.repeat(rng.normal(size=(4, width)), documents // 4, axis=0) / 2
        normed = (mixed - mixed.mean(1, keepdims=True)) / mixed.std(1, keepdims=True)
        gain = rng.uniform(0.5, 2, width)
        gain[0] = 1e-32
        return (normed * gain + 3 * (np.arange(width) > 0)).astype(np.float32)

    return make


@pytest.fixture
def drawn() -> Callable[..., Draws]:
    """Draws of four groups, each from its quarter of the rows: group -> (repeats, size)."""

    def make(documents: int, sizes: Any, repeats: int = 3, replace: bool = False, seed: int = 0) -> Draws:
        rng, quarter = np.random.default_rng(seed), documents // 4
        sizes = [sizes] * 4 if np.isscalar(sizes) else sizes
        return {
            f"g{g}": np.stack([g * quarter + rng.choice(quarter, size, replace) for _ in range(repeats)])
            for g, size in enumerate(sizes)
        }

    return make


@pytest.fixture
def looped() -> Callable[..., np.ndarray]:
    """`centroid_distances` draw by draw, with the batched call's arguments."""

    def loop(X: np.ndarray, draws: Draws, *, rng: Any = None, folds: Any = None, **options: Any) -> np.ndarray:
        tables = []
        for repeat in range(len(next(iter(draws.values())))):
            rows = np.concatenate([of_group[repeat] for of_group in draws.values()])
            labels = np.repeat(list(draws), [of_group.shape[1] for of_group in draws.values()])
            options["rng"] = None if rng is None else rng[repeat]
            options["folds"] = None if folds is None else folds[rows]
            tables.append(centroid_distances(X[rows], labels, list(draws), **options))
        return np.stack(tables)

    return loop


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The draws that had to be fitted one by one; filled while the test runs."""
    seen: list[int] = []
    original = Design._fitted

    def spy(self: Design, rows: np.ndarray) -> np.ndarray:
        seen.append(len(rows))
        return original(self, rows)

    monkeypatch.setattr(Design, "_fitted", spy)
    return seen
