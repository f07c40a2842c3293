"""A finding in words."""

from __future__ import annotations

from dataclasses import dataclass

TEXTS, DISTANCES, PERFORMANCE, RELATION = "texts", "distances", "performance", "relation"


@dataclass(frozen=True)
class Finding:
    """One or two sentences computed from the tables.

    `section` is where it stands on the page; `headline` findings open the page as well; a `caution` says what a
    number does not show.
    """

    section: str
    text: str
    headline: bool = False
    caution: bool = False
