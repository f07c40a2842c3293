"""Whether a group departs from the others by more than a margin, and by more than a sample of its size would."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from geobias.errors import require

LEVEL = 0.001
"""Chance that one of all groups of a check is pointed out where none differs, divided among them (Bonferroni)."""
_OF_A_MEDIAN = math.pi / 2  # variance of a median over that of a mean, of normal values


@dataclass(frozen=True)
class Departure:
    """A group's value, the median of the others', and whether the two are too far apart to be called alike."""

    value: float
    others: float
    odd: bool


def odd_shares(hits: Mapping[str, np.ndarray], margin: float) -> dict[str, Departure]:
    """Group -> the share of its texts that have something, 0..1; odd where it is more than `margin` from the others.

    The normal law makes too little of a few hits in a small group, so that these must be too many, or too few, by the
    exact law of a draw from all texts as well (Fisher's test of the group against the others).

    hits : group -> bool, one per text. Groups without a text are left out.
    """
    known = {name: flags for name, flags in hits.items() if len(flags)}
    if not known:
        return {}
    pooled = float(np.mean(np.concatenate(list(known.values()))))
    noise = {name: pooled * (1 - pooled) / len(flags) for name, flags in known.items()}
    means = {name: float(np.mean(flags)) for name, flags in known.items()}
    found = _departures(means, noise, lambda value, others: abs(value - others) > margin)
    return {name: replace(one, odd=one.odd and _unlikely(name, known)) for name, one in found.items()}


def _unlikely(group: str, hits: Mapping[str, np.ndarray]) -> bool:
    """Whether so many of all hits, or so few, seldom fall to the group."""
    law = require("scipy.stats", extra="study", purpose="the audit of shares").hypergeom
    texts, of_all = sum(map(len, hits.values())), sum(int(flags.sum()) for flags in hits.values())
    count, of_group = int(hits[group].sum()), law(texts, of_all, len(hits[group]))
    return bool(min(of_group.cdf(count), of_group.sf(count - 1)) <= LEVEL / (2 * len(hits)))


def odd_means(numbers: Mapping[str, np.ndarray], ratio: float) -> dict[str, Departure]:
    """Group -> the mean of its numbers; odd where it is over `ratio` times the others', or under one such part.

    Numbers that lean to one side, such as lengths, make a low mean look sure: a group that lacks the long ones has a
    small variance too. It counts as no less than that within all groups.
    """
    known = {name: some.astype(float) for name, some in numbers.items() if len(some)}
    within = _variance_within(known.values())
    noise = {
        name: max(float(some.var(ddof=1)), within) / len(some) if len(some) > 1 else math.inf
        for name, some in known.items()
    }
    means = {name: float(some.mean()) for name, some in known.items()}
    return _departures(means, noise, lambda value, others: not others / ratio <= value <= others * ratio)


def _variance_within(groups: Collection[np.ndarray]) -> float:
    """Variance of the numbers around the means of their groups; 0 where no group has two."""
    degrees = sum(len(some) - 1 for some in groups)
    return sum(float(some.var()) * len(some) for some in groups) / degrees if degrees else 0.0


def _departures(
    means: Mapping[str, float], noise: Mapping[str, float], beyond: Callable[[float, float], bool]
) -> dict[str, Departure]:
    """noise : variances of the means."""
    out, least = {}, NormalDist().inv_cdf(1 - LEVEL / (2 * max(1, len(means))))
    for name, value in means.items():
        rest = [other for other in means if other != name]
        if not rest:
            out[name] = Departure(value, value, False)
            continue
        others = float(np.median([means[other] for other in rest]))
        of_others = min(1.0, _OF_A_MEDIAN / len(rest)) * float(np.mean([noise[other] for other in rest]))
        far = abs(value - others) > least * math.sqrt(noise[name] + of_others)
        out[name] = Departure(value, others, bool(far and beyond(value, others)))
    return out
