"""Predictions of held-out folds that several tests score."""

import numpy as np
import pytest

from geobias.tables import Predictions


@pytest.fixture
def held_out():
    """Two sets of three folds on 210 rows; of the group "own" each model predicts its own third alone."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 210).astype(np.int8)
    probabilities = np.clip(labels * 0.3 + rng.random((6, 210)) * 0.7, 0, 1).astype(np.float32)
    for model in range(6):
        probabilities[model, 150:][np.arange(60) % 3 != model % 3] = np.nan
    names = tuple(f"set{i // 3}-fold{i % 3}" for i in range(6))
    return Predictions(names, np.arange(210), labels, probabilities, ("neg", "pos"))
