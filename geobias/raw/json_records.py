"""JSON to a table: one object per line, objects one after another, or an array of them; what is nested by its path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.raw.encodings import Decoded
from geobias.raw.raw_table import Places, RawTable

_WHITE = re.compile(r"[ \t\r\n]*")


def json_table(decoded: Decoded, path: str | Path) -> RawTable:
    """Columns of the objects; a key that an object lacks is None there.

    An object inside an object gives columns by dotted path: {"user": {"country": "no"}} is "user.country". Lists stay
    values.

    Raises
    ------
    InputError : no record, or one that is no JSON object, with its line (of an array: its number).
    """
    try:
        values, lines = _values(decoded.text, path)
        places = Places("line", lines)
        if len(values) == 1 and isinstance(values[0], list):
            values, places = values[0], Places("record")
        _check_by_records(values, path)
        records = [_flat_record(value, places(row), path) for row, value in enumerate(values)]
    except RecursionError:
        raise InputError(f"'{path}' must be JSON records", "it is nested too deep", "Check the file.") from None
    if not records:
        raise InputError(f"'{path}' must have at least one record", "it is empty", "Check the file.")
    names = list(dict.fromkeys(name for record in records for name in record))
    return RawTable(
        tuple(names),
        lambda number: [record.get(names[number]) for record in records],
        places=places,
        notices=decoded.notices,
        repairs=decoded.repairs,
    )


def _values(text: str, path: str | Path) -> tuple[list[Any], list[int]]:
    """The values of the text one after another, and the line that each begins on."""
    decoder = json.JSONDecoder()
    line_break = "\n" if "\n" in text else "\r"
    values: list[Any] = []
    lines: list[int] = []
    line, seen = 1, 0
    at = _WHITE.match(text).end()  # type: ignore[union-attr]
    while at < len(text):
        line, seen = line + text.count(line_break, seen, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError as error:
            stop = getattr(error, "pos", at)
            why = getattr(error, "msg", error)
            raise InputError(
                f"every record of '{path}' must be a JSON object",
                f"line {line + text.count(line_break, seen, stop)} is not JSON ({why})",
                "Mend that line.",
            ) from None
        values.append(value)
        lines.append(line)
        at = _WHITE.match(text, at).end()  # type: ignore[union-attr]
    return values, lines


def _check_by_records(values: list[Any], path: str | Path) -> None:
    """Raise an error where one object holds whole columns, or all records under a key, as some programs write it."""
    whole = values[0] if len(values) == 1 and isinstance(values[0], dict) else {}
    if whole and all(isinstance(value, (list, dict)) and len(value) > 1 for value in whole.values()):
        raise InputError(
            f"'{path}' must hold one JSON object a text",
            f"it is one object of {', '.join(map(repr, list(whole)[:5]))}, each of which holds many",
            "Save it by records; in pandas that is to_json(..., orient='records', lines=True).",
        )


def _flat_record(value: Any, place: str, path: str | Path) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError(
            f"every record of '{path}' must be a JSON object", f"{place} is {json.dumps(value)[:40]}", "Mend it."
        )
    return dict(_flat(value))


def _flat(record: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value
