"""A file, or bytes of one, becomes the table that it holds: delimited text, JSON or parquet."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from geobias.errors import InputError, require
from geobias.raw.delimited import csv_table
from geobias.raw.delimiters import BY_ENDING
from geobias.raw.encodings import decode
from geobias.raw.files import plain_name, read_bytes
from geobias.raw.json_records import json_table
from geobias.raw.raw_table import RawTable

_HINTS = {
    True: ", or pass header=false where the first line names none",
    False: " by its number: header=false counts them from 1",
}
_JSON = (".json", ".jsonl", ".ndjson")


def read_table(path: str | Path, *, needed: Sequence[str] = ()) -> RawTable:
    """The table of a file, as it stands.

    needed : names of the columns that will be asked for: the delimiter is told by them.

    Raises
    ------
    InputError : no such file, one of another kind, an undecodable byte, broken csv or json.
    """
    return table_of(read_bytes(path)[0], Path(path), needed=needed)


def table_of(
    data: bytes,
    path: Path,
    *,
    needed: Sequence[str] = (),
    encoding: str | None = None,
    delimiter: str | None = None,
    quoting: bool = True,
    header: bool = True,
) -> RawTable:
    """The table of a file's bytes: parquet by the first of them, JSON by ending or first character, all else delimited.

    Parameters
    ----------
    path : where they are from. encoding, delimiter : None = told from the bytes. quoting, header : of delimited text.

    Raises
    ------
    InputError : as `read_table`; `header=False` of a file that names its columns.
    """
    sign, ending = _one_sign(delimiter), Path(plain_name(path)).suffix.lower()
    if ending == ".parquet" or data.startswith(b"PAR1"):
        table = _parquet_table(data, path)
    else:
        decoded = decode(data, encoding, path)
        if ending not in _JSON and (ending in BY_ENDING or decoded.text.lstrip()[:1] not in ("{", "[")):
            rows = csv_table(decoded, path, needed=tuple(needed), delimiter=sign, quoting=quoting, header=header)
            return replace(rows, hint=_HINTS[header])
        table = json_table(decoded, path)
    if not header:
        raise InputError("header=false is for delimited text", f"'{path}' names its columns", "Leave it out.")
    return table


def _one_sign(delimiter: str | None) -> str | None:
    """The delimiter as one character: a shell or YAML hands "\\t" over as two."""
    sign = {"\\t": "\t", "tab": "\t"}.get(delimiter or "", delimiter)
    # An unquoted \t reaches us as a bare t, and no table is delimited by letters.
    if sign is not None and (len(sign) != 1 or sign.isalnum() or sign in '"\r\n'):
        raise InputError(
            "delimiter must be one sign, no letter, digit or quote",
            f"it is {sign!r}",
            r"""For a tab write 'corpus.delimiter="\t"', for a comma 'corpus.delimiter=","', quotes and all.""",
        )
    return sign


def _parquet_table(data: bytes, path: Path) -> RawTable:
    parquet = require("pyarrow.parquet", extra="study", purpose="reading parquet")
    types = require("pyarrow.types", extra="study", purpose="reading parquet")
    try:
        table = parquet.read_table(io.BytesIO(data))
        while any(types.is_struct(column.type) for column in table.columns):
            table = table.flatten()
    except (OSError, ValueError, NotImplementedError) as error:
        raise InputError(f"'{path}' must be a parquet file", str(error).splitlines()[0], "Check the file.") from None
    return RawTable(tuple(table.column_names), lambda number: table.column(number).to_pylist())
