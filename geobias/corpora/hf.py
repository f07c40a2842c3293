"""A data set of the `datasets` library, by name or from a local folder, becomes a Corpus."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from geobias.corpora.assemble import OnDuplicate
from geobias.corpora.cleaning import Cleaning, CleaningName
from geobias.corpora.columns import ColumnNames, corpus_from_columns
from geobias.corpora.corpus import Corpus
from geobias.corpora.labels import LabelRules
from geobias.errors import InputError, require
from geobias.raw import RawTable
from geobias.suggest import nearest

_SPLIT_COLUMN = "split of the data set"


def load_hf(
    path: str | Path,
    *,
    config: str | None = None,
    part: str | None = None,
    text: str = "text",
    group: str | Sequence[str] = "region",
    label: str | None = None,
    id: str | None = None,
    split: str | None = None,
    cluster: str | None = None,
    label_map: Mapping[Any, str | None] | None = None,
    separator: str = "|",
    ordered: bool = False,
    cleaning: CleaningName | Cleaning = "gentle",
    on_duplicate: OnDuplicate = "keep",
) -> Corpus:
    """Load a data set by its hub name, or from a folder written by `save_to_disk`.

    `config` is the data set's configuration, `part` the one of its splits to read (None = all). Its splits
    "train" and "test" become the splits of the corpus, others "unused", unless `split` names a column. Class
    labels are turned into their names. All other options are those of `load_table`.

    Raises
    ------
    MissingDependencyError : the library `datasets` is absent.
    InputError : the data set is neither stored here nor reachable, and whatever `load_table` raises.
    """
    names = ColumnNames(text, group, label, id, split, cluster)
    parts = _parts(_load(path, config), part, str(path))
    source = Path(path).name
    columns: dict[str, list[Any]] = {}
    for part_name, rows in parts.items():
        table = RawTable(tuple(rows.column_names), partial(_column, rows))
        table.check(names.used, f"{source} ({part_name})")
        for column in dict.fromkeys(names.used):
            columns.setdefault(column, []).extend(table[column])
        own = part_name if part_name in ("train", "test", "") else "unused"
        columns.setdefault(_SPLIT_COLUMN, []).extend([own] * len(rows))
    return corpus_from_columns(
        RawTable.of(columns),
        ColumnNames(text, group, label, id, split or _SPLIT_COLUMN, cluster),
        source=source,
        hashes={str(path): _digest(columns)},
        rules=LabelRules(label_map, separator, None, ordered),
        cleaning=cleaning,
        on_duplicate=on_duplicate,
    )


def as_dataset(columns: Mapping[str, Sequence[Any]], extra: str = "hf") -> Any:
    """Columns as a `datasets.Dataset`, in memory; raises `MissingDependencyError`, which names the extra."""
    datasets = require("datasets", extra=extra, purpose="a data set of the library `datasets`")
    return datasets.Dataset.from_dict({name: list(values) for name, values in columns.items()})


def _load(path: str | Path, config: str | None) -> Any:
    datasets = require("datasets", extra="hf", purpose="a data set of the hub or of save_to_disk")
    folder = Path(path)
    if any((folder / marker).is_file() for marker in ("dataset_dict.json", "state.json")):
        return datasets.load_from_disk(str(folder))
    try:
        return datasets.load_dataset(str(path), config)
    except (
        OSError,
        ValueError,
    ) as error:  # offline, unknown names and unknown configurations all end up here
        raise InputError(
            f"the data set '{path}' must be a folder, in the local cache, or reachable",
            f"the library says: {str(error).splitlines()[0]}",
            f"Where there is a network, run datasets.load_dataset('{path}').save_to_disk(DIR), "
            "then pass DIR; check the name and HF_HUB_OFFLINE.",
        ) from error


def _parts(loaded: Any, part: str | None, name: str) -> dict[str, Any]:
    """Split name -> rows; a data set without splits has the one it was saved with, or ""."""
    parts = dict(loaded) if isinstance(loaded, dict) else {str(loaded.split or ""): loaded}
    if part is None:
        return parts
    if part not in parts:
        raise InputError(
            f"the data set '{name}' must have the split '{part}'",
            f"it has {list(parts)}",
            f"{nearest(part, parts)}Name one of them as part, or leave it out for all.",
        )
    return {part: parts[part]}


def _column(rows: Any, number: int) -> list[Any]:
    """A column's values, class labels by name."""
    column = rows.column_names[number]
    feature = rows.features[column]
    # A list of class labels wraps them once.
    classes = getattr(feature, "feature", feature)
    values = list(rows[column])
    if not hasattr(classes, "int2str"):
        return values

    def name(value: Any) -> Any:
        if isinstance(value, list):
            return [name(item) for item in value]
        return None if value is None or value < 0 else classes.int2str(value)

    return [name(value) for value in values]


def _digest(columns: Mapping[str, Sequence[Any]]) -> str:
    """sha256 of the values that were read; stored files differ between versions of the library."""
    digest = hashlib.sha256()
    for name, values in columns.items():
        digest.update(f"{name} {len(values)} ".encode())
        for value in values:
            digest.update(repr(value).encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()
