"""Demographics: what each annotator gave, from rows that say it again and again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from geobias.corpora.judgements.judgements import Values
from geobias.errors import InputError

CHANGES = Literal["first", "last", "blank", "error"]


@dataclass(frozen=True)
class Given:
    """What the annotators gave for one attribute.

    values : of each. ways : int64 (A,), in how many ways the rows of one item say it, blank ones too.
    several, changed : how many annotators gave several values at once; other ones with other items.
    """

    values: list[Values]
    ways: np.ndarray
    several: int
    changed: int


def of_annotators(
    column: Sequence[str],
    name: str,
    annotator: np.ndarray,
    item: np.ndarray,
    names: Sequence[str],
    *,
    changes: CHANGES,
    separator: str,
) -> Given:
    """The values of one attribute.

    Several values for one item, in rows of their own or in one cell, are all of the annotator's. Other values with
    other items are a change, of which the first or last is taken, or none ("blank"), or which stops.

    Parameters
    ----------
    column : the cell of each row; "" = not given. annotator, item : int64 (rows,). names : of the annotators.
    """
    said: list[dict[int, dict[str, None]]] = [{} for _ in names]
    for cell, who, what in zip(column, annotator.tolist(), item.tolist(), strict=True):
        for value in cell.split(separator) if separator else [cell]:
            said[who].setdefault(what, {})[value.strip()] = None
    distinct = [_distinct(by_item.values()) for by_item in said]
    changing = [who for who, sets in enumerate(distinct) if len(sets) > 1]
    if changing and changes == "error":
        who = changing[0]
        raise InputError(
            f"an annotator's '{name}' must be the same with every item, as changes=error asks",
            f"that of '{names[who]}' is {' and '.join(' + '.join(one) for one in distinct[who][:3])}",
            "Correct it, or pass changes=first, last or blank.",
        )
    if changes == "blank":
        distinct = [sets if len(sets) == 1 else [] for sets in distinct]
    values = [sets[-1 if changes == "last" else 0] if sets else () for sets in distinct]
    ways = [max(map(len, by_item.values()), default=1) for by_item in said]
    return Given(values, np.array(ways, dtype=np.int64), sum(len(one) > 1 for one in values), len(changing))


def _distinct(sets: Iterable[Mapping[str, None]]) -> list[Values]:
    """The different sets of values that items came with, in order; what is blank says nothing."""
    told = (tuple(sorted(filter(None, one))) for one in sets)
    return [values for values in dict.fromkeys(told) if values]
