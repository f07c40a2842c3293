"""What every table can do: go to a data frame or a file and back, and say in short what it holds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from geobias.errors import InputError
from geobias.files import at_home
from geobias.tables.storage import read_frame, write_frame

if TYPE_CHECKING:
    import pandas as pd


class Table(ABC):
    """Base of the tables: each has `to_frame`, `from_frame` and `summary`; the rest follows."""

    @abstractmethod
    def to_frame(self) -> pd.DataFrame:
        """The table as a data frame, one line per row."""

    @classmethod
    @abstractmethod
    def from_frame(cls, frame: pd.DataFrame, **attributes: Any) -> Self:
        """Read `to_frame`'s columns back; `attributes` are what a frame does not hold."""

    @abstractmethod
    def summary(self) -> str:
        """What the table says in short, for `print`."""

    def save(self, path: str | Path) -> Path:
        """Write `to_frame`, less what it leaves out, as the path ends: ".parquet" or ".csv"; returns the path."""
        return write_frame(at_home(path), self.to_frame())

    @classmethod
    def load(cls, path: str | Path, **attributes: Any) -> Self:
        """Read what `save` wrote, or a run's table of this kind; `attributes` as in `from_frame`.

        Raises
        ------
        InputError : the file is damaged, or is no such table; it names the file and the row.
        StorageError : the file is absent or cannot be read.
        """
        frame = read_frame(at_home(path))
        try:
            return cls.from_frame(frame, **attributes)
        except InputError as error:
            raise InputError(f"{path}: {error.must}", error.got, error.mend) from error

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary().splitlines()[0]}>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.summary())}</pre>"
