"""Rows that a draw holds more than once, as one row and how often."""

from __future__ import annotations

import numpy as np


def distinct_rows(places: np.ndarray, groups: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """The distinct rows of many draws side by side, group after group.

    Parameters
    ----------
    places : int64 (C, n), rows of some features.
    groups : int64 (n,), the group of each place, from 0 on, alike in all draws.

    Returns
    -------
    places (C, m); how often each was drawn (C, m); how many of the m belong to each group. A draw that has fewer in a
    group than another is filled up with places drawn 0 times.

    >>> places, times, sizes = distinct_rows(np.array([[7, 7, 3], [5, 6, 3]]), np.array([0, 0, 1]))
    >>> places.tolist(), times.tolist(), sizes
    ([[7, 0, 3], [5, 6, 3]], [[2, 0, 1], [1, 1, 1]], [2, 1])
    """
    found, often, draws = [], [], np.arange(len(places))[:, None]
    for group in range(groups.max() + 1):
        ordered, first = _ordered(places[:, groups == group])
        slots = first.cumsum(1) - 1
        shape = len(places), int(slots.max()) + 1
        found.append(np.zeros(shape, np.int64))
        often.append(np.zeros(shape, np.int64))
        np.put_along_axis(found[-1], slots, ordered, 1)
        np.add.at(often[-1], (draws, slots), 1)
    return np.concatenate(found, 1), np.concatenate(often, 1), [part.shape[1] for part in found]


def count_distinct(places: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """How many distinct rows every draw holds in all of its groups together, int64 (C,); arguments as above."""
    parts = [_ordered(places[:, groups == group])[1].sum(1) for group in range(groups.max() + 1)]
    return np.sum(parts, 0)


def _ordered(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The places of every draw sorted, and which differ from the one before."""
    ordered = np.sort(places, 1)
    return ordered, np.diff(ordered, axis=1, prepend=-1) > 0
