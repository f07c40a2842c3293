"""What a group is: a region of the user's, a pooled group of others' texts, or the baseline that the others are held
against.

Loaders declare the roles that follow from their data (`Corpus.roles`); nothing follows from what a group is called.
"""

from __future__ import annotations

from collections.abc import Iterable

REGION, POOLED, BASELINE = "region", "pooled", "baseline"


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """`wanted`, or where a group of that name is there, in any case, another that nobody has.

    >>> free_name("mixed", ["us", "uk"]), free_name("mixed", ["white", "Mixed"])
    ('mixed', 'mixed (built)')
    """
    names = {name.casefold() for name in taken}
    number, name = 1, wanted
    while name.casefold() in names:
        name = f"{wanted} (built)" if number == 1 else f"{wanted} (built {number})"
        number += 1
    return name
