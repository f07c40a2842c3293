"""Facts of items: texts and sources, from the table of judgements or from one of items."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geobias.corpora.columns import as_string
from geobias.corpora.judgements.value_maps import mapped
from geobias.errors import InputError
from geobias.raw import RawTable

_ITEMS = "the table of items"


@dataclass(frozen=True)
class FactColumns:
    """Columns of facts: `item` names the item, `sources` hold numbers, `text` its words (None = there are none).

    maps : source -> what its words mean, as `value_maps.mapped` takes it.
    """

    item: str
    sources: Sequence[str] = ()
    text: str | None = None
    maps: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ItemFacts:
    """What is known of items.

    items : names, those judged first, then those of the table of items that nobody judged.
    texts : of each, "" where there is none. sources : name -> float64 (I,), NaN where there is none.
    """

    items: list[str]
    texts: list[str]
    sources: dict[str, np.ndarray]


def facts_of_items(
    judged: Sequence[str],
    of_item: np.ndarray,
    table: RawTable,
    items: RawTable | None,
    columns: FactColumns,
    path: str,
) -> ItemFacts:
    """Facts by item. A column of the table of items wins over one of the same name beside the judgements.

    Parameters
    ----------
    judged : names of the items judged; of_item : int64 (rows,), the place of each row's item among them.

    Raises
    ------
    InputError : a column that neither table has, an item twice in the table of items, a source that is no number, or
        one that says different things of an item.
    """
    places = {name: place for place, name in enumerate(judged)}
    listed = np.empty(0, dtype=np.int64) if items is None else _listed(items, columns.item, places)
    names = list(places)

    def column(name: str) -> list[Any]:
        beside = items is None or name not in items.names
        frame, rows, where = (table, of_item, path) if beside else (items, listed, _ITEMS)
        frame.check((name,), where)  # type: ignore[union-attr]
        return _by_item(frame, name, rows, names)  # type: ignore[arg-type]

    words = [None] * len(names) if columns.text is None else column(columns.text)
    texts = ["" if value is None else str(value) for value in words]
    said = {name: _meant(column(name), columns.maps.get(name)) for name in columns.sources}
    numbers = {
        name: np.array([_number(name, value, of) for value, of in zip(values, names, strict=True)])
        for name, values in said.items()
    }
    return ItemFacts(names, texts, numbers)


def _listed(items: RawTable, column: str, places: dict[str, int]) -> np.ndarray:
    """The place of every row of the table of items; those that nobody judged get the next ones."""
    items.check((column,), _ITEMS)
    listed = [as_string(value).strip() for value in items[column]]
    if len(set(listed)) < len(listed):
        twice = next(name for place, name in enumerate(listed) if name in listed[:place])
        raise InputError(f"{_ITEMS} must have one row an item", f"'{twice[:60]}' has several", "Join them.")
    return np.array([places.setdefault(name, len(places)) for name in listed], dtype=np.int64)


def _by_item(table: RawTable, column: str, rows: np.ndarray, names: Sequence[str]) -> list[Any]:
    """The value of each item, None where it has none; two that differ are an error."""
    out: list[Any] = [None] * len(names)
    for row, (value, place) in enumerate(zip(table[column], rows.tolist(), strict=True)):
        if as_string(value) == "":
            continue
        if out[place] is not None and as_string(out[place]) != as_string(value):
            raise InputError(
                f"'{column}' must be the same in all rows of an item",
                f"of item '{names[place][:60]}' it is {str(out[place])[:60]!r}, and {str(value)[:60]!r} in "
                f"{table.places(row)}",
                "Correct one, or keep it out of sources and text.",
            )
        out[place] = value
    return out


def _meant(values: list[Any], chosen: Any) -> list[Any]:
    """What the values of a source stand for by its map, None where there is none."""
    if chosen is None:
        return values
    return [value or None for value in mapped([as_string(value) for value in values], chosen)[0]]


def _number(column: str, value: Any, item: str) -> float:
    if value is None:
        return math.nan
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.inf
    if math.isinf(number):
        raise InputError(
            f"source '{column}' must be numbers",
            f"of item '{item[:60]}' it is {str(value)[:60]!r}",
            f"Say which number a word is, by maps={{{column}: {{<word>: <number>}}}}, or keep it out of sources.",
        )
    return number
