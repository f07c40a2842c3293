"""Reasons against published numbers; each follows from a check of the released files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from geobias.tables import BETWEEN, DOUBTFUL, INVALID, NOT_KNOWN, VALID

_WORST = (INVALID, DOUBTFUL, NOT_KNOWN, VALID)


@dataclass(frozen=True)
class Reason:
    """Whether a number is valid (a word of `VALIDITIES`), and what was found."""

    valid: str = VALID
    words: str = ""


FINE = Reason()


def together(reasons: Iterable[Reason | None]) -> Reason:
    """What several reasons say of one number: the worst word, with every reason of that word."""
    given = list(dict.fromkeys(reason for reason in reasons if reason))
    if not given:
        return FINE
    worst = min((reason.valid for reason in given), key=_WORST.index)
    words = [part for one in given if one.valid == worst for part in one.words.split(BETWEEN) if part]
    return Reason(worst, BETWEEN.join(dict.fromkeys(words)))


def difference(
    cell: str, published: Mapping[str, float], recomputed: Mapping[str, float], tolerance: float, source: str
) -> Reason | None:
    """Why a published number is not the recomputed one, None where they are equal.

    published, recomputed : cell -> number, of the whole column. source : what the recomputed ones come from.
    """
    own, right = published[cell], recomputed[cell]
    if abs(own - right) <= tolerance:
        return None
    if abs(own + right) <= tolerance:
        return Reason(INVALID, "negative in a column of absolute gaps")
    follow = sum(abs(published[name] - value) <= tolerance for name, value in recomputed.items())
    others = [name for name, value in recomputed.items() if name != cell and abs(value - own) <= tolerance]
    if others and follow > len(recomputed) / 2:  # in a column of another run an equal number is chance
        return Reason(INVALID, f"the number of {others[0]} stands in its place")
    return Reason(INVALID, f"another number follows from {source}: it is of another run")
