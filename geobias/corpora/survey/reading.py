"""The file of a survey as a table: csv and its like, JSON, parquet, or SPSS."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from geobias.corpora.survey.declaration import Column, Item
from geobias.errors import InputError, require
from geobias.raw import RawTable, read_table, stored_bytes
from geobias.suggest import nearest

_SPSS = (".sav", ".zsav")
_SPSS_BYTES = (b"$FL2", b"$FL3")


def read_survey_table(path: str | Path, needed: Sequence[str]) -> tuple[RawTable, dict[str, str]]:
    """The table, and path -> sha256 of the file. Of SPSS files the columns `needed` alone are read.

    Raises
    ------
    InputError : no such file, one of another kind, or one without rows. MissingDependencyError : no pyreadstat.
    """
    data = stored_bytes(path)
    spss = Path(path).suffix.lower() in _SPSS or data.startswith(_SPSS_BYTES)
    table = _spss_table(path, needed) if spss else replace(read_table(path, needed=needed), hint="")
    return table, {str(path): hashlib.sha256(data).hexdigest()}


def _spss_table(path: str | Path, needed: Sequence[str]) -> RawTable:
    pyreadstat = require("pyreadstat", extra="sav", purpose="reading an SPSS file")
    try:
        _, about = pyreadstat.read_sav(str(path), metadataonly=True)
        names = list(about.column_names)
        # By default codes that SPSS knows as missing become blank, and with them the reason why.
        frame, _ = pyreadstat.read_sav(
            str(path), usecols=[name for name in names if name in set(needed)], user_missing=True
        )
    except (pyreadstat.PyreadstatError, pyreadstat.ReadstatError, UnicodeDecodeError) as error:
        raise InputError(f"'{path}' must be an SPSS file", str(error).splitlines()[0], "Check the file.") from None
    if not len(frame):
        raise InputError(f"'{path}' must have at least one respondent", "it has none", "Check the file.")
    return RawTable(tuple(names), lambda number: frame[names[number]].tolist())


def present(table: RawTable, column: Column, source: str) -> str:
    """The column, of several the first that is there.

    Raises
    ------
    InputError : none is; the nearest is named.
    """
    options = (column,) if isinstance(column, str) else column
    found = next((name for name in options if name in table.names), options[0])
    table.check([found], source)
    return found


def computed(table: RawTable, item: Item, source: str) -> bool:
    """Whether an item is to be computed from its parts, as its own column is not there.

    Raises
    ------
    InputError : neither the column nor all of the parts are there.
    """
    if item.column in table.names or item.parts is None:
        table.check([item.column], source)
        return False
    lacking = [name for name in item.columns[1:] if name not in table.names]
    if lacking:
        raise InputError(
            f"{source} must have a column '{item.column}', or those it is computed from, {list(item.columns[1:])}",
            f"it has neither ('{lacking[0]}' is missing)",
            f"{nearest(item.column, table.names)}Name the right column in the declaration.",
        )
    return True
