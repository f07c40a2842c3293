"""A table as it stands in a file: named columns, and where each row is to be found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from geobias.characters import strip_blanks
from geobias.errors import InputError
from geobias.suggest import nearest

_SHOWN = 20


@dataclass(frozen=True)
class Places:
    """Where rows stand, for messages: "line 7" of a text file, "row 7" of a table; all count from 1.

    `numbers` are those of the rows; without it they are numbered in their order.

    >>> Places()(0), Places("line", [2, 5])(1)
    ('row 1', 'line 5')
    """

    word: str = "row"
    numbers: Sequence[int] | None = None

    def __call__(self, row: int) -> str:
        return f"{self.word} {row + 1 if self.numbers is None else self.numbers[row]}"


@dataclass(frozen=True)
class RawTable:
    """Columns of equal length, not yet looked at; blanks around a column's name are no part of it.

    Attributes
    ----------
    names : of all columns in their order; they may repeat or be empty where nobody asks for them.
    column : number of a column -> its values.
    places : where each row stands in the file.
    notices : what a reader should know of how it was read.
    repairs : what was mended in all of the file: reason -> occurrences.
    flagged : what was only remarked: reason -> rows.
    hint : what else may help where a column is not there.
    """

    names: tuple[str, ...]
    column: Callable[[int], Sequence[Any]]
    places: Places = field(default_factory=Places)
    notices: tuple[str, ...] = ()
    repairs: Counter[str] = field(default_factory=Counter)
    flagged: Counter[str] = field(default_factory=Counter)
    hint: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(strip_blanks(str(name)) for name in self.names))

    @classmethod
    def of(cls, columns: Mapping[str, Sequence[Any]], **options: Any) -> RawTable:
        """The table of columns by name."""
        return cls(tuple(columns), list(columns.values()).__getitem__, **options)

    def __getitem__(self, name: str) -> Sequence[Any]:
        return self.column(self.names.index(strip_blanks(name)))

    def check(self, needed: Sequence[str], source: str) -> None:
        """Raise an error that names the columns there are where one that is needed is missing or there twice."""
        for name in map(strip_blanks, needed):
            if name not in self.names:
                shown = list(self.names[:_SHOWN])
                more = f" and {len(self.names) - _SHOWN} more" if len(self.names) > _SHOWN else ""
                raise InputError(
                    f"{source} must have a column '{name}'",
                    f"its columns are {shown}{more}",
                    f"{nearest(name, self.names)}Name the right column{self.hint}.",
                )
            if self.names.count(name) > 1:
                raise InputError(
                    f"column '{name}' of {source} must be there once",
                    f"{self.names.count(name)} columns have that name",
                    "Rename one.",
                )
