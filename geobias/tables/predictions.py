"""Predictions: what every model says of every text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError


@dataclass(frozen=True)
class Predictions:
    """What every model says of every text; all scores are computed from these.

    Attributes
    ----------
    models : names of the M models, e.g. "set0-fold3".
    rows : int64 (n,), rows of the corpus.
    labels : int8 (n,) for one of two labels a text, (n, L) of 0 and 1 for more; -1 = not labelled.
    probabilities : float32 (M, n) of the positive label, or (M, n, L); NaN = this model gives none for this row.
    label_names : the two labels (negative first), or the L labels.
    threshold : a probability of at least this counts as positive; one for all models, or float64 (M,), one each.
    exclusive : a text has one of the L labels; the most probable one counts as said, whatever the threshold.
    """

    models: tuple[str, ...]
    rows: np.ndarray
    labels: np.ndarray
    probabilities: np.ndarray
    label_names: tuple[str, ...]
    threshold: float | np.ndarray = 0.5
    exclusive: bool = False

    def __post_init__(self) -> None:
        if np.ndim(self.threshold) and np.shape(self.threshold) != (len(self.models),):
            raise InputError(
                f"thresholds must be one number, or {len(self.models)}, one a model",
                f"they are {np.shape(self.threshold)}",
                "Give one for every model.",
            )
        expected = (len(self.models), *self.labels.shape)
        if len(self.rows) != len(self.labels) or self.probabilities.shape != expected:
            raise InputError(
                f"probabilities must be {expected} for {len(self.models)} models and {len(self.rows)} rows",
                f"they are {self.probabilities.shape}, with labels {self.labels.shape}",
                "Give one prediction a model and row, NaN where there is none.",
            )

    @property
    def multilabel(self) -> bool:
        """Whether every label has a probability of its own."""
        return self.labels.ndim == 2

    @property
    def task(self) -> str:
        """ "binary", "multiclass" (one of several labels a text) or "multilabel"; see `Corpus.task`."""
        return ("multiclass" if self.exclusive else "multilabel") if self.multilabel else "binary"

    def thresholds(self, at: np.ndarray) -> np.ndarray:
        """float64, to compare the probabilities of the places `at` (k,) with: (M, 1), (M, 1, 1) or (M, k, 1)."""
        if self.exclusive:
            return self.probabilities[:, at].max(-1, keepdims=True).astype(np.float64)
        shape = (len(self.models), *(1 for _ in self.labels.shape))
        return np.broadcast_to(np.reshape(self.threshold, (-1, *shape[1:])), shape).astype(np.float64)
