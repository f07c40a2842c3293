"""Tables of the page: cells as text, with sensible rounding; those of any pairs and of any settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.groups import Groups
from geobias.report.pairs import pair_summary, pair_table, quantities
from geobias.report.phrases import number, pair, quantity_label, with_units

if TYPE_CHECKING:
    import pandas as pd

PER_TABLE = 6  # columns of quantities that still fit a page


@dataclass(frozen=True)
class PageTable:
    """Cells as text; the first `names` columns are names, the others numbers. A long one is `folded`."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1
    folded: bool = False


def pair_tables(frame: pd.DataFrame, groups: Groups, title: str, folded: bool = False) -> Iterator[PageTable]:
    """Pairs in rows, quantities in columns: mean ± standard deviation over the repeats."""
    for start, part in parts(quantities(frame)):
        tables = {name: pair_table(frame, name, groups) for name in part}
        cells: dict[tuple[str, str], dict[str, str]] = {}
        for name, table in tables.items():
            for row in pair_summary(table).to_dict("records"):
                spread = f" ± {number(row['sd'])}" if not np.isnan(row["sd"]) else ""
                cells.setdefault((row["group_a"], row["group_b"]), {})[name] = number(row["mean"]) + spread
        rows = [[pair(*key), *(values.get(name, "") for name in part)] for key, values in cells.items()]
        columns = [with_units(quantity_label(name), tables[name].units) for name in part]
        yield PageTable(title + ", continued" * (start > 0), ["pair", *columns], rows, folded=folded)


def parts(names: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Names in parts that fit a page, each with the place of its first."""
    for start in range(0, len(names), PER_TABLE):
        yield start, names[start : start + PER_TABLE]


def settings_table(title: str, settings: Mapping[str, Any], folded: bool = False) -> PageTable:
    """A nested mapping, one row per leaf, keys joined by dots."""
    return PageTable(
        title, ["setting", "value"], [[key, text] for key, text in _leaves(settings)], names=2, folded=folded
    )


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        yield path, ", ".join(map(_plain, value)) or "none"
    else:
        yield path, _plain(value)


def _plain(value: Any) -> str:
    if value is None or value == {}:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
