"""Krippendorff's alpha: how far annotators agree on items beyond what their answers agree by chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from geobias.errors import InputError

LEVEL = Literal["nominal", "ordinal", "interval", "ratio"]
NOT_PAIRED = "no item has answers of two annotators"
NO_VARIATION = "no_variation: every answer is the same"
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


def alpha_without_each(
    item: Any, answer: Any, *, level: LEVEL = "interval"
) -> tuple[float, np.ndarray, np.ndarray, str]:
    """Alpha, and what it is without each item and without each answer, as a jackknife needs it.

    Parameters
    ----------
    item : int64 (n,), 0 .. I - 1. answer : float64 (n,), no NaN. level : see `krippendorff_alpha`.

    Returns
    -------
    alpha, without items float64 (I,), without answers float64 (n,), and why there is none, or "". An item with one
    answer, and the answer, change nothing.
    """
    whole = WeightedAlpha.of(item, answer, level=level)
    found = whole.agreement()
    column, row = whole.place % whole.shape[1], whole.place // whole.shape[1]
    counts = whole._cells(np.ones(len(column)))
    if found.reason:
        nothing = np.full(len(counts), found.alpha), np.full(len(column), found.alpha)
        return found.alpha, *nothing, found.reason
    totals = counts.sum(1)

    def coincidences(some: np.ndarray) -> np.ndarray:
        answered = some.sum(1)
        scale = np.where(answered > 1, 1 / np.maximum(answered - 1, 1), 0)[:, None, None]
        return (some[:, :, None] * some[:, None, :] - np.eye(some.shape[1]) * some[:, None, :]) * scale

    size = whole.shape[1]
    chunk = max(1, _CHUNK // size**2)
    parts = np.array_split(np.arange(len(counts)), -(-len(counts) // chunk))
    table = sum(coincidences(counts[part]).sum(0) for part in parts)
    without_items = np.concatenate([_alphas(table - coincidences(counts[part]), whole) for part in parts])
    less = np.unique(whole.place, return_index=True)[1]  # one answer of each item and value: the others move alike
    moved = np.full(whole.shape, np.nan)
    for part in np.array_split(less, -(-len(less) // chunk)):
        some = counts[row[part]]
        fewer = some - np.eye(size)[column[part]]
        moved[row[part], column[part]] = _alphas(table - coincidences(some) + coincidences(fewer), whole)
    without_answers = np.where(totals[row] > 1, moved[row, column], found.alpha)
    return found.alpha, np.where(totals > 1, without_items, found.alpha), without_answers, ""


def _alphas(tables: np.ndarray, whole: WeightedAlpha) -> np.ndarray:
    """Alpha of tables of coincidences, float64 (B, V, V) -> (B,); NaN where one is empty."""
    margins = tables.sum(2)
    n = margins.sum(1)
    n = np.where(n > 1, n, np.nan)
    if whole.level == "ordinal":
        ranks = np.cumsum(margins, 1) - margins / 2
        distance = (ranks[:, :, None] - ranks[:, None, :]) ** 2
    else:
        distance = _DISTANCES[whole.level](whole.values, margins[0])
    observed = (tables * distance).sum((1, 2)) / n
    expected = (margins[:, :, None] * margins[:, None, :] * distance).sum((1, 2)) / (n * (n - 1))
    return 1 - np.divide(observed, expected, out=np.full(len(n), np.nan), where=expected > 0)


_CHUNK = 1 << 21  # entries of the tables that lie in memory at once


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
