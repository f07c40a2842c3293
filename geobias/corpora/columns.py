"""Named columns in memory, from a table or a data set, become rows of a corpus."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.corpora.assemble import Rows, assemble, numbered
from geobias.corpora.cleaning import Cleaning
from geobias.corpora.corpus import Corpus
from geobias.corpora.labels import decode_bits, encode_labels
from geobias.errors import InputError
from geobias.suggest import nearest

_JOINT = " / "
SPLITS = ("train", "test", "unused", "")


@dataclass(frozen=True)
class ColumnNames:
    """Which column holds what; None = there is none.

    `group` may be several columns: each becomes an attribute under its name, and all joined one more, "country / sex"
    with values such as "us / f" ("" where one of them is missing). `unit` (an author, say) becomes the attribute
    "unit".
    """

    text: str = "text"
    group: str | Sequence[str] = "region"
    label: str | None = None
    id: str | None = None
    split: str | None = None
    unit: str | None = None

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.group,) if isinstance(self.group, str) else tuple(dict.fromkeys(self.group))

    @property
    def grouping(self) -> str:
        """The attribute whose values are the groups."""
        return _JOINT.join(self.groups)

    @property
    def used(self) -> tuple[str, ...]:
        """The columns that a table must have."""
        optional = (self.label, self.id, self.split, self.unit)
        return (self.text, *self.groups, *(name for name in optional if name is not None))


def corpus_from_columns(
    columns: Mapping[str, Sequence[Any]],
    names: ColumnNames,
    *,
    source: str,
    hashes: Mapping[str, str],
    label_map: Mapping[Any, Any] | None = None,
    separator: str = "|",
    declared: Sequence[str] | None = None,
    cleaning: str | Cleaning = "gentle",
    on_duplicate: str = "keep",
) -> Corpus:
    """A corpus of one table's columns; see `load_table` for what is checked and how values are read."""
    if not names.groups:
        raise InputError("a table needs a column to group by", "group is empty", "Name one or more columns.")
    if not separator:
        raise InputError("the separator of labels must not be empty", "it is", "Pass separator='|'.")
    check_columns(columns, names.used, source)
    texts = _texts(columns[names.text], names.text, source)
    if not texts:
        raise InputError(f"{source} must have at least one record", "it has none", "Check the file.")
    labels: np.ndarray | None = None
    label_names: tuple[str, ...] = ()
    if names.label is not None and declared is not None:
        labels, label_names = decode_bits(columns[names.label], declared, column=names.label, source=source)
    elif names.label is not None:
        labels, label_names = encode_labels(
            columns[names.label], column=names.label, source=source, label_map=label_map, separator=separator
        )
    attributes = {name: [_string(value) for value in columns[name]] for name in names.groups}
    attributes[names.grouping] = _joined([attributes[name] for name in names.groups], source)
    if names.unit is not None:
        attributes["unit"] = [_string(value) for value in columns[names.unit]]
    stem = source.rsplit(".", 1)[0]
    rows = Rows(
        source=source,
        groups=names.grouping,
        texts=texts,
        ids=numbered(stem, len(texts)) if names.id is None else _ids(columns[names.id], names.id, source),
        attributes=attributes,
        labels=labels,
        splits=None if names.split is None else _splits(columns[names.split], names.split, source),
        flagged=Counter({("", "no_group"): attributes[names.grouping].count("")}),
        hashes=dict(hashes),
    )
    return assemble([rows], cleaning=cleaning, label_names=label_names, on_duplicate=on_duplicate)


def _joined(columns: Sequence[Sequence[str]], source: str) -> list[str]:
    """One group of every row's values, "" where one is missing."""
    whole: dict[str, tuple[str, ...]] = {}
    out = []
    for row in zip(*columns, strict=True):
        name = _JOINT.join(row) if all(row) else ""
        if name and whole.setdefault(name, row) != row:
            raise InputError(
                f"groups joined of several columns of {source} must have names of their own",
                f"{whole[name]} and {row} are both '{name}'",
                f"Rename one, without '{_JOINT}'.",
            )
        out.append(name)
    return out


def check_columns(columns: Mapping[str, Sequence[Any]], needed: Sequence[str], source: str) -> None:
    """Raise an error that names the columns there are where one is missing."""
    for name in needed:
        if name not in columns:
            raise InputError(
                f"{source} must have a column '{name}'",
                f"its columns are {list(columns)}",
                f"{nearest(name, columns)}Name the right column.",
            )


def _is_missing(value: Any) -> bool:
    """None or a float NaN; a string never is, whatever it says."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def _string(value: Any) -> str:
    """The value as a string, "" for a missing one; strings stay as they are, "NO" and "NA" among them."""
    if _is_missing(value):
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _texts(values: Sequence[Any], column: str, source: str) -> list[str]:
    for row, value in enumerate(values):
        if not isinstance(value, str):
            raise InputError(
                f"every text in column '{column}' of {source} must be a string",
                f"row {row} is {value!r} ({type(value).__name__})",
                "Drop such rows or fill them with text; an empty string is allowed and flagged.",
            )
    return list(values)


def _ids(values: Sequence[Any], column: str, source: str) -> list[str]:
    ids = [_string(value) for value in values]
    if "" in ids:
        raise InputError(
            f"every id in column '{column}' of {source} must be given",
            f"row {ids.index('')} has none",
            "Fill it, or leave the id column out to number the rows.",
        )
    return ids


def _splits(values: Sequence[Any], column: str, source: str) -> list[str]:
    splits = [_string(value).strip().lower() for value in values]
    for row, split in enumerate(splits):
        if split not in SPLITS:
            raise InputError(
                f"splits in column '{column}' of {source} must be train, test, unused or blank",
                f"row {row} is '{values[row]}'",
                f"{nearest(split, SPLITS)}Rename it; rows of a validation set count as unused.",
            )
    return splits
