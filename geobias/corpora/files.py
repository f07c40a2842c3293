"""Bytes of a file to text and records: one place for hashes, encodings and csv rules."""

from __future__ import annotations

import csv
import hashlib
import io
from pathlib import Path
from typing import Any

from geobias.errors import InputError


def read_bytes(path: str | Path) -> tuple[bytes, str]:
    """The bytes of a file and their sha256."""
    path = Path(path)
    if not path.is_file():
        got = "it is a folder" if path.is_dir() else "there is none"
        raise InputError(f"'{path}' must be a file", got, "Check the path.")
    data = path.read_bytes()
    return data, hashlib.sha256(data).hexdigest()


def decode(data: bytes, encoding: str, path: str | Path) -> str:
    """Text of the bytes, without a byte order mark, whatever the locale."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        other = "utf-8" if encoding.replace("-", "").lower() in {"latin1", "cp1252", "ascii"} else "latin-1"
        raise InputError(
            f"'{path}' must be text in {encoding}",
            f"byte 0x{data[error.start]:02X} at offset {error.start} is not ({error.reason})",
            f"If the file is {other}, pass encoding={other}.",
        ) from None
    except LookupError:
        raise InputError(
            f"the encoding of '{path}' must be one that Python knows",
            f"it is {encoding!r}",
            "Pass utf-8 or latin-1.",
        ) from None
    return text.removeprefix("\ufeff")


def csv_records(text: str, path: str | Path, *, delimiter: str = ",", quoting: bool = True) -> list[list[str]]:
    """Records by csv rules: delimiters and line breaks may stand inside quotes, doubled quotes mean one.

    Lines without any field are no records. With `quoting=False` quotes are characters like others.
    """
    rule: dict[str, Any] = {"quoting": csv.QUOTE_MINIMAL if quoting else csv.QUOTE_NONE}
    # The module's limit of 131,072 characters a field guards streams; this text is in memory already.
    limit = csv.field_size_limit(2**31 - 1)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, **rule)
    records: list[list[str]] = []
    ended = 0
    try:
        for record in reader:
            ended = reader.line_num
            if record:
                records.append(record)
    except csv.Error as error:
        raise InputError(
            f"'{path}' must follow csv rules",
            f"the record that starts on line {ended + 1} does not: {error}",
            "Double the quotes inside quoted fields, or pass quoting=False where quotes mean themselves.",
        ) from None
    finally:
        csv.field_size_limit(limit)
    return records


def csv_columns(text: str, path: str | Path, *, delimiter: str = ",", quoting: bool = True) -> dict[str, list[str]]:
    """Columns by name of a csv text whose first record is the header; every value stays the string it is."""
    records = csv_records(text, path, delimiter=delimiter, quoting=quoting)
    if len(records) < 2:
        got = "it has a header only" if records else "it is empty"
        raise InputError(f"'{path}' must have a header and at least one record", got, "Check the file.")
    header = records[0]
    doubled = next((name for name in header if header.count(name) > 1), None)
    if doubled is not None:
        raise InputError(
            f"the columns of '{path}' must have distinct names", f"'{doubled}' occurs twice", "Rename one."
        )
    for row, record in enumerate(records[1:]):
        if len(record) != len(header):
            raise InputError(
                f"every record of '{path}' must have {len(header)} fields, as the header has",
                f"row {row} has {len(record)}: {record[:3]}",
                "Quote fields that hold the delimiter, or name the right delimiter.",
            )
    return dict(zip(header, map(list, zip(*records[1:], strict=True)), strict=True))
