"""Shares of what was written about each region, such as edits of Wikipedia, as a covariate of pairs of regions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from geobias.errors import InputError
from geobias.raw import read_table
from geobias.relations import pair_covariate
from geobias.suggest import nearest
from geobias.tables import PairTable

AUTHORSHIP = "authorship"
_COLUMNS = ("region", "share")
_PLACE = "relating.authorship"


def read_authorship(path: str, regions: Sequence[str]) -> dict[str, float]:
    """Region -> its share, of every region of the statements; others are left out.

    Raises
    ------
    InputError : no such file or column, a region without a share, one with two, a share that is no number.
    """
    table = read_table(path, needed=_COLUMNS)
    table.check(_COLUMNS, path)
    found: dict[str, float] = {}
    for row, (name, share) in enumerate(zip(*(table[column] for column in _COLUMNS), strict=True)):
        region = str(name).strip()
        if region in found:
            raise InputError(
                f"every region of {_PLACE} must have one share", f"'{region}' has two in {path}", "Leave one out."
            )
        found[region] = _number(share, f"{path}, {table.places(row)}")
    for region in regions:
        if region not in found:
            raise InputError(
                f"{_PLACE} must have a share of every region of the statements",
                f"'{region}' has none in {path}",
                f"{nearest(region, list(found))}Add it: columns {' and '.join(_COLUMNS)}.",
            )
    return {region: found[region] for region in regions}


def _number(share: Any, place: str) -> float:
    try:
        number = float(share)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 <= number < math.inf:
        raise InputError(
            f"a share of {_PLACE} must be a number, 0 or more", f"at {place} it is {share!r}", "Correct it."
        )
    return number


def authorship_pairs(shares: dict[str, float]) -> PairTable:
    """How far two regions lie apart in their shares."""
    return pair_covariate(shares, "difference", name=AUTHORSHIP)
