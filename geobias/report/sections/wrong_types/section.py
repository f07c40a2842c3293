"""The section on types of etiquette that are answered wrongly."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from geobias.report.cell_scores import by_model, of_model, planted, read_cells, slug
from geobias.report.estimates import between
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, percent
from geobias.report.run import Run
from geobias.report.section import Finding, Picture, Section
from geobias.report.sections.wrong_types.figures import wrong_dots
from geobias.tables import cell_name

if TYPE_CHECKING:
    import pandas as pd

TYPES = (
    "What it gets wrong",
    "Percent of the answers about each type that are wrong, with intervals; right, how many answers there are.",
)
LIMITS = (
    "The share of a region's wrong answers that are about a type grows with the number of statements about it; the "
    "percent of answers that are wrong does not."
)
ENDS = {"percent": ("percent", "low", "high"), "share": ("share", "share_low", "share_high")}


def _findings(run: Run) -> Iterator[Finding]:
    frame = read_cells(run, "wrong_by_type")
    if frame is None:
        return
    for model, part in by_model(frame[frame["percent"].notna()]):
        whole = part[part["region"] == ""]
        if len(whole) > 1:
            yield Finding(_ends(model, whole), headline=True)
        within = part[part["region"] != ""]
        if len(within) > 1 and within["wrong"].any():
            row = within.loc[within["percent"].idxmax()]
            yield Finding(
                f"Of single types in single regions, most is wrong about {cell_name(row['region'], row['type'])}: "
                f"{_in_percent(row, 'percent')} of {count(row['answered'])} answers."
            )
    yield Finding(LIMITS, caution=True)


def _ends(model: str, whole: pd.DataFrame) -> str:
    """The types that a model is wrong about most and least often."""
    top, low = (whole.loc[place] for place in (whole["percent"].idxmax(), whole["percent"].idxmin()))
    if top["percent"] == low["percent"]:
        return f"'{model}' is wrong as often about every type, in {percent(top['percent'] / 100)} of its answers."
    return (
        f"'{model}' is wrong most often about {top['type']}, in {_in_percent(top, 'percent')} of its answers, and "
        f"least about {low['type']}, in {_in_percent(low, 'percent')}."
    )


def _pictures(run: Run) -> Iterator[Picture]:
    frame = read_cells(run, "wrong_by_type")
    if frame is None:
        return
    for place, (model, part) in enumerate(by_model(frame)):
        truth = planted(run, model, "type", "accuracy")
        caption = TYPES[1] + (" Crosses: what was planted, over all regions." if truth else "")
        if part["percent"].notna().any():
            yield Picture(
                slug("wrong-types", place), of_model(TYPES[0], model, frame), caption, wrong_dots(part, truth)
            )


def _tables(run: Run) -> Iterator[PageTable]:
    frame = read_cells(run, "wrong_by_type")
    if frame is not None:
        for model, part in by_model(frame):
            yield _table(of_model("Wrong answers by type", model, frame), part)


def _table(title: str, part: pd.DataFrame) -> PageTable:
    rows = [
        [cell_name(row["region"], row["type"]), count(row["answered"]), count(row["wrong"]), *(
            _in_percent(row, name) for name in ENDS)]
        for row in part.to_dict("records")
    ]  # fmt: skip
    return PageTable(title, ["cell", "answers", "wrong", "of its answers", "of all wrong ones"], rows, folded=True)


def _in_percent(row: Mapping[Any, Any], name: str) -> str:
    """A percentage with its interval."""
    value, low, high = (float(row[column]) / 100 for column in ENDS[name])
    return "–" if math.isnan(value) else f"{percent(value)} {between(low, high, percent)}".strip()


SECTION = Section("wrong-types", "What it gets wrong", _findings, _pictures, _tables)
