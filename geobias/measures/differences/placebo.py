"""A placebo: two parts of one group that differ in the length of their texts and in nothing else."""

from __future__ import annotations

import numpy as np

from geobias.measures.differences.groups import UnitGroup

LEAST_SHARE = 0.1
"""Of the shortest units that go to the longer part, and of the longest that go to the shorter."""


def length_split(
    group: UnitGroup, lengths: np.ndarray, rng: np.random.Generator
) -> tuple[tuple[UnitGroup, UnitGroup], np.ndarray]:
    """The shorter and the longer part of a group, and the lengths of their units in that order, (units,).

    lengths : of the group's units, (units,), e.g. mean tokens of a text. A unit goes to the longer part with a
    probability that rises with the rank of its length from .1 to .9 (ties at random). So there are units of every
    length in both parts, and matching on length must make them alike; what is then still told apart is not removed by
    matching on length.
    """
    order = rng.permutation(len(group))
    ranks = np.empty(len(group))
    ranks[order[np.argsort(lengths[order], kind="stable")]] = (np.arange(len(group)) + 0.5) / len(group)
    longer = rng.random(len(group)) < LEAST_SHARE + (1 - 2 * LEAST_SHARE) * ranks
    parts = np.flatnonzero(~longer), np.flatnonzero(longer)
    return (group.some(parts[0]), group.some(parts[1])), lengths[np.concatenate(parts)]
