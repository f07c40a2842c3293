"""Groups of annotators, values in no group, and all counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import spaced, two
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count
from geobias.report.sections.annotators.rows import not_mapped

if TYPE_CHECKING:
    import pandas as pd

SHORT = 20  # rows up to which a table is open
SIZES = ("n_annotators", "n_items", "n_judgements", "n_rows")


def annotator_table(frame: pd.DataFrame) -> PageTable:
    """Every group with its numbers; one that is too small has the rule that it fails instead."""
    rows = []
    for row in frame.to_dict("records"):
        told = [*(count(row[name]) for name in SIZES), two(row["mean"])]
        rows.append(
            [
                row["group"] or "everybody",
                spaced(row["attribute"]) or "–",
                *(told if row["told"] else ["–"] * len(told)),
                "" if row["told"] else f"not told: {row['note']}",
            ]
        )
    columns = ["group", "attribute", "annotators", "items", "answers", "rows of the file", "mean answer", "note"]
    return PageTable("Groups of annotators", columns, rows, names=2, folded=len(rows) > SHORT)


def count_tables(frame: pd.DataFrame) -> Iterator[PageTable]:
    """Values in no group, where there are any, then all counts."""
    lost = not_mapped(frame)
    if len(lost):
        rows = [[spaced(row["attribute"]), row["value"], count(row["count"])] for row in lost.to_dict("records")]
        yield PageTable("Values in no group", ["attribute", "value", "rows"], rows, names=2, folded=len(rows) > SHORT)
    texts = frame.fillna({"source": "", "group": "", "reason": ""})
    rows = [
        [
            str(r["source"]),
            spaced(str(r["group"])),
            str(r["event"]),
            str(r["reason"]).replace("_", " "),
            count(r["count"]),
        ]
        for r in texts.to_dict("records")
    ]
    yield PageTable("All counts", ["file", "attribute", "event", "reason", "count"], rows, names=4, folded=True)
