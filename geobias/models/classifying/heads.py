"""Heads: what the outputs of a sequence classifier are, and the scores that its logits become."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

Head = Literal["softmax", "sigmoid", "regression"]
"""Labels that exclude each other; labels that do not; a number as it is."""


def head_of(config: Mapping[str, Any], outputs: int) -> Head:
    """What the head is by `problem_type` of its config.json; where it says none, one output is a regression.

    transformers' own pipeline puts a sigmoid over a single output of which config.json says nothing; as a number to
    correlate with, the logit has the same order and is not squeezed.
    """
    said = config.get("problem_type")
    if said == "multi_label_classification":
        return "sigmoid"
    return "regression" if said == "regression" or outputs == 1 else "softmax"


def scores_of(logits: np.ndarray, head: Head) -> np.ndarray:
    """Logits (texts, outputs) to scores, float64 of the same shape: probabilities, but of a regression the logits.

    >>> scores_of(np.array([[0.0, 0.0]]), "softmax").tolist(), scores_of(np.array([[0.0]]), "sigmoid").tolist()
    ([[0.5, 0.5]], [[0.5]])
    """
    values = logits.astype(np.float64)
    if head == "regression":
        return values
    if head == "sigmoid":
        small = np.exp(-np.abs(values))  # at most 1, so that nothing overflows
        return np.where(values >= 0, 1.0, small) / (1 + small)
    shifted = np.exp(values - values.max(axis=1, keepdims=True))
    return shifted / shifted.sum(axis=1, keepdims=True)
