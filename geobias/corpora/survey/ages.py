"""Ages become bins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from geobias.errors import InputError

Bins = Mapping[str, tuple[float, ...]]
"""name -> the age that a bin goes from, and that which it goes up to below."""


def bins_around(centres: Sequence[float]) -> dict[str, tuple[float, float]]:
    """Bins with borders midway between neighbouring ages; the outermost reach as far out as in.

    >>> bins_around([20, 30, 50])
    {'20': (15.0, 25.0), '30': (25.0, 40.0), '50': (40.0, 60.0)}
    """
    ages = [float(age) for age in centres]
    if len(ages) < 2 or any(later <= age for age, later in pairwise(ages)):
        raise InputError("centres of age bins must be at least two, rising", f"they are {list(centres)}", "Sort them.")
    borders = [(age + later) / 2 for age, later in pairwise(ages)]
    borders = [2 * ages[0] - borders[0], *borders, 2 * ages[-1] - borders[-1]]
    return {f"{age:g}": edges for age, edges in zip(ages, pairwise(borders), strict=True)}


def as_bins(bins: Bins | Sequence[float]) -> Bins:
    """Bins as they are, checked, or around centres."""
    if not isinstance(bins, Mapping):
        return bins_around(bins)
    check_bins(bins, "bins")
    return bins


def check_bins(bins: Bins, name: str) -> None:
    """Raise `InputError` where a bin does not go upward, or overlaps the one before."""
    last = float("-inf")
    for bin_, edges in bins.items():
        if len(edges) != 2 or not last <= edges[0] < edges[1]:
            raise InputError(
                f"{name} must go upward, each bin from one age up to below another, without overlap",
                f"{bin_} is {list(edges)}",
                "Write `name: [from, below]`, the youngest first.",
            )
        last = edges[1]


def binned(ages: np.ndarray, bins: Bins) -> np.ndarray:
    """The bin of every age, strings (N,); "" where the age is NaN or in none.

    Parameters
    ----------
    ages : float64 (N,), in years.
    """
    out = np.full(len(ages), "", dtype=object)
    for name, (start, end) in bins.items():
        out[(start <= ages) & (ages < end)] = name
    return out
