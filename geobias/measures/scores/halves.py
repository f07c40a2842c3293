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
    """Split every group at random in halves that share no unit, `splits` times, and score each half.

    Every unit gives the same number of its documents, drawn at random: what each unit of all groups has at least. So
    halves of all groups are alike in units and in documents.

    m : documents of a half, the same in every group, rounded down to whole units; None = half of the units of the
    smallest group. Raises InputError where m is more than half of a group.
    """
    codes = {group: np.unique(some, return_inverse=True)[1] for group, some in groups.units.items()}
    sizes = {group: np.bincount(some) for group, some in codes.items() if some.max(initial=0) > 0}
    texts = min((int(some.min()) for some in sizes.values()), default=1)
    units = _half({group: len(some) for group, some in sizes.items()}, m, texts)
    halves: list[dict[str, np.ndarray]] = [{}, {}]
    for (group, some), own in zip(codes.items(), rng.spawn(len(codes)), strict=True):
        dealt = np.full((splits, len(some)), 2)
        if group in sizes:
            dealt = _dealt(some, units, splits, own)
            dealt[~_drawn(some, texts, splits, own)] = 2
        for half, weights in enumerate(halves):
            weights[group] = (dealt == half).astype(np.float64)
    scored = [groups.scores(weights) for weights in halves]
    values = {name: np.stack([part[name] for part in scored], axis=1) for name in groups.metrics}
    return Halves(tuple(groups.at), units * texts, values)


def _dealt(codes: np.ndarray, units: int, splits: int, rng: np.random.Generator) -> np.ndarray:
    """The half, 0 or 1, that the unit of every document falls to, or more for none; int64 (splits, k)."""
    order = rng.permuted(np.tile(np.arange(codes.max() + 1), (splits, 1)), axis=1)
    return (np.argsort(order, axis=1) // units)[:, codes]


def _drawn(codes: np.ndarray, texts: int, splits: int, rng: np.random.Generator) -> np.ndarray:
    """Which documents are drawn, so many of every unit; bool (splits, k)."""
    sizes = np.bincount(codes)
    if (sizes == texts).all():
        return np.ones((splits, len(codes)), dtype=bool)
    # Sorted by unit and at random within: a unit's documents stand where they would in order of units.
    order = np.argsort(codes + rng.random((splits, len(codes))), axis=1)
    first = np.arange(len(codes)) - np.repeat(np.cumsum(sizes) - sizes, sizes) < texts
    drawn = np.zeros((splits, len(codes)), dtype=bool)
    np.put_along_axis(drawn, order[:, first], True, axis=1)
    return drawn


def _half(sizes: Mapping[str, int], m: int | None, texts: int) -> int:
    """Units of a half, checked; None = half of those of the smallest group that has two."""
    if m is None:
        return min((size // 2 for size in sizes.values()), default=0)
    too_small = [group for group, size in sizes.items() if size // 2 < m // texts or m < texts]
    if too_small:
        raise InputError(
            f"halves of m={m} documents must fit twice into every group",
            f"{too_small[0]} has {sizes[too_small[0]] * texts} that are labelled and predicted",
            "Pass a smaller m, or None for the largest that fits.",
        )
    return m // texts
