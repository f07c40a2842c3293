"""Tables of judgements, which `corpus=judgements` reads, as csv and parquet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geobias.collect.exchange.rows import Rows
from geobias.errors import InputError, require
from geobias.files import at_home, write_atomically
from geobias.spreadsheets import escaped

if TYPE_CHECKING:
    import pandas as pd

SEPARATOR = "|"


def judgement_frame(rows: Rows, *, reasons: bool = False) -> pd.DataFrame:
    """One judgement a row: item, annotator, answer, attributes (several values joined by "|"), language and reason."""
    pandas = require("pandas", extra="collect", purpose="a table of judgements")
    columns: dict[str, list[Any]] = {
        "item": [row[0] for row in rows.judged],
        "annotator": [row[1] for row in rows.judged],
        "answer": [row[2] for row in rows.judged],
    }
    for name in rows.attributes:
        columns[name] = [SEPARATOR.join(rows.people.get(row[1], {}).get(name, ())) for row in rows.judged]
    if rows.languages:
        columns["language"] = [rows.languages[row[1]] for row in rows.judged]
    if reasons:
        columns["reason"] = [row[3] for row in rows.judged]
    return pandas.DataFrame(columns)


def write_tables(folder: Path, frames: Mapping[str, pd.DataFrame], others: Mapping[str, Callable[[Path], Any]]) -> None:
    """Write a folder as a whole: every frame as csv and parquet, and what `others` write beside them.

    In csv, cells that a spreadsheet would compute get an apostrophe; parquet has all as it is.
    """

    def write(draft: Path) -> None:
        draft.mkdir()
        for name, frame in frames.items():
            escaped(frame).to_csv(draft / f"{name}.csv", index=False)
            frame.to_parquet(draft / f"{name}.parquet", index=False)
        for name, written in others.items():
            written(draft / name)

    write_atomically(folder, write)


def free_folder(folder: str | Path, marks: tuple[str, ...]) -> Path:
    """The folder to be written, which must be new, empty, or one that this program wrote before.

    marks : files, one of which such a folder holds.
    """
    place = at_home(folder).absolute()
    ours = place.is_dir() and any((place / mark).is_file() for mark in marks)
    if place.exists() and not ours and (not place.is_dir() or any(place.iterdir())):
        raise InputError(f"{place} must be a new folder", "it holds something else", "Name another one.")
    return place


text_writer = partial(partial, lambda content, path: path.write_text(content, encoding="utf-8"))
"""content -> what writes it to a path."""
