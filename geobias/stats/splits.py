"""Splits of points into two samples, the observed one and permuted ones, and what a table of the points gives for each.

A split is a row of zeros and ones, so that thousands of them are one matrix product; the caller's dtype is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np

ROWS = 512
"""Splits of one product, whose factors then stay in the cache."""


def random_splits(
    first: np.ndarray, count: int, rng: np.random.Generator, strata: np.ndarray | None = None
) -> Iterator[np.ndarray]:
    """`count` permutations of `first`, bool or float (N,), in parts of at most `ROWS` rows of its dtype.

    strata : int (N,), points are permuted among those of their stratum; None = among all.
    """
    places = [np.flatnonzero(strata == name) for name in np.unique(strata)] if strata is not None else [slice(None)]
    for start in range(0, count, ROWS):
        rows = np.tile(first, (min(ROWS, count - start), 1))
        for of_stratum in places:
            rows[:, of_stratum] = rng.permuted(rows[:, of_stratum], axis=1)
        yield rows


def all_splits(points: int, size: int) -> Iterator[np.ndarray]:
    """Every split with `size` of so many points in the first sample, float64 (at most `ROWS`, points) at a time."""
    places = np.array(list(combinations(range(points), int(size))))
    for start in range(0, len(places), ROWS):
        part = places[start : start + ROWS]
        split = np.zeros((len(part), points))
        np.put_along_axis(split, part, 1.0, axis=1)
        yield split


def distinct_splits(first: np.ndarray, strata: np.ndarray | None = None) -> int:
    """How many splits permuting can make.

    >>> distinct_splits(np.array([1, 1, 0, 0])), distinct_splits(np.array([1, 1, 0, 0]), np.array([0, 1, 0, 1]))
    (6, 4)
    """
    codes = np.zeros(len(first), dtype=np.int64) if strata is None else strata
    number = 1
    for name in np.unique(codes):
        members = np.asarray(first)[codes == name].astype(bool)
        number *= comb(len(members), int(members.sum()))
    return number


def sums_of_splits(values: np.ndarray, first: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sums (B,) over i != j within the first sample, within the second, and between them.

    values : float (N, N), symmetric with a zero diagonal. first : (B, N), zeros and ones in the same dtype.
    """
    own = (product(first, values) * first).sum(1)
    to_all = first @ values.sum(1)
    return own, values.sum() - 2 * to_all + own, to_all - own


def means_of_splits(values: np.ndarray, first: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same as means; every sample has at least two points."""
    within, beyond, between = sums_of_splits(values, first)
    n = float(first[0].sum())
    m = first.shape[1] - n
    return within / (n * (n - 1)), beyond / (m * (m - 1)), between / (n * m)


def excess_of_splits(values: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Excess (B,): the mean between the samples less the mean of those within; see `sums_of_splits`."""
    within, beyond, between = means_of_splits(values, first)
    return between - (within + beyond) / 2


def product(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """By torch, which keeps to the threads of `geobias.parallel`; numpy's would take every core for each worker."""
    import torch  # at the call: the room itself needs numpy alone

    return (torch.from_numpy(rows) @ torch.from_numpy(matrix)).numpy()
