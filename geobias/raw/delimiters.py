"""What stands between the fields of a delimited text, told from its first records."""

from __future__ import annotations

import contextlib
import csv
import io
from itertools import islice
from pathlib import Path
from typing import Any

from geobias.characters import strip_blanks
from geobias.errors import InputError
from geobias.raw.files import plain_name

BY_ENDING = {".csv": ",", ".tsv": "\t", ".tab": "\t"}
_CANDIDATES = (",", ";", "\t", "|")
_WORDS = {"\t": "tab", " ": "blank"}
_LOOKED_AT = 200  # lines


def shown(delimiter: str) -> str:
    """The delimiter as a message names it."""
    return _WORDS.get(delimiter, f"'{delimiter}'")


def named_delimiter(delimiter: str) -> str:
    """The character that is meant: a tab may be written "\\\\t" or "tab".

    Raises
    ------
    InputError : more or less than one character, a quote or a line break.
    """
    meant = {r"\t": "\t", "tab": "\t"}.get(delimiter, delimiter)
    if not isinstance(meant, str) or len(meant) != 1 or meant in '"\r\n':
        raise InputError(
            "delimiter must be one character, and neither a quote nor a line break",
            f"it is {delimiter!r}",
            "Pass ';', '|' or tab, or leave it out: it is told from the file.",
        )
    return meant


def tell_delimiter(
    text: str, path: str | Path, needed: tuple[str, ...], *, quoting: bool, header: bool
) -> tuple[str, str | None]:
    """The delimiter, and a sentence where it is not the one of the file's ending.

    With a header it is the one that parts the names that are `needed`; where none does, or there is no header, the one
    that gives all of the first records equally many fields, two or more. Where it may be that of the ending, it is.

    Raises
    ------
    InputError : without a header, several may be meant and none is that of the ending.
    """
    usual = BY_ENDING.get(Path(plain_name(path)).suffix.lower())
    candidates = sorted(_CANDIDATES, key=lambda candidate: candidate != usual)
    first = {candidate: _first_records(text, candidate, quoting) for candidate in candidates}
    names = {strip_blanks(name) for name in needed}
    fits = [c for c in candidates if header and first[c] and names <= set(map(strip_blanks, first[c][0]))]
    if not fits:
        widths = {c: {len(record) for record in first[c]} for c in candidates}
        fits = [c for c in candidates if len(widths[c]) == 1 and min(widths[c]) > 1]
        if header and usual and first[usual] and len(first[usual][0]) > 1:
            fits = [usual]
        if not header and len(fits) > 1 and usual not in fits:
            raise InputError(
                f"what stands between the fields of '{path}' must be plain",
                f"it may be {' or '.join(map(shown, fits))}",
                "Pass delimiter.",
            )
    found = fits[0] if fits else usual or ","
    if found == usual or not fits or len(first[found][0]) < 2:
        return found, None
    return found, f"The fields of {Path(path).name} are parted by {shown(found)}, as its first lines tell."


def _first_records(text: str, delimiter: str, quoting: bool) -> list[list[str]]:
    rule: dict[str, Any] = {"quoting": csv.QUOTE_MINIMAL if quoting else csv.QUOTE_NONE}
    stream = io.StringIO(text, newline="")
    reader = csv.reader(islice(stream, _LOOKED_AT), delimiter=delimiter, **rule)
    records: list[list[str]] = []
    # A field beyond the module's limit ends the look: what came before it tells.
    with contextlib.suppress(csv.Error):
        records.extend(record for record in reader if record)
    cut = bool(stream.read(1))  # then the last record may be whole only further on
    return records[:-1] or records if cut else records
