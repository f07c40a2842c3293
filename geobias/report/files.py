"""Tables of a run as files: parquet, and csv that a spreadsheet may open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from geobias.errors import InputError
from geobias.filenames import file_name
from geobias.tables import read_frame, write_frame

if TYPE_CHECKING:
    import pandas as pd

TABLES = "tables"
FIGURES = "figures"
slug = file_name


def write_table(directory: str | Path, name: str, frame: pd.DataFrame) -> Path:
    """Write `tables/<name>.parquet` and `tables/<name>.csv` with the same content; returns the parquet file's path.

    See `geobias.tables.write_frame` for what stands in them.

    Raises
    ------
    InputError : the name is no plain file name.
    StorageError : a file cannot be written.
    """
    if file_name(name) != name:
        raise InputError("a table's name must be a plain file name in lower case", f"it is {name!r}", "Rename it.")
    folder = Path(directory) / TABLES
    write_frame(folder / f"{name}.csv", frame)
    return write_frame(folder / f"{name}.parquet", frame)


def read_table(directory: str | Path, name: str) -> pd.DataFrame | None:
    """The table `name` of a run, or None; read from parquet, where a group "NO" stays a string.

    Raises
    ------
    InputError : the file is torn, or has a flipped bit. StorageError : it cannot be read.
    """
    path = Path(directory) / TABLES / f"{name}.parquet"
    if not path.is_file():
        return None
    try:
        return read_frame(path)
    except InputError as error:
        raise InputError(
            "the tables of a run must be as they were written",
            error.got,
            "Start the study again with the same settings: finished parts are kept, the tables are written anew.",
        ) from error


class Tables(Mapping[str, "pd.DataFrame"]):
    """The tables of a run by name, each read from its file when it is first asked for."""

    def __init__(self, directory: Path):
        self._directory = directory
        self._frames: dict[str, pd.DataFrame] = {}

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self._frames:
            frame = read_table(self._directory, name)
            if frame is None:
                raise KeyError(f"{name!r} is no table of this run; it has {list(self)}")
            self._frames[name] = frame
        return self._frames[name]

    def __contains__(self, name: object) -> bool:
        return name in set(self)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(path.stem for path in (self._directory / TABLES).glob("[!.]*.parquet")))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"Tables({', '.join(self)})"
