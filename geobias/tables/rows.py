"""Tables whose rows are dataclasses, to data frames and back without a loss, through csv and parquet alike.

A csv file does not say what is text: read plainly, pandas takes a group "NA" for a missing value and "007" for a
number. `read_frame` leaves every cell as it stands, and `from_frame` gives each field the type that it declares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, get_type_hints

import numpy as np

from geobias.errors import InputError, require
from geobias.spreadsheets import unescaped

if TYPE_CHECKING:
    import pandas as pd

_WORDS = {int: "whole numbers", float: "numbers", bool: "True and False", str: "text"}
_READ = "Read the file with geobias.tables.rows.read_frame, which keeps names such as NA and 1e5."


def pandas() -> Any:
    return require("pandas", extra="study", purpose="a table as a data frame")


@dataclass(frozen=True)
class RowTable:
    """Rows of one kind, `row_type`, whose fields are the columns of `to_frame`; names in `key` tell rows apart."""

    rows: tuple[Any, ...]

    row_type: ClassVar[type]
    key: ClassVar[tuple[str, ...]] = ()

    def to_frame(self) -> pd.DataFrame:
        """One row of the table a line, its fields in columns."""
        columns = [field.name for field in fields(self.row_type)]
        return pandas().DataFrame([asdict(row) for row in self.rows], columns=columns)

    @classmethod
    def from_frame(cls, frame: pd.DataFrame, **attributes: Any) -> Self:
        """Read `to_frame`'s columns back; a blank cell is a text field's "" and a number's NaN.

        Raises
        ------
        InputError : a column is missing, a name is blank, a cell is of another type, or two rows are about the same.
        """
        hints = get_type_hints(cls.row_type)
        columns = {}
        for field in fields(cls.row_type):
            optional = field.default is not MISSING
            if field.name in frame:
                columns[field.name] = typed(frame[field.name], hints[field.name], field.name, optional=optional)
            elif not optional:
                raise InputError(
                    f"the frame must have the column '{field.name}'",
                    f"its columns are {list(map(str, frame.columns))}",
                    f"Pass what {cls.__name__}.to_frame gives.",
                )
        made = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
        _refuse_twins(made, cls.key)
        return cls(tuple(cls.row_type(**values) for values in made), **attributes)


def read_frame(path: str | Path) -> pd.DataFrame:
    """A table's file as a run writes it, csv or parquet; a csv file's cells stay text, for `from_frame` to type."""
    path = Path(path)
    if path.suffix == ".parquet":
        return pandas().read_parquet(path)
    return unescaped(pandas().read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8"))


def typed(cells: Sequence[Any], kind: type, name: str, *, optional: bool = False) -> list[Any]:
    """The cells of a column as `str`, `int`, `float` or `bool`.

    optional : a blank text stands for ""; else a text is a name, and that, a whole number or a flag must not be blank.
        A blank number is NaN.

    >>> typed(["1.50", ""], float, "value"), typed([3.0, "4"], int, "repeat"), typed(["False"], bool, "union")
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


def _refuse_twins(rows: Sequence[dict[str, Any]], key: Sequence[str]) -> None:
    seen: dict[tuple, int] = {}
    for number, row in enumerate(rows, 1):
        about = tuple(row.get(name) for name in key)
        if key and seen.setdefault(about, number) != number:
            raise InputError(
                f"rows must differ in {', '.join(key)}",
                f"rows {seen[about]} and {number} are both about {', '.join(map(repr, about))}",
                _READ,
            )
