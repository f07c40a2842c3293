"""One data frame as a file: csv that a spreadsheet may open, or sealed parquet."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geobias.errors import InputError, require
from geobias.files import cannot, write_atomically
from geobias.sealing import OPEN, is_whole, seal
from geobias.spreadsheets import escaped, unescaped
from geobias.tables.cells import pandas

if TYPE_CHECKING:
    import pandas as pd

_PURPOSE = "tables as parquet files"


def write_frame(path: str | Path, frame: pd.DataFrame) -> Path:
    """Write a frame, without its index, as the path ends: ".parquet" or ".csv"; returns the path.

    A file is there whole or not at all. Texts that a spreadsheet would take for formulas have an apostrophe before
    them in the csv alone; see `geobias.spreadsheets`. A parquet file carries a checksum.

    Raises
    ------
    InputError : the path ends otherwise. StorageError : the file cannot be written.
    """
    path = Path(path)
    write = {".csv": _write_csv, ".parquet": _write_parquet}[_suffix(path)]
    return write_atomically(path, lambda draft: write(frame, draft))


def read_frame(path: str | Path) -> pd.DataFrame:
    """What `write_frame` wrote; a csv file's cells stay text, for `from_frame` to type.

    Raises
    ------
    InputError : the path ends otherwise, or the file is damaged. StorageError : it is absent or cannot be read.
    """
    path = Path(path)
    read = {".csv": _read_csv, ".parquet": _read_parquet}[_suffix(path)]
    try:
        return read(path)
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise cannot("read", path, error) from error
    except (ValueError, OSError) as error:
        raise InputError(
            "a table's file must be as it was written",
            f"{path} is damaged ({str(error).splitlines()[0]})",
            "Write it anew, or take another copy.",
        ) from error


def _suffix(path: Path) -> str:
    if path.suffix not in (".csv", ".parquet"):
        raise InputError("a table's file must end in .csv or .parquet", f"it is {path}", "Name one that does.")
    return path.suffix


def _write_csv(frame: pd.DataFrame, path: Path) -> None:
    # Texts are quoted, for a carriage return in one would end the line.
    escaped(frame).to_csv(path, index=False, quoting=csv.QUOTE_NONNUMERIC)


def _write_parquet(frame: pd.DataFrame, path: Path) -> None:
    arrow, parquet = _arrow()
    table = arrow.Table.from_pandas(frame, preserve_index=False)
    parquet.write_table(table.replace_schema_metadata({**(table.schema.metadata or {}), "seal": OPEN}), path)
    seal(path)


def _read_csv(path: Path) -> pd.DataFrame:
    return unescaped(pandas().read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8"))


def _read_parquet(path: Path) -> pd.DataFrame:
    _, parquet = _arrow()
    if not is_whole(path, unsealed=True):
        raise ValueError("its checksum is wrong")
    with parquet.ParquetFile(path) as file:  # read_table would import pyarrow.dataset first
        return file.read().to_pandas()


def _arrow() -> tuple[Any, Any]:
    arrow = require("pyarrow", extra="study", purpose=_PURPOSE)
    return arrow, require("pyarrow.parquet", extra="study", purpose=_PURPOSE)
