"""Gaps of all pairs of groups as numbers that the harness prints, and as lines for a reader."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.tables import DIFFERENT

_LOG = logging.getLogger("lm_eval.geobias")
"""Below the harness's own, whose lines go where its user wants them."""


@dataclass(frozen=True)
class Gap:
    """Two groups, the score of the first less that of the second with its interval; floor : between halves of one
    group, NaN = not known. verdict : "" = none."""

    first: str
    second: str
    value: float
    low: float
    high: float
    floor: float = float("nan")
    verdict: str = ""

    def __str__(self) -> str:
        told = f"{self.first} - {self.second}: {self.value:+.3g} [{self.low:+.3g}, {self.high:+.3g}]"
        return f"{told}, {self.verdict}" if self.verdict else told


@dataclass(frozen=True)
class Gaps:
    """Every two groups; `unit` : what the numbers count, for people."""

    pairs: tuple[Gap, ...]
    unit: str

    @property
    def largest(self) -> Gap:
        return largest_gap(self.pairs)

    @property
    def different(self) -> int:
        return sum(one.verdict == DIFFERENT for one in self.pairs)

    def lines(self) -> Iterator[str]:
        """One a pair, the widest first."""
        known = [one for one in self.pairs if not np.isnan(one.value)]
        yield from map(str, sorted(known, key=lambda one: -abs(one.value)))

    def log(self, task: str, level: float) -> None:
        """Every pair, where the harness writes its own lines."""
        lines = list(self.lines()) or ["there are no two groups to compare"]
        _LOG.info("\n  ".join([f"{task}: gaps of groups [{self.unit}], intervals at {level:.0%}", *lines]))


def largest_gap(pairs: Sequence[Gap]) -> Gap:
    """The widest, turned so that it is not negative; NaN in every number where no gap is known.

    It is picked for its width, so that its own interval lies too high where groups hardly differ; its floor says what
    chance alone would show of two, and verdicts are corrected over all pairs.

    >>> largest_gap([Gap("a", "b", 2.0, 1.0, 3.0), Gap("a", "c", -5.0, -7.0, -3.0)])
    Gap(first='c', second='a', value=5.0, low=3.0, high=7.0, floor=nan, verdict='')
    """
    known = [one for one in pairs if not np.isnan(one.value)]
    if not known:
        return Gap("", "", float("nan"), float("nan"), float("nan"))
    one = max(known, key=lambda gap: abs(gap.value))
    if one.value >= 0:
        return one
    return Gap(one.second, one.first, -one.value, -one.high, -one.low, one.floor, one.verdict)
