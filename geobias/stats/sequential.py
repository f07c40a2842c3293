"""Permutations that are not needed are not drawn: when a count of exceedances settles what all of them would say.

A test by m permutations says whether p = (b + 1) / (m + 1) is at most a level, b of them reaching the observed
statistic. Permutations are drawn one like the other, so the first n of them are a random sample of the m: whatever b
is, the count among the first n has the hypergeometric law of m, b and n. So a count can be so low, or so high, that it
hardly goes with another answer than the one that it suggests, and the error of stopping there is known without any
assumption about the statistic. That is the curtailment of Fay, Kim and Hachey (2007, Journal of Computational and
Graphical Statistics 16) with the bound on a wrong answer that Gandy (2009, Journal of the American Statistical
Association 104) asks for, here against the m permutations that would have been drawn, not against infinitely many.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from geobias.errors import InputError

RISK = 1e-3
"""Largest probability that a test which stopped says something else than it would with all permutations."""
ALL, SETTLED = "all drawn", "settled"
"""Why no more were drawn."""


@dataclass(frozen=True)
class Rule:
    """What a test is to settle: whether p is above `high`, or at most `low`; between the two all are drawn.

    One level is low = high. Of Holm's correction over k tests at the level alpha `low` is alpha / k and `high` alpha: a
    p at most the one is below every threshold that it can meet, a p above the other above all of them.

    risk : of an answer other than that of all permutations, over all looks and both sides, for any data.
    first : permutations before the first look; each next look is at twice as many.
    """

    low: float
    high: float
    risk: float = RISK
    first: int = 50

    def __post_init__(self) -> None:
        if not 0 < self.low <= self.high < 1 or not 0 < self.risk < 1:
            raise InputError(
                "a rule of stopping must have 0 < low <= high < 1 and a risk between 0 and 1",
                f"they are {self.low}, {self.high} and {self.risk}",
                "Pass for example Rule(0.05, 0.05).",
            )

    def boundaries(self, total: int) -> Boundaries:
        """When to stop of `total` permutations."""
        return _boundaries(self, total)


@dataclass(frozen=True)
class Boundaries:
    """Looks, int64 (L,), numbers of permutations at which the count is looked at; all of them is no look.

    A count of at most `below` (L,) at a look, or of at least `above` (L,), settles the test.
    """

    looks: np.ndarray
    below: np.ndarray
    above: np.ndarray

    def settled(self, drawn: int, count: int) -> bool:
        """Whether the count of the first permutations ends the test; never where none is looked for."""
        at = np.flatnonzero(self.looks == drawn)
        return bool(len(at)) and not self.below[at[0]] < count < self.above[at[0]]


@lru_cache(maxsize=256)
def _boundaries(rule: Rule, total: int) -> Boundaries:
    looks = rule.first * 2 ** np.arange(32, dtype=np.int64)
    looks = looks[looks < total]
    least, most = (_allowed(level, total) for level in (rule.low, rule.high))
    # Of one level only one of the two answers is wrong; between two levels both are, and share the risk.
    spent = rule.risk / (1 + (least < most)) / max(1, len(looks))
    # p is to lie on the side that was settled at this n too, so that whoever reads it says the same.
    below = [min(_rarely_below(total, least + 1, n, spent), _allowed(rule.low, n)) for n in looks.tolist()]
    above = [max(_rarely_above(total, most, n, spent), _allowed(rule.high, n) + 1) for n in looks.tolist()]
    return Boundaries(looks, np.array(below, dtype=np.int64), np.array(above, dtype=np.int64))


def _rarely_below(total: int, marked: int, drawn: int, risk: float) -> int:
    """The largest count that is so rarely reached from below; -1 where none is."""
    return int((_law(total, marked, drawn).cumsum() <= risk).sum()) - 1


def _rarely_above(total: int, marked: int, drawn: int, risk: float) -> int:
    """The least count that is so rarely reached from above; one more than can be where no other is."""
    if marked < 0:
        return 0
    reached = _law(total, marked, drawn)[::-1].cumsum()[::-1]
    return int((reached > risk).sum())


def _allowed(level: float, total: int) -> int:
    """The largest count b with (b + 1) / (total + 1) at most the level; -1 where there is none."""
    return math.floor(level * (total + 1) + 1e-9) - 1


def _law(total: int, marked: int, drawn: int) -> np.ndarray:
    """Hypergeometric probabilities of 0, 1, ... of `marked` ones among `drawn` of `total`, float64."""
    counts = np.arange(max(0, min(marked, drawn)) + 1)
    rest = drawn - counts
    possible = rest <= total - marked
    logs = _chosen(marked, counts) + _chosen(total - marked, np.minimum(rest, total - marked))
    return np.where(possible, np.exp(logs - _chosen(total, np.array(drawn))), 0.0)


def _chosen(n: int, k: np.ndarray) -> np.ndarray:
    """Logarithms of binomial coefficients."""
    steps = _log_factorials(n)
    return steps[n] - steps[k] - steps[n - k]


@lru_cache(maxsize=32)
def _log_factorials(n: int) -> np.ndarray:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])


def until_settled(
    parts: Iterable[np.ndarray],
    statistic: Callable[[np.ndarray], np.ndarray],
    reached: Callable[[np.ndarray], np.ndarray],
    total: int,
    rule: Rule | None,
) -> np.ndarray:
    """The statistics of permuted things, as many as the rule asks for; all `total` without one.

    parts : what is permuted, a row each, in any parts; no more of them are made than are needed. statistic : of rows.
    reached : which of some statistics are at least as extreme as the observed one. The permutations of a test that
    stops are the first of those of a test that does not.
    """
    if rule is None:
        return np.concatenate([statistic(part) for part in parts])
    limits, found, drawn, count = rule.boundaries(total), [], 0, 0
    for part in cut_at(parts, limits.looks):
        values = statistic(part)
        found.append(values)
        drawn += len(values)
        count += int(reached(values).sum())
        if limits.settled(drawn, count):
            break
    return np.concatenate(found)


def cut_at(parts: Iterable[np.ndarray], ends: np.ndarray) -> Iterator[np.ndarray]:
    """The same rows in the same order, in parts none of which goes on beyond one of the `ends`.

    >>> [len(part) for part in cut_at([np.zeros((4, 1)), np.zeros((4, 1))], np.array([3, 4, 6]))]
    [3, 1, 2, 2]
    """
    start = 0
    for part in parts:
        inside = ends[(ends > start) & (ends < start + len(part))] - start
        yield from np.split(part, inside)
        start += len(part)
