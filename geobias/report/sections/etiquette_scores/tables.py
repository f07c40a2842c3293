"""Scores of every cell three ways, with intervals, weights and coverage."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.cell_scores import COLUMNS, by_model, in_percent, of_model
from geobias.report.page_tables import PageTable
from geobias.report.phrases import capital, count, metric_label
from geobias.tables import cell_name

if TYPE_CHECKING:
    import pandas as pd

COVERAGE = "coverage"
MAIN = ("accuracy", "distance")


def score_tables(frame: pd.DataFrame, cells_of: tuple[str, str]) -> Iterator[PageTable]:
    """A table a model and score: all, regions, types; then, folded, types within regions. cells_of : as `Run.cells`."""
    group, kind = cells_of
    for place, (model, part) in enumerate(by_model(frame)):
        coverage = {_cell(row): row for row in part[part["metric"] == COVERAGE].to_dict("records")}
        for metric in dict.fromkeys(part["metric"]):
            if metric == COVERAGE:
                continue
            cells: dict[tuple[str, str], dict[str, dict]] = {}
            for row in part[part["metric"] == metric].to_dict("records"):
                cells.setdefault(_cell(row), {})[row["counted"]] = row
            title = of_model(capital(metric_label(metric)), model, frame)
            single = {cell: rows for cell, rows in cells.items() if not all(cell)}
            crossed = {cell: rows for cell, rows in cells.items() if all(cell)}
            yield _table(title, single, coverage, folded=place > 0 or metric not in MAIN)
            if crossed:
                yield _table(f"{title}, {kind}s within {group}s", crossed, coverage, folded=True)


def _cell(row: dict) -> tuple[str, str]:
    return row["region"], row["type"]


def _table(title: str, cells: dict, coverage: dict, *, folded: bool) -> PageTable:
    counted = [name for name in COLUMNS if any(name in rows for rows in cells.values())]
    weighted = any(not math.isnan(row["weight"]) for rows in cells.values() for row in rows.values())
    rows = []
    for cell, found in cells.items():
        one = next(iter(found.values()))
        rows.append(
            [
                cell_name(*cell), count(one["n"]), *[_weight(one)] * weighted,
                in_percent(coverage[cell]) if cell in coverage else "–",
                *(in_percent(found[name]) if name in found else "–" for name in counted),
            ]
        )  # fmt: skip
    columns = ["cell", "asked", *["weight"] * weighted, COVERAGE, *(COLUMNS[name] for name in counted)]
    return PageTable(f"{title} [%]", columns, rows, folded=folded)


def _weight(row: dict) -> str:
    return "" if math.isnan(row["weight"]) else f"{100 * row['weight']:.1f}"
