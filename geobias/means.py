"""Ratios and means that say NaN where there is nothing to divide by, and leave out what is NaN."""

from __future__ import annotations

import numpy as np


def ratio(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """above / below, float64 of the shape that both broadcast to; NaN where `below` is not positive."""
    above, below = np.broadcast_arrays(above, below)
    return np.divide(above, below, out=np.full(np.shape(above), np.nan), where=below > 0)


def known_mean(
    values: np.ndarray, axis: int | tuple[int, ...] | None = -1, weights: np.ndarray | None = None
) -> np.ndarray:
    """Mean of what is not NaN along an axis (None = of all); NaN where nothing is known, without numpy's warning.

    weights : at least 0, broadcastable to `values`; None = each counts once.

    >>> known_mean(np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, np.nan]])).tolist()
    [2.0, nan]
    """
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    if weights is None:
        return ratio(filled.sum(axis), known.sum(axis))
    weighted = known * weights
    return ratio((filled * weighted).sum(axis), weighted.sum(axis))


def known_variance(values: np.ndarray) -> np.ndarray:
    """Variance (divided by n) along the first axis of what is not NaN; NaN where half of the replicates or more are.

    >>> known_variance(np.array([[1.0, np.nan], [3.0, np.nan], [np.nan, 2.0]])).tolist()
    [1.0, nan]
    """
    known = ~np.isnan(values)
    square = known_mean((values - known_mean(values, 0)) ** 2, 0)
    return np.where(known.mean(0) > 0.5, square, np.nan)
