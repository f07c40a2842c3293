"""The counts of right and wrong answers behind printed scores of a binary classifier, recovered from whole numbers.

Of n texts a model calls some negative. Accuracy and the precisions of both labels say how many, how many of them are
right, and so how many texts have the label; with that both recalls follow, whatever a table says of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.means import known_mean

ACCURACY, PRECISIONS, RECALLS = "accuracy", ("precision_neg", "precision_pos"), ("recall_neg", "recall_pos")
_MOST_TEXTS = 1_000
_WHOLE = 1e-3


@dataclass(frozen=True)
class Confusions:
    """What scores rest on, float64 of the shape of the scores, (models, repeats, groups); NaN = cannot be recovered.

    texts : how many each score is taken over. negatives : float64 (repeats, groups), how many of them have the first
    label: the number that most models of the repeat agree on. recalls : metric -> both recalls as they must be.
    """

    texts: int
    negatives: np.ndarray
    recalls: dict[str, np.ndarray]

    @property
    def prevalence(self) -> np.ndarray:
        """Share of the second label, float64 (groups,)."""
        return 1 - known_mean(self.negatives, 0) / self.texts


def texts_behind(accuracy: np.ndarray) -> int:
    """The smallest number of texts of which every accuracy is a whole number of right answers; 0 = none up to 1,000."""
    values = np.unique(accuracy[~np.isnan(accuracy)])
    for texts in range(2, _MOST_TEXTS + 1):
        counts = values * texts
        if np.abs(counts - counts.round()).max(initial=0.0) < _WHOLE:
            return texts
    return 0


def confusions(accuracy: np.ndarray, precision_neg: np.ndarray, precision_pos: np.ndarray) -> Confusions | None:
    """Counts behind these scores, each float64 (models, repeats, groups); None where no number of texts makes them.

    With called = texts x (accuracy - precision_pos) / (precision_neg - precision_pos), the texts called negative,
    right ones among them are called x precision_neg, and so on. All models of a repeat are scored on the same texts.
    """
    texts = texts_behind(accuracy)
    if not texts:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        called = texts * (accuracy - precision_pos) / (precision_neg - precision_pos)
        right_neg, right_pos = called * precision_neg, (texts - called) * precision_pos
        negatives = right_neg + (texts - called) - right_pos
    whole = np.where(np.abs(negatives - negatives.round()) < 0.05, negatives.round(), np.nan)
    agreed = _mode(whole)
    # What a model says of itself carries another run's accuracy where two runs were mixed: the precisions alone do not.
    recalls = _recalls(precision_neg, precision_pos, agreed, texts)
    return Confusions(texts, agreed, dict(zip(RECALLS, recalls, strict=True)))


def _recalls(
    precision_neg: np.ndarray, precision_pos: np.ndarray, negatives: np.ndarray, texts: int
) -> tuple[np.ndarray, np.ndarray]:
    """Recalls from both precisions and the number of texts of each label.

    called x p_neg + (texts - called) x (1 - p_pos) = negatives gives the texts called negative.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        called = (negatives - texts * (1 - precision_pos)) / (precision_neg + precision_pos - 1)
        return called * precision_neg / negatives, (texts - called) * precision_pos / (texts - negatives)


def _mode(counts: np.ndarray) -> np.ndarray:
    """The number that most models agree on, (repeats, groups); NaN where no three do."""
    out = np.full(counts.shape[1:], np.nan)
    for place in np.ndindex(*out.shape):
        known = counts[(slice(None), *place)]
        values, times = np.unique(known[~np.isnan(known)], return_counts=True)
        if len(times) and times.max() >= 3 and times.max() > len(known) / 2:
            out[place] = values[times.argmax()]
    return out
