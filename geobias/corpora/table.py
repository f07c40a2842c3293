"""A table in a file (csv, tsv, jsonl, parquet), one text a row, becomes a Corpus."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from geobias.corpora.cleaning import Cleaning
from geobias.corpora.columns import ColumnNames, corpus_from_columns
from geobias.corpora.corpus import Corpus
from geobias.corpora.files import csv_columns, decode, read_bytes
from geobias.errors import InputError, require

_DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}
_SUFFIXES = [*_DELIMITERS, ".jsonl", ".ndjson", ".parquet"]


def load_table(
    path: str | Path,
    *,
    text: str = "text",
    group: str | Sequence[str] = "region",
    label: str | None = None,
    id: str | None = None,
    split: str | None = None,
    unit: str | None = None,
    label_map: Mapping[Any, Any] | None = None,
    separator: str = "|",
    label_names: str | Path | None = None,
    cleaning: str | Cleaning = "gentle",
    encoding: str = "utf-8",
    delimiter: str | None = None,
    quoting: bool = True,
    on_duplicate: str = "keep",
) -> Corpus:
    """Load a csv, tsv, jsonl or parquet file with one text a row.

    Parameters
    ----------
    text, group, label, id, split, unit : names of the columns; None = there is none. Every `group` column
        becomes an attribute under its name, `unit` the attribute "unit". Without `id` rows are numbered:
        <file stem>-000000.
    label_map : value -> label name, e.g. {"0": "negative", "4": "positive", "2": None}; None = not labelled.
    separator : what separates several labels of a text in one string; jsonl and parquet may hold lists.
    label_names : a file with one label name a line: the labels are then strings of bits, one for each name.
    cleaning : a name of `CLEANINGS` or a `Cleaning`; it goes over every text.
    delimiter, quoting : of csv and tsv; the delimiter follows from the suffix. With `quoting=False` quotes
        are ordinary.
    on_duplicate : "keep" (counted), "drop" or "error", for a text that its group has had before.

    Returns
    -------
    Corpus. Labels are int8 (n,), places among the sorted values (`label_names`; of two the negative comes first), or
    int8 (n, L) where a text has several; a blank label is -1. Groups are the strings in
    the file: "NO" stays Norway.

    Raises
    ------
    InputError : no such file, an unknown suffix, an undecodable byte, broken csv or json, a missing column, a
        text that is no string (row and column are named), labels that are none (`encode_labels`), an unknown split, a
        repeated id.
    """
    data, digest = read_bytes(path)
    columns = _columns(data, Path(path), encoding=encoding, delimiter=delimiter, quoting=quoting)
    return corpus_from_columns(
        columns,
        ColumnNames(text, group, label, id, split, unit),
        source=Path(path).name,
        hashes={str(path): digest},
        label_map=label_map,
        separator=separator,
        declared=None if label_names is None else _lines(label_names),
        cleaning=cleaning,
        on_duplicate=on_duplicate,
    )


def _lines(path: str | Path) -> list[str]:
    data, _ = read_bytes(path)
    return [line.strip() for line in decode(data, "utf-8", path).splitlines() if line.strip()]


def _columns(
    data: bytes, path: Path, *, encoding: str, delimiter: str | None, quoting: bool
) -> Mapping[str, Sequence[Any]]:
    suffix = path.suffix.lower()
    if suffix == ".parquet":
        return _parquet_columns(data, path)
    if suffix in (".jsonl", ".ndjson"):
        return _jsonl_columns(decode(data, encoding, path), path)
    delimiter = delimiter or _DELIMITERS.get(suffix)
    if delimiter is None:
        raise InputError(
            f"'{path}' must end in one of {', '.join(_SUFFIXES)}",
            f"it ends in '{suffix}'",
            "Rename it, or pass delimiter for a csv under another name.",
        )
    return csv_columns(decode(data, encoding, path), path, delimiter=delimiter, quoting=quoting)


def _jsonl_columns(text: str, path: Path) -> dict[str, list[Any]]:
    """Columns of a file with one JSON object a line; a key that a line lacks is None there."""
    records = []
    # Only line feeds end a record: str.splitlines would also cut at U+2028, which JSON allows inside strings.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(
                f"every line of '{path}' must be a JSON object", f"line {number}: {error}", "Mend that line."
            ) from None
        if not isinstance(record, dict):
            raise InputError(
                f"every line of '{path}' must be a JSON object",
                f"line {number} is {line[:40]!r}",
                "Mend that line.",
            )
        records.append(record)
    if not records:
        raise InputError(f"'{path}' must have at least one record", "it is empty", "Check the file.")
    names = dict.fromkeys(name for record in records for name in record)
    return {name: [record.get(name) for record in records] for name in names}


def _parquet_columns(data: bytes, path: Path) -> dict[str, list[Any]]:
    parquet = require("pyarrow.parquet", extra="study", purpose="reading parquet")
    try:
        table = parquet.read_table(io.BytesIO(data))
    except (OSError, ValueError) as error:
        raise InputError(f"'{path}' must be a parquet file", str(error).splitlines()[0], "Check the file.") from None
    return {name: table.column(name).to_pylist() for name in table.column_names}
