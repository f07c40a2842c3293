"""Krippendorff's alpha: how far annotators agree on items beyond what their answers agree by chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from geobias.errors import InputError

LEVEL = Literal["nominal", "ordinal", "interval", "ratio"]
NOT_PAIRED = "no item has answers of two annotators"
NO_VARIATION = "every answer is the same"
NO_SCALE = "answers of a ratio scale must not be negative"


@dataclass(frozen=True)
class AnnotatorAgreement:
    """What `krippendorff_alpha` found.

    Attributes
    ----------
    alpha : 1 - observed / expected: 1 = all agree on every item, 0 = as by chance; NaN where `reason` says why.
    observed, expected : mean disagreement within items, and of answers whatever their item.
    items, answers : how many it rests on: items with two answers or more, and the answers to them.
    reason : why there is no alpha, or "".
    """

    alpha: float
    observed: float
    expected: float
    items: int
    answers: int
    reason: str = ""


def krippendorff_alpha(
    item: Any, answer: Any, *, level: LEVEL = "interval", without_variation: float = float("nan")
) -> AnnotatorAgreement:
    """AnnotatorAgreement of answers, one per annotator and item (Krippendorff 2019, Content Analysis, section 12.3).

    Parameters
    ----------
    item : (n,) names or numbers of the items judged. answer : float (n,), NaN = none given.
    level : of the answers' scale, which decides how far two of them disagree.
    without_variation : alpha where every answer is the same: undefined, NaN; 1 by some.

    Returns
    -------
    AnnotatorAgreement. Equal to the package `krippendorff`.

    Raises
    ------
    InputError : another level, or arrays that do not fit.

    >>> round(krippendorff_alpha([0, 0, 1, 1, 2, 2], [1, 1, 2, 2, 3, 1]).alpha, 3)
    0.0
    """
    weigh = WeightedAlpha.of(item, answer, level=level)
    return weigh.agreement(without_variation)


@dataclass(frozen=True)
class WeightedAlpha:
    """Alpha under weights of answers, as resampling needs it.

    Attributes
    ----------
    place : int64 (n,), the cell (item, value) of every answer; `shape` = numbers of items and of values.
    values : float64 (V,), sorted. kept : rows of the answers given that are not NaN.
    """

    place: np.ndarray
    shape: tuple[int, int]
    values: np.ndarray
    kept: np.ndarray
    level: LEVEL

    @classmethod
    def of(cls, item: Any, answer: Any, *, level: LEVEL = "interval") -> WeightedAlpha:
        """See `krippendorff_alpha`."""
        items, answers = np.asarray(item), np.asarray(answer, dtype=np.float64)
        if level not in _DISTANCES:
            raise InputError(f"level must be one of {list(_DISTANCES)}", f"it is {level!r}", "Pass one of them.")
        if items.ndim != 1 or items.shape != answers.shape:
            raise InputError(
                "items and answers must be two arrays of one length",
                f"their shapes are {items.shape} and {answers.shape}",
                "Pass one item for each answer.",
            )
        kept = np.flatnonzero(~np.isnan(answers))
        if np.isinf(answers[kept]).any():
            raise InputError("answers must be finite or NaN", "one is infinite", "Leave it out.")
        names, row = np.unique(items[kept], return_inverse=True)
        values, column = np.unique(answers[kept], return_inverse=True)
        return cls(row * len(values) + column, (len(names), len(values)), values, kept, level)

    def agreement(self, without_variation: float = float("nan")) -> AnnotatorAgreement:
        """Every answer counted once."""
        once = np.ones(len(self.kept))
        totals = self._cells(once).sum(1)
        paired = totals >= 2
        counts = (int(paired.sum()), int(totals[paired].sum()))
        if not paired.any():
            return AnnotatorAgreement(float("nan"), float("nan"), float("nan"), *counts, NOT_PAIRED)
        if self.level == "ratio" and (self.values < 0).any():
            return AnnotatorAgreement(float("nan"), float("nan"), float("nan"), *counts, NO_SCALE)
        observed, expected = self._disagreements(once)
        if expected == 0:
            return AnnotatorAgreement(without_variation, observed, expected, *counts, NO_VARIATION)
        return AnnotatorAgreement(1 - observed / expected, observed, expected, *counts)

    def __call__(self, weights: np.ndarray) -> float:
        """Alpha where each answer given counts `weights` times, float64 (n,); NaN where there is none.

        Copies of one answer are no pair: two of them say nothing of agreement.
        """
        observed, expected = self._disagreements(np.asarray(weights, dtype=np.float64)[self.kept])
        return 1 - observed / expected if expected > 0 else float("nan")

    def _cells(self, weights: np.ndarray) -> np.ndarray:
        """Sum of the weights in each cell (items, values)."""
        return np.bincount(self.place, weights, minlength=self.shape[0] * self.shape[1]).reshape(self.shape)

    def _disagreements(self, weights: np.ndarray) -> tuple[float, float]:
        """Observed and expected disagreement."""
        counts, squares = self._cells(weights), self._cells(weights**2)
        totals, own = counts.sum(1), squares.sum(1)
        pairs = totals**2 - own  # of different answers, of every item
        told = pairs > 1e-12 * totals**2
        if not told.any():
            return float("nan"), float("nan")
        scale = totals[told] / pairs[told]
        paired = counts[told]
        coincidences = (paired * scale[:, None]).T @ paired - np.diag(scale @ squares[told])
        margins = paired.sum(0)
        distance = _DISTANCES[self.level](self.values, margins)
        whole = margins.sum()
        observed = float((coincidences * distance).sum() / whole)
        by_chance = whole**2 - squares[told].sum()
        return observed, float(margins @ distance @ margins / by_chance)


def _nominal(values: np.ndarray, margins: np.ndarray) -> np.ndarray:
    return (values[:, None] != values).astype(np.float64)


def _ordinal(values: np.ndarray, margins: np.ndarray) -> np.ndarray:
    """Answers that lie between two values, the two themselves by half."""
    ranks = np.cumsum(margins) - margins / 2
    return (ranks[:, None] - ranks) ** 2


def _interval(values: np.ndarray, margins: np.ndarray) -> np.ndarray:
    return (values[:, None] - values) ** 2


def _ratio(values: np.ndarray, margins: np.ndarray) -> np.ndarray:
    sums = values[:, None] + values
    return ((values[:, None] - values) / np.where(sums == 0, 1, sums)) ** 2


_DISTANCES: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}
