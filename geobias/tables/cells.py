"""Columns of a data frame as lists of Python values, each cell of the type that a row's field declares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, get_type_hints

import numpy as np

from geobias.errors import InputError, require

if TYPE_CHECKING:
    import pandas as pd

_WORDS = {int: "whole numbers", float: "numbers", bool: "True and False", str: "text"}
_READ = "Read the file with geobias.tables.read_frame, which keeps names such as NA and 1e5."


def pandas() -> Any:
    return require("pandas", extra="study", purpose="a table as a data frame")


def columns_of(frame: pd.DataFrame, row_type: type, key: Sequence[str] = (), *, made_by: str) -> dict[str, list[Any]]:
    """Field of `row_type` -> its cells. A field with a default may be absent, and its text blank; see `typed`.

    key : names of the fields that tell rows apart. made_by : the table whose `to_frame` gives such a frame.

    Raises
    ------
    InputError : a column is missing, a name is blank, a cell is of another type, or two rows are about the same.
    """
    hints = get_type_hints(row_type)
    columns = {}
    for field in fields(row_type):
        optional = field.default is not MISSING
        if field.name in frame:
            columns[field.name] = typed(frame[field.name], hints[field.name], field.name, optional=optional)
        elif not optional:
            raise InputError(
                f"the frame must have the column '{field.name}'",
                f"its columns are {list(map(str, frame.columns))}",
                f"Pass what {made_by}.to_frame gives.",
            )
    _refuse_twins(columns, key)
    return columns


def typed(cells: Sequence[Any], kind: type, name: str, *, optional: bool = False) -> list[Any]:
    """The cells of a column as `str`, `int`, `float` or `bool`.

    optional : a blank text stands for ""; else a text is a name, and that, a whole number or a flag must not be blank.
        A blank number is NaN.

    >>> typed(["1.50", ""], float, "value"), typed([3.0, "4"], int, "repeat"), typed(["False"], bool, "pooled")
    ([1.5, nan], [3, 4], [False])
    """
    instead: dict[type, Any] = {float: float("nan")} | ({str: ""} if optional else {})
    out = []
    for row, (cell, missing) in enumerate(zip(cells, pandas().isna(np.array(cells, dtype=object)), strict=True), 1):
        blank = missing or (kind is not str and isinstance(cell, str) and not cell.strip())
        if blank and kind not in instead:
            raise InputError(f"the column '{name}' must be filled", f"row {row} is blank", _READ)
        try:
            out.append(instead[kind] if blank else _converted(cell, kind))
        except (TypeError, ValueError, KeyError, OverflowError) as error:
            raise InputError(
                f"the column '{name}' must hold {_WORDS[kind]}",
                f"row {row} is {cell!r}",
                _READ if kind is str else "Correct the cell.",
            ) from error
    return out


def _converted(cell: Any, kind: type) -> Any:
    if kind is bool:
        return {"true": True, "1": True, "1.0": True, "false": False, "0": False, "0.0": False}[str(cell).lower()]
    if kind is str and isinstance(cell, (bool, float, np.bool_, np.floating)):
        raise ValueError(cell)  # what a reader took for a number does not say how it was spelt
    if kind is int and float(cell) != int(float(cell)):
        raise ValueError(cell)
    return int(float(cell)) if kind is int else kind(cell)


def _refuse_twins(columns: dict[str, list[Any]], key: Sequence[str]) -> None:
    seen: dict[tuple, int] = {}
    known = [columns[name] for name in key if name in columns]
    for number, about in enumerate(zip(*known, strict=True), 1):
        if seen.setdefault(about, number) != number:
            raise InputError(
                f"rows must differ in {', '.join(key)}",
                f"rows {seen[about]} and {number} are both about {', '.join(map(repr, about))}",
                _READ,
            )


def positions(names: Sequence[str], cells: Sequence[str]) -> list[int]:
    """The place among `names` of every cell."""
    places = {name: place for place, name in enumerate(names)}
    return [places[cell] for cell in cells]


def marked(names: Sequence[str], flags: Sequence[bool]) -> tuple[str, ...]:
    """The names beside which a flag stands, each once and in their order."""
    return tuple(dict.fromkeys(name for name, flag in zip(names, flags, strict=True) if flag))
