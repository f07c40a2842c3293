"""A pairwise table as rows, one per pair and repeat, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.errors import InputError
from geobias.tables import groups as descriptors
from geobias.tables.cells import columns_of, marked, positions

if TYPE_CHECKING:
    import pandas as pd

    from geobias.tables.pairs import PairTable


@dataclass(frozen=True)
class PairRow:
    """One repeat of one pair; the flags, sizes and attributes are those of its groups, of which "a" is the first."""

    group_a: str
    group_b: str
    repeat: int
    value: float
    quantity: str = ""
    units: str = ""
    pooled_a: bool = False
    pooled_b: bool = False
    nonnegative: bool = False
    size_a: float = float("nan")
    size_b: float = float("nan")
    attributes_a: str = ""
    attributes_b: str = ""


def to_long(table: PairTable) -> dict[str, Any]:
    """Columns of the upper triangle, repeat after repeat; of sizes and attributes only where some are known."""
    repeats, names = len(table.values), np.array(table.groups, dtype=object)
    sides = dict(zip("ab", np.triu_indices(len(names), 1), strict=True))

    def of_groups(name: str, values: Sequence[Any], dtype: Any) -> dict[str, np.ndarray]:
        cells = np.array(values, dtype=dtype)
        return {f"{name}_{side}": np.tile(cells[at], repeats) for side, at in sides.items()}

    columns: dict[str, Any] = {
        "quantity": table.quantity,
        "units": table.units,
        "repeat": np.repeat(np.arange(repeats), len(sides["a"])),
        **{f"group_{side}": np.tile(names[at], repeats) for side, at in sides.items()},
        "value": table.values[:, sides["a"], sides["b"]].reshape(-1),
        **of_groups("pooled", [name in table.pooled_groups for name in names], bool),
        "nonnegative": table.nonnegative,
    }
    if table.sizes:
        columns |= of_groups("size", [table.sizes.get(name, np.nan) for name in names], np.float64)
    if table.attributes:
        columns |= of_groups("attributes", [descriptors.written(table.attributes.get(name)) for name in names], object)
    return columns


def from_long(frame: pd.DataFrame, groups: Sequence[str] | None, quantity: str | None) -> dict[str, Any]:
    """The fields of a `PairTable` that a frame says; see `PairTable.from_frame`."""
    if quantity is not None and "quantity" in frame and (chosen := frame["quantity"].astype(str) == quantity).any():
        frame = frame[chosen]
    rows = columns_of(frame, PairRow, ("quantity", "repeat", "group_a", "group_b"), made_by="PairTable")
    found = list(dict.fromkeys(rows.get("quantity", [])))
    if len(found) > 1:
        raise InputError(
            "a pairwise table must be of one quantity",
            f"the rows are of {found}",
            "Name the one to read: quantity='...'.",
        )
    a, b = rows["group_a"], rows["group_b"]
    names = tuple(groups) if groups is not None else tuple(dict.fromkeys([*a, *b]))
    told: dict[str, Any] = {
        "groups": names,
        "values": _filled(rows, names),
        "quantity": found[0] if found else "",
        "units": next(iter(rows.get("units", [])), ""),
    }
    if "pooled_a" in rows and "pooled_b" in rows:
        told["pooled_groups"] = marked([*a, *b], [*rows["pooled_a"], *rows["pooled_b"]])
    if "nonnegative" in rows:
        told["nonnegative"] = any(rows["nonnegative"])
    return told | _described(rows)


def _filled(rows: Mapping[str, list[Any]], names: Sequence[str]) -> np.ndarray:
    """float64 (repeats, G, G), each pair as it stands in either direction."""
    values = np.full((max(rows["repeat"], default=0) + 1, len(names), len(names)), np.nan)
    values[:, range(len(names)), range(len(names))] = 0.0
    first, second = (np.array(_places(names, rows[side]), dtype=int) for side in ("group_a", "group_b"))
    repeat, value = np.array(rows["repeat"], dtype=int), np.array(rows["value"])
    given = np.zeros(values.shape, dtype=bool)
    values[repeat, first, second], given[repeat, first, second] = value, True
    back = values[repeat, second, first]
    contrary = given[repeat, second, first] & (back != value) & ~(np.isnan(back) & np.isnan(value))
    if contrary.any():
        at = int(contrary.argmax())
        raise InputError(
            "a pair must have one value in a repeat, in whichever direction it stands",
            f"{rows['group_a'][at]}–{rows['group_b'][at]} has {value[at]} and {back[at]} in repeat {repeat[at]}",
            "Measure each pair once.",
        )
    values[repeat, second, first] = value
    return values


def _places(names: Sequence[str], cells: Sequence[str]) -> list[int]:
    unknown = sorted(set(cells) - set(names))
    if unknown:
        raise InputError(
            "groups of a frame must be among those asked for", f"{unknown} are not", f"There are {list(names)}."
        )
    return positions(names, cells)


def _described(rows: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Sizes and attributes of the groups, where the frame has them."""
    sizes: dict[str, int] = {}
    attributes: dict[str, dict[str, str]] = {}
    for side in "ab":
        names = rows[f"group_{side}"]
        sizes |= {name: int(n) for name, n in zip(names, rows.get(f"size_{side}", []), strict=False) if n == n}
        for number, (name, cell) in enumerate(zip(names, rows.get(f"attributes_{side}", []), strict=False), 1):
            try:
                attributes |= {name: descriptors.read(cell)} if cell else {}
            except ValueError as error:
                raise InputError(
                    f"the column 'attributes_{side}' must hold what PairTable.to_frame writes",
                    f"row {number} is {cell!r}",
                    "Correct the cell.",
                ) from error
    return {name: told for name, told in (("sizes", sizes), ("attributes", attributes)) if told}
