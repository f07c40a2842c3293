"""Split-half reliability: how far the table of one half of the units goes with that of the other half."""

from __future__ import annotations

import numpy as np

from geobias.arguments import number
from geobias.arrays import reals
from geobias.errors import InputError
from geobias.means import known_mean
from geobias.stats.coefficients import correlate

STEPPED = ("pearson", "spearman")
"""Coefficients that the formula of Spearman and Brown steps up; of Spearman's it is true as far as ranks are values."""


def spearman_brown(correlation: object, factor: float = 2.0) -> np.ndarray:
    """The reliability of `factor` times as many units, from the correlation of two equal parts; float64 (...).

    factor r / (1 + (factor - 1) r) (Spearman 1910; Brown 1910). A correlation of 0 or less stays what it is: parts that
    have nothing in common have nothing that more units would bring out.

    >>> spearman_brown([0.5, -0.2], 2).round(3).tolist()
    [0.667, -0.2]
    """
    values = reals("correlation", correlation)
    factor = number("factor", factor, "be positive", lambda v: v > 0, "Pass 2 for halves.")
    stepped = factor * values / (1 + (factor - 1) * np.maximum(values, 0))
    return np.where(values > 0, stepped, values)


def split_half_reliability(
    first: object, second: object, coefficient: str = "spearman", *, factor: float = 2.0
) -> np.ndarray:
    """The reliability of a pairwise table from the tables of two halves of its units, float64 (...).

    first, second : float (..., S, pairs), the tables of both halves in S halvings; NaN = not measured.
    coefficient : "pearson" or "spearman". factor : how many halves the whole is worth, see `spearman_brown`.

    The correlations of the halves are averaged over the halvings, then stepped up. Where errors of the halves are
    independent, the root of it is the correlation of the table with the one that endless units would give.
    Raises InputError for another coefficient and for shapes that differ.

    >>> split_half_reliability([[1.0, 2, 3, 5]], [[1.0, 3, 2, 5]], "pearson").round(3).item()
    0.939
    """
    if coefficient not in STEPPED:
        raise InputError(
            f"coefficient must be one of {list(STEPPED)}",
            f"it is {coefficient!r}",
            "Only of these it is known how reliability grows with the number of units.",
        )
    halves = reals("first", first), reals("second", second)
    if halves[0].shape != halves[1].shape or halves[0].ndim < 2:
        raise InputError(
            "both halves must be (..., S, pairs)",
            f"they are {halves[0].shape} and {halves[1].shape}",
            "Pass one row per halving.",
        )
    return spearman_brown(known_mean(correlate(*halves, coefficient), -1), factor)
