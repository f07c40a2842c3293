"""A YAML file that declares a benchmark, and the table beside it, become `Benchmark`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, get_args

import numpy as np

from geobias.arguments import choice
from geobias.corpora.benchmark.benchmark import BY_TEMPLATE, DISTANCE, Benchmark, Measure
from geobias.corpora.cells import object_array, word_of
from geobias.corpora.group_names import blank_notice, tidy_groups
from geobias.errors import InputError, require
from geobias.raw import RawTable, decode, read_bytes, read_table
from geobias.suggest import nearest

KEYS = ("name", "group", "truth", "measure", "kind", "unit")
_NEEDED = ("group", "truth")
_OWN = ("item", "group", "kind", "truth", "cell")
"""Columns that `Benchmark.to_frame` makes."""


@cache
def benchmark_names() -> tuple[str, ...]:
    """Names of the benchmarks that come with geobias."""
    names = (entry.name for entry in _ready().iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def _ready() -> Path:
    return Path(str(resources.files("geobias.corpora.benchmark") / "ready"))


def load_benchmark(path: str | Path = "stories") -> Benchmark:
    """Load a benchmark: "stories", "choices" or "judgements", which come with geobias, or a YAML file of one's own.

    The file has `benchmark`, `table` (csv, tsv, json, jsonl or parquet, beside the file) and `templates`, as a file of
    prompts (docs/asking.md). `benchmark` names columns of the table: `group`, `truth`, perhaps `kind` ("template":
    every item is asked by all templates, whose names are the kinds) and `unit` (items of one unit depend on each
    other); and the `measure`: "accuracy" (default) or "distance". With "distance" the rows of one unit and group are
    judgements of one item, whose truth is their mean.

    Raises
    ------
    InputError : no such file, a key that is missing or unknown, a column that is not there, a cell without group or
        truth, a truth that is no number where the measure is a distance.
    """
    own = str(path) in benchmark_names()
    file = _ready() / f"{path}.yaml" if own else Path(path)
    if not own and file.suffix not in (".yaml", ".yml"):
        raise InputError(
            f"a benchmark must be one of {', '.join(benchmark_names())}, or a YAML file",
            f"it is '{path}'",
            f"{nearest(str(path), benchmark_names())}The name of a file ends in .yaml.",
        )
    declared, place, seal = _declared(file)
    measure: Any = choice("measure", declared.get("measure", "accuracy"), get_args(Measure))
    by_template = declared.get("kind") == BY_TEMPLATE
    columns = [declared[key] for key in ("group", "truth", "kind", "unit") if key in declared]
    needed = tuple(dict.fromkeys(name for name in columns if not (by_template and name == BY_TEMPLATE)))
    table = replace(read_table(place, needed=needed), hint="")  # the loader has no option for a file without a header
    table.check(needed, place.name)
    rows = _Rows(table, place.name, declared, measure == DISTANCE)
    kept = rows.first
    return Benchmark(
        name=declared.get("name", file.stem),
        ids=object_array([f"{place.stem}-{row:06d}" for row in kept]),
        groups=rows.groups[kept],
        kinds=object_array([""] * len(kept)) if by_template or "kind" not in declared else rows.named("kind")[kept],
        truth=rows.truth,
        units=rows.units[kept],
        columns={name: values[kept] for name, values in rows.columns().items()},
        measure=measure,
        judged=rows.judged,
        prompts=file,
        by_template=by_template,
        files={f"{file.name} of geobias" if own else str(file): seal, str(place.name): read_bytes(place)[1]},
        details={"own": own},
        notices=(*table.notices, *blank_notice(rows.mended, place.name)),
    )


def _declared(file: Path) -> tuple[dict[str, str], Path, str]:
    """What stands under `benchmark`, the table's path, and the file's digest."""
    data, seal = read_bytes(file)
    yaml = require("yaml", extra="study", purpose="reading a benchmark")
    try:
        top = yaml.load(decode(data, "utf-8", file).text, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        got = f"it is not ({str(error).splitlines()[0]})"
        raise InputError(f"{file.name} must be YAML", got, "Correct it.") from None
    found = top.get("benchmark") if isinstance(top, Mapping) else None
    if not isinstance(found, Mapping) or not all(isinstance(value, str) for value in found.values()):
        got = f"there is {found!r}"[:80]
        raise InputError(f"{file.name} must have `benchmark`, a mapping of texts", got, "See docs/benchmarks.md.")
    for key in found:
        if key not in KEYS:
            got, mend = f"'{key}' is none", f"{nearest(key, KEYS)}There are {list(KEYS)}."
            raise InputError(f"keys of benchmark in {file.name} must be known ones", got, mend)
    for key in _NEEDED:
        if key not in found:
            raise InputError(f"benchmark in {file.name} must have '{key}'", f"it has {list(found)}", "Name the column.")
    if not isinstance(top.get("table"), str):
        raise InputError(f"{file.name} must have `table`", f"there is {top.get('table')!r}", "Name the file of items.")
    return dict(found), file.parent / top["table"], seal


class _Rows:
    """The table's rows, before judgements of one item are put together."""

    def __init__(self, table: RawTable, source: str, declared: Mapping[str, str], merged: bool):
        self._table, self._source, self._declared, self._merged = table, source, declared, merged
        self.mended: Mapping[int, Counter[str]] = {}
        self.groups = self.named("group")
        rows = range(len(self.groups))
        self.units = self.named("unit") if "unit" in declared else object_array([str(row) for row in rows])
        items = list(zip(self.units, self.groups, strict=True)) if merged else list(rows)
        places: dict[Any, list[int]] = {}
        for row, item in enumerate(items):
            places.setdefault(item, []).append(row)
        self._items = list(places.values())

    def named(self, key: str) -> np.ndarray:
        """The column that a key declares, strings; raises `InputError` for a blank cell."""
        column = self._declared[key]
        values = self._table[column]
        if key == "group":
            values, self.mended = tidy_groups([value if isinstance(value, str) else word_of(value) for value in values])
        values = [word_of(value) for value in values]
        for row, value in enumerate(values):
            if not value:
                raise InputError(
                    f"column '{column}' of {self._source} must be filled, for it is the {key}",
                    f"{self._table.places(row)} is empty there",
                    "Fill it, or leave the row out.",
                )
        return object_array(values)

    def columns(self) -> dict[str, np.ndarray]:
        """All that have a name of their own, as text."""
        names = [name for name in self._table.names if name and self._table.names.count(name) == 1]
        return {name: object_array([_text(value) for value in self._table[name]]) for name in names if name not in _OWN}

    @property
    def first(self) -> np.ndarray:
        """int64, the row by which each item stands."""
        return np.array([rows[0] for rows in self._items], dtype=np.int64)

    @property
    def judged(self) -> np.ndarray:
        """int64, how many rows are of each item."""
        return np.array([len(rows) for rows in self._items], dtype=np.int64)

    @property
    def truth(self) -> np.ndarray:
        """The right answer of each item; of judgements their mean, written so that it is read back to the bit."""
        values = self.named("truth")
        if not self._merged:
            return values
        numbers = [self._number(row, value) for row, value in enumerate(values)]
        return object_array([repr(float(np.mean([numbers[row] for row in rows]))) for rows in self._items])

    def _number(self, row: int, value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not np.isfinite(number):
            raise InputError(
                f"column '{self._declared['truth']}' of {self._source} must hold numbers, for distances from them",
                f"{self._table.places(row)} is {value!r}",
                "Correct it, or take measure: accuracy.",
            )
        return number


def _text(value: Any) -> str:
    return "" if value is None or value != value else word_of(value) if isinstance(value, float) else str(value)
