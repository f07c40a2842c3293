"""Delimited text (csv, tsv and the like): records by csv rules, with the line on which each begins."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from geobias.errors import InputError
from geobias.raw.delimiters import named_delimiter, shown, tell_delimiter
from geobias.raw.encodings import Decoded
from geobias.raw.raw_table import Places, RawTable

_PREAMBLE = re.compile(r"sep=(.)(?:\r\n|\r|\n)", re.DOTALL)  # Excel's way of naming the delimiter


@dataclass(frozen=True)
class Records:
    """Fields of every record, and the line that it begins on, from 1.

    `over_lines` are the lines of records with a field that holds both a line break and the delimiter, `swallowing`
    those among them where every line inside holds as many delimiters as a record has: a stray quote looks so.
    """

    fields: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    over_lines: list[int] = field(default_factory=list)
    swallowing: list[int] = field(default_factory=list)

    @property
    def places(self) -> Places:
        return Places("line", self.lines)

    def notices(self, name: str) -> tuple[str, ...]:
        """A sentence on records of the file of that name that a stray quote may have swallowed."""
        if not self.swallowing:
            return ()
        return (
            f"{len(self.swallowing)} records of {name} hold lines that look like records of their own (the first "
            f"begins on line {self.swallowing[0]}): where a stray quote joined them, double it, "
            "or (corpus=table) pass quoting=false.",
        )


def csv_records(text: str, path: str | Path, *, delimiter: str = ",", quoting: bool = True) -> Records:
    """Records by csv rules: delimiters and line breaks may stand inside quotes, doubled quotes mean one.

    Lines without any field are no records. With `quoting=False` quotes are characters like others.

    Raises
    ------
    InputError : a quote that is never closed, or text right behind a closed one; both with their line.
    """
    rule: dict[str, Any] = {"quoting": csv.QUOTE_MINIMAL if quoting else csv.QUOTE_NONE}
    # The module's limit of 131,072 characters per field guards streams; this text is in memory already.
    limit = csv.field_size_limit(2**31 - 1)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, **rule)
    records = Records()
    ended = 0
    try:
        for record in reader:
            if record:
                records.fields.append(record)
                records.lines.append(ended + 1)
            if reader.line_num > ended + 1:
                _look_inside(record, ended + 1, delimiter, records)
            ended = reader.line_num
    except csv.Error as error:
        never = "unexpected end" in str(error)
        what = "opens a quote that is never closed" if never else f"does not: {error}"
        raise InputError(
            f"'{path}' must follow csv rules",
            f"the record that starts on line {ended + 1} {what}",
            "Double the quotes inside quotes, or (corpus=table) pass quoting=false where quotes mean themselves.",
        ) from None
    finally:
        csv.field_size_limit(limit)
    return records


def _look_inside(record: list[str], line: int, delimiter: str, records: Records) -> None:
    """Note a record over several lines whose fields hold the delimiter too."""
    broken = [value for value in record if ("\n" in value or "\r" in value) and delimiter in value]
    if not broken:
        return
    records.over_lines.append(line)
    for value in broken:
        breaks = sum(bool(part.strip()) for part in re.split("[\r\n]+", value)) - 1
        if 0 < breaks * (len(record) - 1) <= value.count(delimiter):
            records.swallowing.append(line)
            return


def csv_table(
    decoded: Decoded,
    path: str | Path,
    *,
    needed: tuple[str, ...] = (),
    delimiter: str | None = None,
    quoting: bool = True,
    header: bool = True,
) -> RawTable:
    """The table of a delimited text; every value stays the string it is.

    Parameters
    ----------
    needed : names of the columns that will be asked for: a delimiter that is not given is told by them.
    header : whether the first record names the columns; else they are named "1", "2", ... in their order.

    Raises
    ------
    InputError : no record; one of another number of fields than the first, with its line; broken quotes.
    """
    text, notices = decoded.text, list(decoded.notices)
    preamble = _PREAMBLE.match(text)
    if delimiter is not None:
        delimiter = named_delimiter(delimiter)
    elif preamble is not None:
        delimiter = preamble[1]
    else:
        delimiter, notice = tell_delimiter(text, path, needed, quoting=quoting, header=header)
        if notice is not None:
            notices.append(notice)
    records = csv_records(text, path, delimiter=delimiter, quoting=quoting)
    begin = 1 if preamble is not None else 0
    fields, lines = _whole(records.fields[begin:], records.lines[begin:])
    if len(fields) < 1 + header:
        got = "it has a header only" if fields else "it is empty"
        raise InputError(f"'{path}' must have {'a header and ' * header}at least one record", got, "Check the file.")
    _check_widths(fields, lines, path, delimiter)
    names = fields[0] if header else map(str, range(1, len(fields[0]) + 1))
    rows = fields[1:] if header else fields
    return RawTable(
        tuple(names),
        lambda number: [row[number] for row in rows],
        places=Places("line", lines[1:] if header else lines),
        notices=(*notices, *records.notices(Path(path).name)),
        repairs=decoded.repairs,
        flagged=Counter(delimiter_and_line_break_in_a_field=len(records.over_lines)),
    )


def _whole(fields: list[list[str]], lines: list[int]) -> tuple[list[list[str]], list[int]]:
    """The records less those of blanks alone (spreadsheets end in ",,"), where a record has several fields."""
    if not fields or len(fields[0]) == 1:
        return fields, lines
    kept = [row for row, record in enumerate(fields) if any(field.strip() for field in record)]
    return [fields[row] for row in kept], [lines[row] for row in kept]


def _check_widths(fields: list[list[str]], lines: list[int], path: str | Path, delimiter: str) -> None:
    width = len(fields[0])
    for record, line in zip(fields, lines, strict=True):
        if len(record) != width:
            raise InputError(
                f"every record of '{path}' must have {width} fields, as the one on line {lines[0]} has",
                f"the one on line {line} has {len(record)}: {record[:3]}",
                f"Quote the fields that hold the delimiter, which is {shown(delimiter)} here.",
            )
