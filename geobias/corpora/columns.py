"""Named columns in memory, from a table or a data set, become rows of a corpus."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from geobias.corpora.assemble import Rows, assemble, numbered
from geobias.corpora.cleaning import Cleaning
from geobias.corpora.corpus import Corpus
from geobias.corpora.crossing import crossed, joint_name
from geobias.corpora.group_names import tidy_groups
from geobias.corpora.labels import LabelRules
from geobias.errors import InputError
from geobias.raw import Places, RawTable, plain_name
from geobias.suggest import nearest

AS_THEY_STAND = LabelRules()
SPLITS = ("train", "test", "unused", "")


@dataclass(frozen=True)
class ColumnNames:
    """Which column holds what; None = there is none.

    `group` may be several columns: each becomes an attribute under its name, and all joined one more, "country / sex"
    with values such as "us / f" ("" where one of them is missing). `cluster` (an author, say) becomes the attribute
    "cluster".
    """

    text: str = "text"
    group: str | Sequence[str] = "region"
    label: str | None = None
    id: str | None = None
    split: str | None = None
    cluster: str | None = None

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.group,) if isinstance(self.group, str) else tuple(dict.fromkeys(self.group))

    @property
    def grouping(self) -> str:
        """The attribute whose values are the groups."""
        return joint_name(self.groups)

    @property
    def used(self) -> tuple[str, ...]:
        """The columns that a table must have."""
        optional = (self.label, self.id, self.split, self.cluster)
        return (self.text, *self.groups, *(name for name in optional if name is not None))


def corpus_from_columns(
    columns: RawTable,
    names: ColumnNames,
    *,
    source: str,
    hashes: Mapping[str, str],
    rules: LabelRules = AS_THEY_STAND,
    cleaning: str | Cleaning = "gentle",
    on_duplicate: str = "keep",
) -> Corpus:
    """A corpus of one table's columns; see `load_table` for what is checked and how values are read."""
    if not names.groups:
        raise InputError("a table needs a column to group by", "group is empty", "Name one or more columns.")
    columns.check(names.used, source)
    places = columns.places
    texts = _texts(columns[names.text], names.text, source, places)
    if not texts:
        raise InputError(f"{source} must have at least one record", "it has none", "Check the file.")
    labels, label_names = None, tuple[str, ...]()
    if names.label is not None:
        labels, label_names = rules.read(columns[names.label], names.label, source, places)
    groups = {name: tidy_groups(_values(columns[name], name, source, places)) for name in names.groups}
    attributes = {name: tidy for name, (tidy, _) in groups.items()}
    attributes[names.grouping] = crossed([attributes[name] for name in names.groups], source)
    if names.cluster is not None:
        attributes["cluster"] = tidy_groups(_values(columns[names.cluster], names.cluster, source, places))[0]
    without = attributes[names.grouping].count("")
    stem = plain_name(source).rsplit(".", 1)[0]
    rows = Rows(
        source=source,
        groups=names.grouping,
        texts=texts,
        ids=numbered(stem, len(texts)) if names.id is None else _ids(columns[names.id], names.id, source, places),
        attributes=attributes,
        labels=labels,
        splits=None if names.split is None else _splits(columns[names.split], names.split, source, places),
        repairs=_by_row([{-1: columns.repairs}, *(mended for _, mended in groups.values())]),
        flagged=Counter({("", "no_group"): without, **{("", why): count for why, count in columns.flagged.items()}}),
        hashes=dict(hashes),
        places=places,
        notices=(*columns.notices, *_without_group(without, len(texts), names.groups)),
    )
    corpus = assemble([rows], cleaning=cleaning, label_names=label_names, on_duplicate=on_duplicate)
    return replace(corpus, ordered=rules.ordered and labels is not None)


def _by_row(parts: Sequence[Mapping[int, Counter[str]]]) -> dict[int, Counter[str]]:
    """All repairs of every row."""
    out: dict[int, Counter[str]] = defaultdict(Counter)
    for row, mended in (item for part in parts for item in part.items()):
        out[row] += mended
    return out


def _without_group(count: int, texts: int, columns: Sequence[str]) -> list[str]:
    if not count:
        return []
    empty = " or ".join(f"column '{name}'" for name in columns)
    return [f"{count} of {texts} texts have no group: {empty} is empty there. They are in no comparison."]


def _is_missing(value: Any) -> bool:
    """None or a float NaN; a string never is, whatever it says."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def as_string(value: Any) -> str:
    """The value as a string, "" for a missing one; strings stay as they are, "NO" and "NA" among them."""
    if _is_missing(value):
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _values(values: Sequence[Any], column: str, source: str, places: Places) -> list[str]:
    """Groups or clusters as strings; a list or an object is none."""
    for row, value in enumerate(values):
        if isinstance(value, (list, tuple, dict)):
            raise InputError(
                f"every entry of column '{column}' of {source} must be one value",
                f"{places(row)} is {str(value)[:60]}",
                "Name a column of single values; inside an object that is user.country, say.",
            )
    return [as_string(value) for value in values]


def _texts(values: Sequence[Any], column: str, source: str, places: Places) -> list[str]:
    for row, value in enumerate(values):
        if not isinstance(value, str):
            raise InputError(
                f"every text in column '{column}' of {source} must be a string",
                f"{places(row)} is {repr(value)[:60]} ({type(value).__name__})",
                "Drop such rows or fill them with text; an empty string is allowed and flagged.",
            )
    return list(values)


def _ids(values: Sequence[Any], column: str, source: str, places: Places) -> list[str]:
    ids = [as_string(value) for value in values]
    if "" in ids:
        raise InputError(
            f"every id in column '{column}' of {source} must be given",
            f"{places(ids.index(''))} has none",
            "Fill it, or leave the id column out to number the rows.",
        )
    return ids


def _splits(values: Sequence[Any], column: str, source: str, places: Places) -> list[str]:
    splits = [as_string(value).strip().lower() for value in values]
    for row, split in enumerate(splits):
        if split not in SPLITS:
            raise InputError(
                f"splits in column '{column}' of {source} must be train, test, unused or blank",
                f"{places(row)} is '{values[row]}'",
                f"{nearest(split, SPLITS)}Rename it; rows of a validation set count as unused.",
            )
    return splits
