"""A table as a paper prints it: numbers with stars, thousands' commas, and dashes where there is none."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path

from geobias.errors import InputError

_NOTHING = ("", "—")


def printed_rows(path: Path, names: Sequence[str], numbers: Sequence[str]) -> list[dict[str, str]]:
    """The rows of a csv file with these columns, as they stand.

    Raises
    ------
    InputError : no such column, or a cell of `numbers` that is none.
    """
    try:
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            rows, columns = list(reader), list(reader.fieldnames or ())
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} must be UTF-8", f"byte {error.start} is not", "Save it as UTF-8.") from None
    missing = [name for name in (*names, *numbers) if name not in columns]
    if missing:
        raise InputError(
            f"{path.name} must have the column '{missing[0]}'",
            f"it has {columns[:6]}",
            "Name the folder with the right file.",
        )
    for line, row in enumerate(rows, 2):
        for name in numbers:
            try:
                printed_number(row[name] or "")
            except ValueError:
                raise InputError(
                    f"{path.name} must hold numbers, with a star or not, or a dash",
                    f"'{name}' in line {line} is {row[name]!r}",
                    "Correct it.",
                ) from None
    return rows


def printed_number(text: str) -> float:
    """
    >>> printed_number("8,289"), printed_number("0.48*"), printed_number("—")
    (8289.0, 0.48, nan)
    """
    bare = text.strip("*").replace(",", "")
    return math.nan if bare in _NOTHING else float(bare)
