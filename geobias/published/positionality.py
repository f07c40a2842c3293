"""Table 2 of NLPositionality (Santy et al. 2023), from the answers that its project has released since."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from geobias.corpora import load_judgements
from geobias.errors import InputError
from geobias.measures.alignment import Suppression, align
from geobias.tables import Alignment, Comparison, ComparisonTable, compare

TITLE = "NLPositionality, Table 2: counts, correlations and agreement by group of annotators"
FILES = ("social_acceptability.csv", "toxicity.csv", "table2_published.csv")
_ATTRIBUTES = (
    "age", "gender", "ethnicity", "religion", "education", "country_longest", "country_residence", "native_language",
)  # fmt: skip
_GIVEN = ("", "—")
_SIGNIFICANT = 0.001  # after Bonferroni over the groups of a source, where the paper puts a star


@dataclass(frozen=True)
class _Task:
    """A half of the table. first : annotators that there were when it was made, the first of the file."""

    name: str
    file: str
    prefix: str
    sources: tuple[str, ...]
    first: int


TASKS = (
    _Task("social acceptability", FILES[0], "social", ("socialchem", "delphi", "gpt4"), 612),
    _Task("toxicity", FILES[1], "tox", ("dynahate", "perspective", "rewire", "hateroberta", "gpt4"), 490),
)


def reproduce(folder: Path) -> ComparisonTable:
    """Every cell of Table 2 beside the same from the released files, as the published code computes it.

    The files have answers given after the paper; of social acceptability those of its 612 annotators are taken, of
    toxicity those of the first 490, which come nearest. The stars of the table are those of no test of r that we know:
    some stand beside r = .05.

    Parameters
    ----------
    folder : with `FILES`; the first two as the project's API gives them (columns action, annotator, litw ...), the
        third with a column for each of the table's.

    Raises
    ------
    InputError : a file is missing, or lacks a column.
    """
    for name in FILES:
        if not (folder / name).is_file():
            raise InputError(f"'{folder}' must hold {list(FILES)}", f"there is no {name}", "Name the right folder.")
    with open(folder / FILES[2], newline="", encoding="utf-8") as file:
        published = list(csv.DictReader(file))
    return ComparisonTable(tuple(row for task in TASKS for row in _compared(folder, task, published)))


def _compared(folder: Path, task: _Task, published: list[dict[str, str]]) -> Iterator[Comparison]:
    found = _recomputed(folder, task)
    for row in published:
        attribute, group = row["column"], row["value"]
        cells = {source: found.get((attribute, group, source)) for source in task.sources}
        first = next(iter(cells.values()))
        count, alpha = (None, None) if first is None else (first.n_rows, first.alpha)
        place = f"{attribute}: {group}"
        yield from _one(f"{task.name}, rows", place, row[f"{task.prefix}_n"], count, 0)
        for source, cell in cells.items():
            printed, where = row[f"{task.prefix}_{source}"], f"{place}, {source}"
            yield from _one(f"{task.name}, correlation", where, printed, None if cell is None else cell.r, 2)
            if printed not in _GIVEN:
                starred = None if cell is None else cell.p * len(published) < _SIGNIFICANT
                yield from _one(f"{task.name}, star", where, str(int("*" in printed)), starred, 0)
        yield from _one(f"{task.name}, alpha", place, row[f"{task.prefix}_alpha"], alpha, 2)


def _recomputed(folder: Path, task: _Task) -> Mapping[tuple[str, str, str], Alignment]:
    judged = load_judgements(
        folder / task.file, item="action", answer="litw", attributes=_ATTRIBUTES, sources=task.sources
    )
    first = np.array([int(name) <= task.first for name in judged.annotators])
    table = align(judged.select(first[judged.annotator]), _ATTRIBUTES, paper_compat=True, suppression=Suppression(1, 1))
    return {(row.attribute, row.group, row.source): row for row in table.rows}


def _one(quantity: str, cell: str, printed: str, recomputed: float | None, decimals: int) -> Iterator[Comparison]:
    """The comparison of a cell, none where the table has a dash."""
    text = printed.strip("*").replace(",", "")
    if text not in _GIVEN:
        yield compare(quantity, cell, float(text), math.nan if recomputed is None else float(recomputed), decimals)
