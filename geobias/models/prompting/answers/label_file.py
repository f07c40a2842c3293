"""A file of labels as a spreadsheet leaves it: with another delimiter, mark or encoding than it was written with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from geobias.errors import InputError, require
from geobias.raw import read_table
from geobias.spreadsheets import unescaped

if TYPE_CHECKING:
    import pandas as pd


def resaved(path: Path, columns: Sequence[str]) -> pd.DataFrame | None:
    """The columns of a csv file that is not as it was written, all text; None where it is no such table at all."""
    try:
        raw = read_table(path, needed=tuple(columns))
        raw.check(columns, path.name)
    except InputError:
        return None
    pandas = require("pandas", extra="study", purpose="tables of labels")
    return unescaped(pandas.DataFrame({name: [str(cell) for cell in raw[name]] for name in columns}))
