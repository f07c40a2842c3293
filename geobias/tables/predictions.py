"""Predictions: what every model says of every text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError


@dataclass(frozen=True, eq=False)
class Predictions:
    """What every model says of every text; all scores are computed from these.

    Attributes
    ----------
    models : names of the M models, e.g. "set0-fold3".
    rows : int64 (n,), rows of the corpus.
    labels : int8 (n,) for one of two labels per text, (n, L) of 0 and 1 for more; -1 = not labelled.
    probabilities : float32 (M, n) of the positive label, or (M, n, L); NaN = this model gives none for this row.
    label_names : the two labels (negative first), or the L labels.
    threshold : a probability of at least this counts as positive; one for all models, or float64 (M,), one each.
    exclusive : a text has one of the L labels; the most probable one counts as said, whatever the threshold.
    ordered : the labels are ratings, `label_names` from the lowest to the highest; a text has one of them.
    abstained : bool (M, n), or None where no model ever does: the model was asked and would not say. Its probabilities
        are NaN there, so that scores leave the text out; where they are NaN otherwise, the model was not asked.
    """

    models: tuple[str, ...]
    rows: np.ndarray
    labels: np.ndarray
    probabilities: np.ndarray
    label_names: tuple[str, ...]
    threshold: float | np.ndarray = 0.5
    exclusive: bool = False
    ordered: bool = False
    abstained: np.ndarray | None = None

    def __post_init__(self) -> None:
        if np.ndim(self.threshold) and np.shape(self.threshold) != (len(self.models),):
            raise InputError(
                f"thresholds must be one number, or {len(self.models)}, one per model",
                f"they are {np.shape(self.threshold)}",
                "Give one for every model.",
            )
        expected = (len(self.models), *self.labels.shape)
        if len(self.rows) != len(self.labels) or self.probabilities.shape != expected:
            raise InputError(
                f"probabilities must be {expected} for {len(self.models)} models and {len(self.rows)} rows",
                f"they are {self.probabilities.shape}, with labels {self.labels.shape}",
                "Give one prediction per model and row, NaN where there is none.",
            )
        if self.ordered and self.task == "multilabel":
            raise InputError(
                "ordered labels must be ones of which a text has one",
                f"a text may have several of {list(self.label_names)[:8]}",
                "Pass exclusive=True, or leave ordered out.",
            )
        self._check_abstained()

    def _check_abstained(self) -> None:
        if self.abstained is None:
            return
        given, shape = np.asarray(self.abstained), (len(self.models), len(self.rows))
        if given.dtype != bool or given.shape != shape:
            raise InputError(
                f"abstained must be bool {shape}, by model and row",
                f"it is {given.dtype} {given.shape}",
                "Pass True where a model was asked and gave no answer.",
            )
        object.__setattr__(self, "abstained", given)
        both = np.argwhere(given & self.answered)
        if len(both):
            model, row = both[0]
            raise InputError(
                "a model that abstains must give no probability",
                f"'{self.models[model]}' gives {self.probabilities[model, row].tolist()} for row {self.rows[row]}",
                "Pass NaN there.",
            )

    @property
    def answered(self) -> np.ndarray:
        """bool (M, n): which model gives a whole prediction for which row."""
        known = ~np.isnan(self.probabilities)
        return known.all(-1) if self.multilabel else known

    def abstention(self, at: np.ndarray | None = None) -> np.ndarray:
        """Share of the rows asked of every model that it abstained on, float64 (M,); NaN for one that was asked none.

        at : int64 (k,), places of the rows that count; None = all.

        >>> known = np.array([[0.9, np.nan, np.nan, 0.2]], dtype=np.float32)
        >>> silent = np.array([[False, True, False, False]])
        >>> said = Predictions(("m",), np.arange(4), np.array([1, 0, 1, 0]), known, ("no", "yes"), abstained=silent)
        >>> said.abstention().round(3).tolist()
        [0.333]
        """
        answered = self.answered
        silent = np.zeros_like(answered) if self.abstained is None else self.abstained
        places = np.arange(len(self.rows)) if at is None else at
        counts = silent[:, places].sum(1)
        asked = counts + answered[:, places].sum(1)
        return np.divide(counts, asked, out=np.full(len(self.models), np.nan), where=asked > 0)

    @property
    def places(self) -> np.ndarray:
        """int64 (n,), the place of every text's one label among the names, of ratings its rank; -1 = not labelled."""
        if self.task == "multilabel":
            raise InputError(
                "texts must have one label each to have a place", "they may have several", "Take `labels` as it is."
            )
        if not self.multilabel:
            return self.labels.astype(np.int64)
        return np.where((self.labels >= 0).all(1), self.labels.argmax(1), -1)

    @property
    def multilabel(self) -> bool:
        """Whether every label has a probability of its own."""
        return self.labels.ndim == 2

    @property
    def task(self) -> str:
        """ "binary", "multiclass" (one of several labels per text) or "multilabel"; see `Corpus.task`."""
        return ("multiclass" if self.exclusive else "multilabel") if self.multilabel else "binary"

    def thresholds(self, at: np.ndarray) -> np.ndarray:
        """float64, to compare the probabilities of the places `at` (k,) with: (M, 1), (M, 1, 1) or (M, k, 1)."""
        if self.exclusive:
            return self.probabilities[:, at].max(-1, keepdims=True).astype(np.float64)
        shape = (len(self.models), *(1 for _ in self.labels.shape))
        return np.broadcast_to(np.reshape(self.threshold, (-1, *shape[1:])), shape).astype(np.float64)
