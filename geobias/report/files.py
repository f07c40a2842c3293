"""Files of a run: every write goes to a temporary neighbour first and is then moved into place."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from geobias.errors import InputError, require

if TYPE_CHECKING:
    import pandas as pd

TABLES = "tables"
FIGURES = "figures"


def write_atomically(path: Path, write: Callable[[Path], object]) -> Path:
    """Call `write` with a temporary path beside `path`, then move the result there.

    A reader sees the old file or the new one, never a part; when `write` fails the old one stays.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.stem[:40]}-", suffix=path.suffix, dir=path.parent)
    os.close(handle)
    try:
        write(Path(name))
        # mkstemp makes files private; the result gets the mode that a plain open would have given it.
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
    return path


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def slug(name: str) -> str:
    """A file name made of a quantity's name.

    >>> slug("gap[accuracy]"), slug("../Äpfel & Birnen"), slug("//")
    ('gap-accuracy', 'pfel-birnen', 'unnamed')
    """
    return re.sub(r"[^a-z0-9_]+", "-", name.lower()).strip("-")[:80] or "unnamed"


def write_table(directory: str | Path, name: str, frame: pd.DataFrame) -> Path:
    """Write `tables/<name>.parquet` and `tables/<name>.csv` with the same content; returns the parquet file's path.

    Raises `InputError` when the name is no plain file name.
    """
    if slug(name) != name:
        raise InputError(
            "a table's name must be lower-case letters, digits and underscores", f"it is {name!r}", "Rename it."
        )
    folder = Path(directory) / TABLES
    write_atomically(folder / f"{name}.csv", lambda path: frame.to_csv(path, index=False))
    return write_atomically(folder / f"{name}.parquet", lambda path: frame.to_parquet(path, index=False))


def read_table(directory: str | Path, name: str) -> pd.DataFrame | None:
    """The table `name` of a run, or None; read from parquet, where a group "NO" stays a string."""
    path = Path(directory) / TABLES / f"{name}.parquet"
    if not path.is_file():
        return None
    return require("pandas", extra="study", purpose="reading a run's tables").read_parquet(path)


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
