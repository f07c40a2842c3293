"""Names with a letter wrong, left out or too many, or without their blanks: the one large place that is meant, if any.

Two spellings are a letter apart where both become the same by leaving out one letter or none (Garbe's SymSpell).
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from geobias.corpora.geocoding.gazetteer import Readings, gazetteer

_LARGE = 1e6
"""Inhabitants of places that are found although they are misspelt."""
_LETTERS = 7
"""Letters of names of which one may be wrong; in shorter ones another word is meant."""
_JOINED = 5


def misspelt(name: str) -> tuple[str, Readings] | None:
    """The known name that a `name_key` stands for, and what it means; None where there is none, or are several.

    >>> misspelt("new zeland")[0], misspelt("newhampshire")[0]
    ('new zealand', 'new hampshire')
    """
    joined = name.replace(" ", "")
    if not joined.isascii() or len(joined) < _JOINED:
        return None
    if exact := _joined().get(joined):
        return exact, _meant(exact)
    if len(joined) < _LETTERS:
        return None
    found = {known for part in _less(joined) for known in _nearly().get(part, ()) if known[0] == name[0]}
    # Spellings of the same place, in other languages too, are no ambiguity.
    countries = {max(_meant(known), key=_meant(known).__getitem__) for known in found}
    return (best := min(found), _meant(best)) if len(countries) == 1 else None


def _meant(name: str) -> Readings:
    return gazetteer().readings(name)


@cache
def _joined() -> dict[str, str]:
    """Large places' names of several words by their letters."""
    return {name.replace(" ", ""): name for name in _large() if " " in name}


@cache
def _nearly() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name in _large():
        letters = name.replace(" ", "")
        for part in _less(letters) if len(letters) >= _LETTERS else ():
            found[part].append(name)
    return {part: tuple(names) for part, names in found.items()}


def _large() -> set[str]:
    known = gazetteer()
    return {
        name
        for names in (known.areas, known.cities)
        for name, readings in names.items()
        if name.isascii() and max(readings.values()) >= _LARGE
    }


def _less(letters: str) -> set[str]:
    return {letters, *(letters[:place] + letters[place + 1 :] for place in range(len(letters)))}
