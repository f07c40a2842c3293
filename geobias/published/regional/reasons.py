"""Reasons against published numbers; each follows from a check of the released files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from geobias.tables import DOUBTFUL, INVALID, NOT_KNOWN, VALID

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
    return Reason(worst, "; ".join(reason.words for reason in given if reason.valid == worst and reason.words))


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
    others = [name for name, value in recomputed.items() if name != cell and abs(value - own) <= tolerance]
    if others:
        return Reason(INVALID, f"the number of {others[0]} stands in its place")
    return Reason(INVALID, f"another number follows from {source}: it is of another run")
