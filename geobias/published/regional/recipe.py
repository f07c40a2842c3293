"""What the released notebooks do, as far as a number hangs on it."""

from __future__ import annotations

import numpy as np

TRAINED, EVALUATED, FOLDS = 160_000, 16_000, 5
"""Texts of a training set, cut into folds in their order; those that the baseline is evaluated on are its first."""
WITHOUT_POOL = "ZA"
"""The group for whose short texts the notebook of distances draws no pool."""
SCORED = 1000
"""Test documents of a group in every round, as the paper says."""
TWEETS, LOCATIONS, TOPICS = 28_636, 36_555, 119
"""Tweets of all regions, profile locations that were looked up, and topics of Reuters, as the paper says."""
SET_SIZES = {"Test": 3019, "CA": 123, "AU": 35, "UK": 106, "US": 1694, "MTP": 335}
OWN_DISTANCE = 54.401010
"""The baseline against itself, by short texts."""
OUTER = 10
"""Repeats 0 to 9 of a distance are inner draws from one outer draw, and so on."""


def seen_in_training(models: int) -> np.ndarray:
    """Share of the baseline's evaluated texts that each model trained on, float64 (models,).

    A model of fold f is trained on its set less the f-th fifth, and scored on the f-th fifth of the first 16,000; these
    lie in the first fifth of the set, which only the model of the first fold does not train on.

    >>> seen_in_training(5).tolist()
    [0.0, 1.0, 1.0, 1.0, 1.0]
    """
    fold = np.arange(models) % FOLDS
    held_out, scored = TRAINED // FOLDS, EVALUATED // FOLDS
    first, last = fold * scored, (fold + 1) * scored
    apart = np.minimum(last, (fold + 1) * held_out) - np.maximum(first, fold * held_out)
    return 1 - np.clip(apart, 0, None) / scored
