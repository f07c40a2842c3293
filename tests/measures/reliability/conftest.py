"""Groups of known means and accuracies, as units with vectors and scored documents."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from geobias.measures.differences import UnitGroup
from geobias.measures.reliability import UnitSample
from geobias.measures.scores import WeightedGroups
from geobias.tables import Predictions


@pytest.fixture(scope="session")
def sample_of() -> Callable[..., UnitSample]:
    """(means (G, d), shares right (G,), texts a group, models) -> a sample in which every text is a unit."""

    def made(means: np.ndarray, right: np.ndarray, texts: int = 60, models: int = 3, seed: int = 0) -> UnitSample:
        rng = np.random.default_rng(seed)
        names = [f"g{i}" for i in range(len(means))]
        vectors = means[:, None] + rng.normal(size=(len(means), texts, means.shape[1]))
        rows = np.arange(len(means) * texts).reshape(len(means), texts)
        labels = rng.integers(2, size=rows.size)
        correct = rng.random((models, rows.size)) < np.repeat(right, texts)
        said = np.where(correct, labels, 1 - labels) * 0.8 + 0.1
        predictions = Predictions(
            tuple(f"set{m}" for m in range(models)),
            np.arange(rows.size),
            labels.astype(np.int8),
            said.astype(np.float32),
            ("negative", "positive"),
        )
        groups = {
            name: UnitGroup(some.astype(np.float32), list(np.arange(texts)[:, None]))
            for name, some in zip(names, vectors, strict=True)
        }
        of = dict(zip(names, rows, strict=True))
        return UnitSample(groups, of, WeightedGroups.of(predictions, of, ["accuracy"]), np.arange(rows.size))

    return made
