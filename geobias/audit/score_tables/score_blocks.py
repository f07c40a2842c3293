"""Scores of models by group: a long table of metrics, or one file a metric with a column a group."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.audit.score_tables.reading import FoundTable

_GROUP = ("group", "region", "country", "dialect", "subgroup")
_METRIC = ("metric", "score", "measure", "quantity")
_MODEL, _REPEAT = ("model", "fold", "seed"), ("repeat", "round", "replicate")
_VALUE = ("value", "score", "estimate")
_METRICS = {
    r"precision.*(neg|0)": "precision_neg",
    r"precision.*(pos|1)": "precision_pos",
    r"recall.*(neg|0)": "recall_neg",
    r"recall.*(pos|1)": "recall_pos",
    r"acc(uracy)?": "accuracy",
}


@dataclass(frozen=True)
class ScoreBlock:
    """place : the file, for messages. metrics : metric -> float64 (models, repeats, groups)."""

    place: str
    groups: tuple[str, ...]
    metrics: Mapping[str, np.ndarray]

    @property
    def known(self) -> dict[str, np.ndarray]:
        """Metrics by the names that checks know: "accuracy", "precision_neg" ..."""
        found = {}
        for name, values in self.metrics.items():
            for pattern, known in _METRICS.items():
                if re.fullmatch(pattern, name.lower()):
                    found[known] = values
        return found


def score_block(table: FoundTable) -> ScoreBlock | None:
    """A long table's scores, None where it is none: columns of a metric, a group, a value, perhaps model and repeat."""
    group, metric = _named(table.words, _GROUP), _named(table.words, _METRIC)
    value = _named(table.numbers, _VALUE)
    if not (group and metric and value):
        return None
    axes = [_codes(table, _named(table.columns, names)) for names in (_MODEL, _REPEAT)]
    groups = tuple(dict.fromkeys(table.columns[group]))
    shape = (*(int(axis.max()) + 1 for axis in axes), len(groups))
    metrics = {name: np.full(shape, np.nan) for name in dict.fromkeys(table.columns[metric])}
    of_group = {name: place for place, name in enumerate(groups)}
    cells = zip(*axes, table.columns[group], table.columns[metric], table.numbers[value], strict=True)
    for model, repeat, name, score, number in cells:
        metrics[score][model, repeat, of_group[name]] = number
    return ScoreBlock(table.name, groups, metrics)


def wide_families(tables: Sequence[FoundTable]) -> Iterator[list[FoundTable]]:
    """Files of one folder with the same columns of numbers and as many rows: one metric each."""
    families: dict[tuple[object, ...], list[FoundTable]] = {}
    for table in tables:
        folder = table.name.rpartition("/")[0]
        if len(table.numbers) >= 2 and not any(name in _VALUE for name in table.numbers):
            families.setdefault((folder, tuple(table.numbers), len(table)), []).append(table)
    yield from (family for family in families.values() if len(family) > 1)


def _named(columns: Mapping[str, object], names: Sequence[str]) -> str:
    return next((name for name in columns if name.strip().lower() in names), "")


def _codes(table: FoundTable, name: str) -> np.ndarray:
    if not name:
        return np.zeros(len(table), dtype=int)
    order = {cell: place for place, cell in enumerate(dict.fromkeys(table.columns[name]))}
    return np.array([order[cell] for cell in table.columns[name]])
