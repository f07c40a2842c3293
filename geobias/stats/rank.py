"""Correlation of two samples with its textbook p-value, and what ranks need: ties and tables of columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.arguments import choice, number
from geobias.errors import require
from geobias.stats.coefficients import DISTANCE, coefficient_name, correlate
from geobias.stats.samples import as_columns, as_line, known_pairs, undefined_reason

ALTERNATIVES = ("two-sided", "greater", "less")


@dataclass(frozen=True)
class CorrelationResult:
    """A coefficient and scipy's p-value, which takes the observations as independent.

    `coefficient` names the variant, `n_used` counts the observations complete in both samples, and `note`
    says why `statistic` and `pvalue` are NaN.
    """

    statistic: float
    pvalue: float
    coefficient: str
    alternative: str
    n_used: int
    note: str = ""


def pearson(x: object, y: object, *, alternative: str = "two-sided") -> CorrelationResult:
    """Pearson's product-moment correlation of x (n,) and y (n,), as `scipy.stats.pearsonr`."""
    return _result(x, y, "pearson", alternative)


def spearman(x: object, y: object, *, alternative: str = "two-sided") -> CorrelationResult:
    """Spearman's rank correlation of x (n,) and y (n,), as `scipy.stats.spearmanr`.

    Ties share their mean rank. Observations that are NaN in either sample are dropped and `n_used` says
    how many stay.

    >>> result = spearman([0, 0, 0, float("nan")], [1, 2, 3, 4])
    >>> result.statistic, result.n_used, result.note
    (nan, 3, 'x constant over the 3 observations used')
    """
    return _result(x, y, "spearman", alternative)


def kendall(x: object, y: object, *, variant: str = "b", alternative: str = "two-sided") -> CorrelationResult:
    """Kendall's tau of x (n,) and y (n,): tau-b as `scipy.stats.kendalltau`, or tau-a by `variant="a"`.

    tau-a divides by all pairs of observations and so cannot reach 1 when there are ties (Kendall 1938); tau-b
    divides by the untied ones (Kendall 1945). Both rest on the same count and share its p-value.

    >>> [round(kendall([1, 1, 2, 2, 3], [1, 2, 2, 3, 3], variant=v).statistic, 2) for v in "ab"]
    [0.6, 0.75]
    """
    return _result(x, y, f"kendall_tau_{choice('variant', variant, ('a', 'b'))}", alternative)


def check_alternative(alternative: str) -> None:
    """Raise InputError unless `alternative` is one of scipy's three."""
    choice("alternative", alternative, ALTERNATIVES)


def _result(x: object, y: object, coefficient: str, alternative: str) -> CorrelationResult:
    check_alternative(alternative)
    name = coefficient_name(coefficient)
    first, second = known_pairs(x, y)
    note = undefined_reason(first, second, least=2)
    if note:
        return CorrelationResult(np.nan, np.nan, name, alternative, len(first), note)
    statistic = float(correlate(first, second, name))
    pvalue = asymptotic_pvalue(first, second, name, alternative)
    return CorrelationResult(statistic, pvalue, name, alternative, len(first))


def asymptotic_pvalue(x: np.ndarray, y: np.ndarray, coefficient: str, alternative: str) -> float:
    """scipy's p-value of two complete samples, neither constant, by its default method for each coefficient.

    Student's t for Spearman, the beta law for Pearson; for Kendall exact when short and untied, else normal. NaN for
    distance correlation: its t-test (Szekely and Rizzo 2013) holds as dimensions grow, and a sample here has one.
    """
    name = coefficient_name(coefficient)
    if name in DISTANCE:
        return np.nan
    stats = require("scipy.stats", extra="study", purpose="an asymptotic p-value")
    test = {"pearson": stats.pearsonr, "spearman": stats.spearmanr}.get(name, stats.kendalltau)
    return float(test(x, y, alternative=alternative).pvalue)


def correlation_matrix(columns: object, coefficient: str = "spearman") -> tuple[np.ndarray, np.ndarray]:
    """Coefficients of every two columns of (n, k), and the observations used for each: float64, int64 (k, k).

    A cell is NaN where its own two columns allow none; the other cells are computed all the same.

    >>> values, used = correlation_matrix([[0, 1, 3], [0, 2, 2], [0, 3, 1]])
    >>> values[1, 2].item(), values[0, 1].item(), used[1, 2].item()
    (-1.0, nan, 3)
    """
    rows = as_columns(columns)
    known = (~np.isnan(rows)).astype(np.int64)
    values = np.stack([correlate(row, rows, coefficient) for row in rows])
    return values, known @ known.T


def merge_ties(values: np.ndarray, tolerance: float = 1e-8) -> np.ndarray:
    """Values of a 1-D sample that differ by rounding alone made equal; NaN stays.

    Sorted neighbours closer than `tolerance` times the largest magnitude become one value, the smallest of
    their run. Unlike rounding to a number of decimals this depends on no unit and has no edge that splits a
    tie.

    >>> merge_ties(np.array([0.3, 0.1 + 0.2, 1.0])).tolist()
    [0.3, 0.3, 1.0]
    """
    merged = as_line(values, "values").copy()
    tolerance = number("tolerance", tolerance, "be a number >= 0", lambda v: v >= 0)
    known = np.flatnonzero(~np.isnan(merged))
    if not len(known):
        return merged
    order = known[np.argsort(merged[known], kind="stable")]
    ordered = merged[order]
    apart = np.diff(ordered) > tolerance * np.abs(ordered).max()
    run = np.concatenate([[0], np.cumsum(apart)])
    merged[order] = ordered[np.searchsorted(run, run)]
    return merged
