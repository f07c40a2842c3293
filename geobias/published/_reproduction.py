"""What a paper's module gives: numbers beside the published ones, the tables behind them, and what to know of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from geobias.errors import InputError
from geobias.tables import ComparisonTable, Table

_SHOWN = 3  # names of files in a message


@dataclass(frozen=True)
class Reproduction:
    """comparisons : every published number. tables : name -> others. notes : what a reader should know, a sentence
    each."""

    comparisons: ComparisonTable
    tables: Mapping[str, Table] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def summary(self, *, every: bool = False) -> str:
        """The notes, and each quantity's tally with the numbers that differ most; `every` number where asked."""
        lines = [*self.notes, ""] if self.notes else []
        return "\n".join([*lines, self.comparisons.summary(most=None if every else 5)])

    @property
    def named(self) -> dict[str, Table]:
        """All tables by name, the comparisons first."""
        return {"comparisons": self.comparisons, **self.tables}

    def save(self, folder: Path) -> list[Path]:
        """One csv file a table, `comparisons.csv` the first; returns their paths."""
        return [table.save(folder / f"{name}.csv") for name, table in self.named.items()]


def check_files(folder: Path, names: Sequence[str]) -> None:
    """Raises `InputError` for a folder that there is not, or that lacks one of the files."""
    if not folder.is_dir():
        got = "it is a file" if folder.exists() else "there is no such folder"
        raise InputError(f"'{folder}' must be a folder with {_some(names)}", got, "Name the right one.")
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        there = sorted(file.name for file in folder.iterdir())
        lacking = f"{_some(missing)} {'is' if len(missing) == 1 else 'are'} not among {_some(there)}"
        if len(missing) == len(names):
            lacking = f"it has none of these, only {_some(there)}" if there else "it is empty"
        above = folder.resolve().parent
        inside = all((above / name).is_file() for name in names)
        raise InputError(
            f"'{folder}' must hold {_some(names)}",
            lacking,
            f"Name the folder above it, {above}." if inside else "Name the right folder.",
        )


def _some(names: Sequence[str]) -> str:
    """Names of files, the first ones of many.

    >>> _some(["a.csv", "b.csv"]), _some(["a", "b", "c", "d", "e"])
    ('a.csv and b.csv', 'a, b, c and 2 more')
    """
    if len(names) < 2:
        return "".join(names)
    shown = list(names) if len(names) <= _SHOWN + 1 else [*names[:_SHOWN], f"{len(names) - _SHOWN} more"]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
