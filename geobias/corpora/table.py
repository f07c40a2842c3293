"""A table in a file (csv and its like, json, parquet), one text per row, becomes a Corpus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from geobias.corpora.assemble import OnDuplicate
from geobias.corpora.cleaning import Cleaning, CleaningName
from geobias.corpora.columns import ColumnNames, corpus_from_columns
from geobias.corpora.corpus import Corpus
from geobias.corpora.labels import LabelRules
from geobias.raw import decode, read_bytes, table_of


def load_table(
    path: str | Path,
    *,
    text: str = "text",
    group: str | Sequence[str] = "region",
    label: str | None = None,
    id: str | None = None,
    split: str | None = None,
    cluster: str | None = None,
    label_map: Mapping[Any, str | None] | None = None,
    separator: str = "|",
    label_names: str | Path | None = None,
    ordered: bool = False,
    cleaning: CleaningName | Cleaning = "gentle",
    encoding: str | None = None,
    delimiter: str | None = None,
    quoting: bool = True,
    header: bool = True,
    on_duplicate: OnDuplicate = "keep",
) -> Corpus:
    """Load delimited text (csv, tsv ...), JSON or parquet with one text per row, plain or in a gz, bz2, xz or zip.

    Parameters
    ----------
    text, group, label, id, split, cluster : names of the columns; None = there is none. Every `group` column
        becomes an attribute under its name, several also one joined, "country / sex"; `cluster` the attribute
        "cluster". Without `id` rows are numbered: <file stem>-000000. Blanks around names of columns and groups are no
        part of them. In JSON and parquet "user.country" is what "country" is inside "user"; JSON is an object per line
        or an array of objects.
    label_map : value -> label name, e.g. {"0": "negative", "4": "positive", "2": None}; None = not labelled.
    separator : what separates several labels of a text in one string; jsonl and parquet may hold lists.
    label_names : a file with one label name per line: the labels are then strings of bits, one for each name.
    ordered : the labels are ordered ratings, from the lowest to the highest: numbers, or named in order by `label_map`.
    cleaning : a name of `CLEANINGS` or a `Cleaning`; it goes over every text.
    encoding, delimiter : None = told from the bytes: byte order marks, UTF-16 and UTF-32, UTF-8, and what is Western
        besides is read as cp1252, counted and said; of comma, semicolon, tab and bar the one that parts the names
        of the columns asked for. "\\t" and "tab" are a tab.
    quoting, header : of delimited text. With `quoting=False` quotes are ordinary; with `header=False` the first line
        is a text like others, and columns are named by their number: "1", "2", ...
    on_duplicate : "keep" (counted), "drop" or "error", for a text that its group has had before.

    Returns
    -------
    Corpus. Labels are int8 (n,), places among the sorted values (`label_names`; of two the negative comes first), or
    int8 (n, L) where a text has several; a blank label is -1. Groups are the strings in
    the file: "NO" stays Norway.

    Raises
    ------
    InputError : no such file, one of another kind, an undecodable byte, broken csv or json, a missing column, a
        text that is no string (its line and column are named), labels that are none (`encode_labels`), an unknown
        split, a repeated id.
    """
    data, digest = read_bytes(path)
    names = ColumnNames(text, group, label, id, split, cluster)
    told: dict[str, Any] = {"encoding": encoding, "delimiter": delimiter, "quoting": quoting, "header": header}
    return corpus_from_columns(
        table_of(data, Path(path), needed=names.used, **told),
        names,
        source=Path(path).name,
        hashes={str(path): digest},
        rules=LabelRules(label_map, separator, None if label_names is None else _lines(label_names), ordered),
        cleaning=cleaning,
        on_duplicate=on_duplicate,
    )


def _lines(path: str | Path) -> list[str]:
    data, _ = read_bytes(path)
    return [line.strip() for line in decode(data, None, path).text.splitlines() if line.strip()]
