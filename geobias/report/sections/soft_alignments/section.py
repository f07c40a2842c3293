"""The section on soft measures: distances of distributions of answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import names_in_order, spaced
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, number, plural
from geobias.report.run import Run
from geobias.report.section import Finding, Section
from geobias.tables import OTHERS

if TYPE_CHECKING:
    import pandas as pd

SHORT = 20  # rows up to which a table is open
MEASURES = {
    "wasserstein": "Wasserstein", "manhattan": "Manhattan", "cross_entropy": "cross entropy",
    "absolute": "difference of means",
}  # fmt: skip
LIMITS = (
    "Smaller is closer. Few annotators make any distribution look far, so all groups of an attribute have the same "
    "number of annotators of an item, drawn several times; rows of different attributes and of everybody cannot be "
    "compared. These measures have no intervals here: differences of groups are judged by the coefficients of "
    "alignment."
)


def _known(run: Run) -> pd.DataFrame | None:
    frame = run.table("soft_alignments")
    if frame is None:
        return None
    return frame.assign(
        **{name: frame[name].fillna("").astype(str) for name in ("source", "attribute", "group", "note")}
    )


def _findings(run: Run) -> Iterator[Finding]:
    frame = _known(run)
    if frame is None:
        return
    for source in names_in_order(frame, "source"):
        if text := _source(source, frame[(frame["source"] == source) & (frame["group"] != "")]):
            yield Finding(text)
    yield Finding(LIMITS, caution=True)


def _source(source: str, part: pd.DataFrame) -> str:
    """The nearest and the farthest group of the attribute whose groups lie furthest apart; "" with one group alone."""
    distances = part.groupby("attribute", sort=False)["wasserstein"].agg(["min", "max", "count"])
    distances = distances[distances["count"] > 1]
    if distances.empty:
        return ""
    attribute = (distances["max"] - distances["min"]).idxmax()
    rows = part[part["attribute"] == attribute].dropna(subset=["wasserstein"]).sort_values("wasserstein")
    near, far = (f"{number(row['wasserstein'])} for {row['group']}" for row in (rows.iloc[0], rows.iloc[-1]))
    return (
        f"{'Answers of everybody else' if source == OTHERS else source}: by {spaced(str(attribute))}, whose groups lie "
        f"furthest apart, the Wasserstein distance goes from {near} to {far}, with "
        f"{plural(rows['per_item'].iloc[0], 'annotator')} of an item."
    )


def _tables(run: Run) -> Iterator[PageTable]:
    frame = _known(run)
    if frame is None:
        return
    columns = ["group", "attribute", *MEASURES.values(), "annotators of an item", "items", "note"]
    for place, source in enumerate(names_in_order(frame, "source")):
        rows = [_cells(row) for row in _ordered(frame[frame["source"] == source]).to_dict("records")]
        folded = place > 0 or len(rows) > SHORT
        yield PageTable(f"Distance of distributions from {source}", columns, rows, names=2, folded=folded)


def _ordered(part: pd.DataFrame) -> pd.DataFrame:
    """By attribute in order of appearance, the nearest group first."""
    order = {name: place for place, name in enumerate(dict.fromkeys(part["attribute"]))}
    return part.assign(place=part["attribute"].map(order)).sort_values(["place", "wasserstein"], kind="stable")


def _cells(row: dict) -> list[str]:
    measures = [number(row[name]) if row[name] == row[name] else "–" for name in MEASURES]
    told = measures[0] != "–"
    sizes = [count(row[name]) if told else "–" for name in ("per_item", "n_items")]
    return [row["group"] or "everybody", spaced(row["attribute"]) or "–", *measures, *sizes, row["note"]]


SECTION = Section("soft-alignments", "Distributions of answers", _findings, tables=_tables)
