"""A pair of groups that are one: nearer than a group is to itself, and as far as each other from all the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_LEAST_GROUPS = 4


@dataclass(frozen=True)
class Twins:
    """Two groups (their places), their distance, the floor it lies below, and how alike their rows are.

    measured : whether the floor is of a group with itself; else it is far below all other pairs. rows_apart : root mean
    square of the differences of their distances to all others. spread : standard deviation of those of all other pairs.
    """

    pair: tuple[int, int]
    distance: float
    floor: float
    measured: bool
    rows_apart: float
    spread: float


def twins(distances: np.ndarray) -> list[Twins]:
    """Pairs that look like one group compared with itself.

    distances : float64 (G, G), symmetric, NaN = not known; what stands on the diagonal is a group against itself, the
    floor. Where none is known the floor is as far below the nearest other pair as these are spread. Rows are alike
    where they differ less than other pairs do among themselves.
    """
    size = len(distances)
    if size < _LEAST_GROUPS:
        return []
    own = np.diagonal(distances)
    found = []
    for a in range(size):
        for b in range(a + 1, size):
            others = _others(distances, a, b)
            if np.isnan(distances[a, b]) or len(others) < _LEAST_GROUPS:
                continue
            measured = bool((~np.isnan(own)).any())
            floor = float(np.nanmin(own)) if measured else 2 * float(others.min()) - float(others.max())
            apart = np.delete(distances[a] - distances[b], [a, b])
            rows_apart = float(np.sqrt(np.nanmean(apart**2)))
            if distances[a, b] < floor and rows_apart < others.std(ddof=1):
                spread = float(others.std(ddof=1))
                found.append(Twins((a, b), float(distances[a, b]), floor, measured, rows_apart, spread))
    return found


def _others(distances: np.ndarray, a: int, b: int) -> np.ndarray:
    upper = np.triu(np.ones_like(distances, dtype=bool), 1)
    upper[a, b] = upper[b, a] = False
    values = distances[upper]
    return values[~np.isnan(values)]


def apart_groups(distances: np.ndarray, factor: float = 2.0) -> list[tuple[int, float]]:
    """Groups (their places) that are `factor` times as far from every other as any two others are from each other.

    Returns each with its least distance over the largest among the others. distances : float64 (G, G), NaN = unknown.
    """
    found = []
    for group in range(len(distances)):
        rest = np.delete(np.delete(distances, group, 0), group, 1)
        among = rest[np.triu_indices(len(rest), 1)]
        own = np.delete(distances[group], group)
        if np.isnan(among).all() or np.isnan(own).all() or len(rest) < _LEAST_GROUPS - 1:
            continue
        ratio = float(np.nanmin(own) / np.nanmax(among))
        if ratio > factor:
            found.append((group, ratio))
    return found
