"""What became of a text that says where somebody is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Placement:
    """A country, or none.

    country : ISO 3166, two lower-case letters; "" where it cannot be told.
    confidence : 0 to 1, how clearly the names mean this country and none other, and how much of the text they are.
    rule : by what it was told, or why it was not.
    alternatives : the other countries that it may be, the likeliest first; of an ambiguous text all of them.
    """

    country: str
    confidence: float
    rule: str
    alternatives: tuple[str, ...] = ()
