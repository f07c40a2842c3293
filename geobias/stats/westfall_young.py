"""Correction over a family by the largest statistic of each permutation (Westfall and Young 1993)."""

from __future__ import annotations

import numpy as np

from geobias.arguments import flag, reals
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
