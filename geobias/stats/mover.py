"""Interval of a difference from the intervals of its parts, which need not lie evenly about their values."""

from __future__ import annotations

import numpy as np


def difference_ends(
    a: np.ndarray, b: np.ndarray, ends_a: tuple[np.ndarray, np.ndarray], ends_b: tuple[np.ndarray, np.ndarray],
    correlation: np.ndarray | float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """The ends of a - b by the method of variance estimates recovery (Zou 2007, Psychological Methods 12, eq. 15).

    A correlation's interval reaches further down than up, so that of a difference of two must not be even about it.

    Parameters
    ----------
    a, b : float64 (...), estimates. ends_a, ends_b : their lower and upper ends, at one level.
    correlation : of the two estimates, -1 to 1.

    >>> low, high = difference_ends(np.array(2.0), np.array(1.0), (np.array(1.0), np.array(5.0)), (0.0, 2.0))
    >>> round(float(low), 3), round(float(high), 3)
    (-0.414, 4.162)
    """

    def reach(first: np.ndarray, second: np.ndarray) -> np.ndarray:
        return np.sqrt(np.maximum(first**2 + second**2 - 2 * np.asarray(correlation) * first * second, 0))

    return a - b - reach(a - ends_a[0], ends_b[1] - b), a - b + reach(ends_a[1] - a, b - ends_b[0])
