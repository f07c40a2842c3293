"""Corrections of p-values for many tests at once; `geobias.stats.max_statistic` uses the tests themselves."""

from __future__ import annotations

import numpy as np

from geobias.arrays import reals
from geobias.errors import InputError


def benjamini_hochberg(p: object) -> np.ndarray:
    """Adjusted p-values that control the false discovery rate (Benjamini and Hochberg 1995), shape of `p`.

    q of the k-th smallest of m is the least of p_(j) m / j over j >= k. NaN stays NaN and does not count in
    m. Equal to `scipy.stats.false_discovery_control` and R's `p.adjust(method="BH")`. Raises InputError for
    values outside [0, 1].

    >>> benjamini_hochberg([0.01, 0.04, float("nan"), 0.03]).tolist()
    [0.03, 0.04, nan, 0.04]
    """
    values, known, order = _sorted(p)
    steps = values[known][order] * len(order) / np.arange(1, len(order) + 1)
    return _unsorted(values, known, order, np.minimum.accumulate(steps[::-1])[::-1])


def holm(p: object) -> np.ndarray:
    """Adjusted p-values that control the family-wise error rate (Holm 1979), shape of `p`.

    The k-th smallest of m becomes the largest of p_(j) (m - j + 1) over j <= k, at most 1, however the tests depend on
    each other. NaN stays NaN and does not count in m. Equal to statsmodels' `multipletests(method="holm")` and R's
    `p.adjust(method="holm")`. Raises InputError for values outside [0, 1].

    >>> holm([0.01, 0.04, float("nan"), 0.03]).tolist()
    [0.03, 0.06, nan, 0.06]
    """
    values, known, order = _sorted(p)
    steps = values[known][order] * (len(order) - np.arange(len(order)))
    return _unsorted(values, known, order, np.minimum(np.maximum.accumulate(steps), 1.0))


def _sorted(p: object) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """p-values, which of them are known, and the ascending order of those; all must lie in [0, 1]."""
    values = reals("p", p)
    known = ~np.isnan(values)
    given = values[known]
    outside = given[(given < 0) | (given > 1)]
    if len(outside):
        raise InputError("p-values must lie in [0, 1]", f"there is {outside[0]}", "Pass NaN where there is none.")
    return values, known, np.argsort(given)


def _unsorted(values: np.ndarray, known: np.ndarray, order: np.ndarray, ascending: np.ndarray) -> np.ndarray:
    """Adjusted values, given in ascending order, where their p-values stand."""
    adjusted = np.empty(len(order))
    adjusted[order] = ascending
    result = np.full(values.shape, np.nan)
    result[known] = adjusted
    return result
