"""Scores on disjoint halves of every group: how large a gap is where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores.weighted_groups import WeightedGroups


@dataclass(frozen=True)
class Halves:
    """Scores of two disjoint halves of every group, `m` documents each: metric -> float64 (splits, 2, M, G)."""

    groups: tuple[str, ...]
    m: int
    values: dict[str, np.ndarray]


def split_halves(
    groups: WeightedGroups, *, m: int | None = None, splits: int = 200, rng: np.random.Generator
) -> Halves:
    """Split every group at random in halves that share no document, `splits` times, and score each half.

    m : documents of a half, the same in every group; None = half of the smallest group. Raises InputError where
    m is more than half of a group.
    """
    m = _half(groups.at, m)
    halves: list[dict[str, np.ndarray]] = [{}, {}]
    for (group, some), own in zip(groups.at.items(), rng.spawn(len(groups.at)), strict=True):
        places = own.permuted(np.tile(np.arange(len(some)), (splits, 1)), axis=1)
        for half, weights in enumerate(halves):
            weights[group] = np.zeros((splits, len(some)))
            if len(some) > 1:
                np.put_along_axis(weights[group], places[:, half * m : (half + 1) * m], 1.0, axis=1)
    scored = [groups.scores(weights) for weights in halves]
    values = {name: np.stack([part[name] for part in scored], axis=1) for name in groups.metrics}
    return Halves(tuple(groups.at), m, values)


def _half(at: Mapping[str, np.ndarray], m: int | None) -> int:
    """Documents of a half, checked; None = half of the smallest group that has two."""
    sizes = {group: len(some) // 2 for group, some in at.items() if len(some) > 1}
    if m is None:
        return min(sizes.values(), default=0)
    too_small = [group for group, size in sizes.items() if size < m]
    if too_small:
        raise InputError(
            f"halves of m={m} documents must fit twice into every group",
            f"{too_small[0]} has {len(at[too_small[0]])} that are labelled and predicted",
            "Pass a smaller m, or None for the largest that fits.",
        )
    return m
