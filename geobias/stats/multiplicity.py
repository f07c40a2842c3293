"""Corrections for many tests at once."""

from __future__ import annotations

import numpy as np

from geobias.errors import InputError


def benjamini_hochberg(p: object) -> np.ndarray:
    """Adjusted p-values that control the false discovery rate (Benjamini and Hochberg 1995), shape of `p`.

    q of the k-th smallest of m is the least of p_(j) m / j over j >= k. NaN stays NaN and does not count in
    m. Equal to `scipy.stats.false_discovery_control` and R's `p.adjust(method="BH")`. Raises InputError for
    values outside [0, 1].

    >>> benjamini_hochberg([0.01, 0.04, float("nan"), 0.03]).tolist()
    [0.03, 0.04, nan, 0.04]
    """
    values = np.asarray(p, dtype=np.float64)
    known = ~np.isnan(values)
    given = values[known]
    outside = given[(given < 0) | (given > 1)]
    if len(outside):
        raise InputError("p-values must lie in [0, 1]", f"there is {outside[0]}", "Pass NaN where there is none.")
    order = np.argsort(given)
    steps = given[order] * len(given) / np.arange(1, len(given) + 1)
    adjusted = np.empty(len(given))
    adjusted[order] = np.minimum.accumulate(steps[::-1])[::-1]
    result = np.full(values.shape, np.nan)
    result[known] = adjusted
    return result
