"""With whom a volunteer agreed, by type of item, and how sure one can be of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from geobias.collect.design import Study
from geobias.collect.store import Given, Tally

_Z = 1.96
_FEWEST = 3  # items below which nothing is said
_SURE = 0.1  # half a range that is called likely rather than a guess
_MOST, _LITTLE = 0.6, 0.4

Word = Literal["few", "agree_most", "agree_half", "agree_little", "agree_unclear"]


@dataclass(frozen=True)
class Agreement:
    """Agreement with somebody on some items.

    stratum : None = all. items : that both judged. share, low, high : of 1, with Wilson's 95 % interval, in which
    items count as the units. word : what it says. sure : whether the interval is narrow.
    """

    stratum: str | None
    items: int
    share: float
    low: float
    high: float

    @property
    def word(self) -> Word:
        if self.items < _FEWEST:
            return "few"
        if self.low > 0.5 or (self.sure and self.share > _MOST):
            return "agree_most"
        if self.high < 0.5 or (self.sure and self.share < _LITTLE):
            return "agree_little"
        return "agree_half" if self.sure else "agree_unclear"

    @property
    def sure(self) -> bool:
        return (self.high - self.low) / 2 <= _SURE


def with_source(study: Study, given: Sequence[Given], source: str) -> list[Agreement]:
    """Of a volunteer with a source, all together and by stratum."""
    shares = {}
    for one in given:
        item = study.items.get(one.item)
        said = item.sources.get(source) if item else None
        if one.value is not None and said is not None:
            shares[one.item] = float(_same_side(study, one.value, said))
    return _by_stratum(study, shares)


def with_others(study: Study, given: Sequence[Given], others: Mapping[str, Tally]) -> list[Agreement]:
    """Of a volunteer with a group: of each item the share of the group's people who were on the same side."""
    shares = {}
    for one in given:
        tally = {value: people for value, people in others.get(one.item, {}).items() if value is not None}
        if one.value is not None and tally:
            same = sum(people for value, people in tally.items() if _same_side(study, one.value, value))
            shares[one.item] = same / sum(tally.values())
    return _by_stratum(study, shares)


def _same_side(study: Study, a: float, b: float) -> bool:
    low, high = study.settings.scale
    middle = (low + high) / 2
    return _sign(a - middle) == _sign(b - middle)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _by_stratum(study: Study, shares: Mapping[str, float]) -> list[Agreement]:
    if not shares:
        return []
    found = [_agreement(None, list(shares.values()))]
    for stratum in study.strata:
        of_it = [
            share for item, share in shares.items() if item in study.items and study.items[item].stratum == stratum
        ]
        if of_it:
            found.append(_agreement(stratum, of_it))
    return found


def _agreement(stratum: str | None, shares: Sequence[float]) -> Agreement:
    count, share = len(shares), sum(shares) / len(shares)
    centre = (share + _Z**2 / (2 * count)) / (1 + _Z**2 / count)
    half = _Z / (1 + _Z**2 / count) * (share * (1 - share) / count + _Z**2 / (4 * count**2)) ** 0.5
    return Agreement(stratum, count, share, max(0.0, centre - half), min(1.0, centre + half))
