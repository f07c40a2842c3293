"""Tables of a file or a folder, each with its columns as numbers where all of their cells are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from geobias.errors import InputError
from geobias.raw import read_table

_NO_MEASURE = re.compile(r"([pq]|[pq][_-].*|p.?values?|low|high|.*_(low|high|sd|se))", re.IGNORECASE)
"""P-values tie by nature; ends and errors belong to another column."""
ENDINGS = (".csv", ".tsv", ".parquet")


@dataclass(frozen=True)
class FoundTable:
    """A table as it lies in a file.

    name : of the file, below the folder that was asked for. columns : name -> cells, as text. A column that is named
    twice, or not at all, goes by its place.
    """

    name: str
    columns: dict[str, list[str]]

    @cached_property
    def numbers(self) -> dict[str, np.ndarray]:
        """Columns whose cells are numbers or blank, not all of them blank; float64, NaN = blank."""
        found = {name: _numbers(cells) for name, cells in self.columns.items()}
        return {name: values for name, values in found.items() if values is not None}

    @property
    def measures(self) -> dict[str, np.ndarray]:
        """Columns of numbers that are measured: not whole numbers alone, which count or order, and no p-values."""
        return {
            name: values
            for name, values in self.numbers.items()
            if not _NO_MEASURE.fullmatch(name) and not _are_whole(values)
        }

    @property
    def words(self) -> dict[str, list[str]]:
        return {name: cells for name, cells in self.columns.items() if name not in self.numbers}

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))


def tables_at(path: Path) -> tuple[list[FoundTable], list[tuple[str, str]]]:
    """The tables of a file, or of a folder and those in it; and files that cannot be read, each with the reason.

    Raises
    ------
    InputError : there is no such path, it is one file that cannot be read, or a folder without a table.
    """
    if path.is_file():
        return [_table(path, path.name)], []
    if not path.is_dir():
        raise InputError("the tables to look at must be a file or a folder", f"there is no '{path}'", "Name another.")
    files = sorted(file for file in path.rglob("*") if file.suffix.lower() in ENDINGS and file.name[0] != ".")
    if not files:
        raise InputError(
            f"'{path}' must hold tables ({', '.join(ENDINGS)})", "there is none", "Name the folder that they lie in."
        )
    found, unread, read = [], [], set()
    for file in files:
        if file.with_suffix("") in read:
            continue  # a table kept as csv and as parquet is one table
        read.add(file.with_suffix(""))
        name = file.relative_to(path).as_posix()
        try:
            found.append(_table(file, name))
        except InputError as error:
            unread.append((name, str(error)))
    return found, unread


def _table(path: Path, name: str) -> FoundTable:
    raw = read_table(path)
    named: dict[str, list[str]] = {}
    for place, column in enumerate(raw.names):
        key = column if column and column not in named else f"column {place + 1}"
        named[key] = ["" if cell is None or cell != cell else str(cell) for cell in raw.column(place)]
    return FoundTable(name, named)


def _numbers(cells: Sequence[str]) -> np.ndarray | None:
    try:
        values = np.array([float(cell) if cell.strip() else np.nan for cell in cells])
    except ValueError:
        return None
    return None if np.isnan(values).all() else values


def _are_whole(values: np.ndarray) -> bool:
    known = values[~np.isnan(values)]
    return bool((known == known.round()).all())
