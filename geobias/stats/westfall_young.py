"""Correction over a family by the largest statistic of each permutation (Westfall and Young 1993)."""

from __future__ import annotations

import numpy as np

from geobias.arguments import flag, number
from geobias.arrays import reals
from geobias.errors import InputError
from geobias.stats.permutation import extremity, share_at_least
from geobias.stats.rank import check_alternative


def max_statistic(
    observed: object, null: object, *, exact: bool, alternative: str = "two-sided", step_down: bool = True
) -> np.ndarray:
    """Adjusted p-values of k statistics that were computed on the same permutations; float64 (k,).

    Each observed statistic is compared with the largest of its family in every permutation, so the correction is as
    mild as the dependence between the tests allows, and the family-wise error rate is controlled. Step-down (the
    default; Westfall and Young 1993, algorithm 4.1, with statistics for p-values) leaves the hypotheses with larger
    statistics out of the family of each next one, and is never larger than single-step.

    Parameters
    ----------
    observed : (k,) statistics on one scale, such as coefficients of one kind; NaN takes no part and stays NaN.
    null : (k, m), column r from permutation r; NaN = undefined there, which counts as extreme.
    exact : whether `null` has all permutations, the identity among them; else p = (b + 1) / (m + 1).
    alternative : "two-sided" (largest absolute statistic), "greater" or "less".

    >>> null = np.array([[0.9, 0.1, -0.2, 0.3], [0.5, -0.6, 0.2, 0.1]])
    >>> max_statistic(null[:, 0], null, exact=True).tolist()
    [0.25, 0.5]
    """
    check_alternative(alternative)
    given, values = reals("observed", observed), reals("null", null)
    exact, step_down = flag("exact", exact), flag("step_down", step_down)
    if given.ndim != 1 or values.ndim != 2 or len(values) != len(given) or not values.shape[1]:
        raise InputError(
            "a family must have k statistics and k rows of permutations",
            f"the shapes are {given.shape} and {values.shape}",
            "Pass observed (k,) and null (k, m), from the same permutations.",
        )
    adjusted = np.full(len(given), np.nan)
    ranked = np.argsort(-extremity(given, alternative), kind="stable")[: int((~np.isnan(given)).sum())]
    if not len(ranked):
        return adjusted
    turned = extremity(values[ranked], alternative)
    turned = np.where(np.isnan(turned), np.inf, turned)
    # Row i: the largest among the statistics ranked i or lower; the first row is the largest of all.
    largest = np.maximum.accumulate(turned[::-1], axis=0)[::-1]
    if not step_down:
        largest = np.broadcast_to(largest[:1], largest.shape)
    pvalues = share_at_least(largest, extremity(given[ranked], alternative), exact)
    adjusted[ranked] = np.maximum.accumulate(pvalues)
    return adjusted


def critical_statistic(null: object, *, exact: bool, alpha: float = 0.05, alternative: str = "two-sided") -> float:
    """What one statistic of a family must exceed for its single-step max-T p to be at most `alpha`.

    null, exact, alternative : as of `max_statistic`. Of its size for "two-sided", downwards (so negated) for "less".
    Where no statistic could have so small a p it is inf; ties within 1e-9 do not exceed it.

    >>> null = np.array([[0.9, 0.1, -0.2, 0.3], [0.5, -0.6, 0.2, 0.1]])
    >>> critical_statistic(null, exact=True, alpha=0.25), critical_statistic(null, exact=True, alpha=0.2)
    (0.6, 0.9)
    """
    check_alternative(alternative)
    values, exact = reals("null", null), flag("exact", exact)
    alpha = number("alpha", alpha, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass alpha=0.05.")
    if values.ndim != 2 or not values.size:
        raise InputError(
            "a family must have k rows of permutations", f"its shape is {values.shape}", "Pass null (k, m)."
        )
    turned = extremity(values, alternative)
    largest = np.sort(np.where(np.isnan(turned), np.inf, turned).max(0))[::-1]
    # So many permutations may be as extreme: p is their share, or (b + 1) / (m + 1).
    allowed = int(np.floor(alpha * (len(largest) + (not exact)) + 1e-9)) - (not exact)
    return float(largest[allowed]) if allowed >= 0 else float("inf")
