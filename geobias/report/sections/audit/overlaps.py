"""The overlap matrix: of every group, how many of its texts have a copy, or a near-copy, in every other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from geobias.report.page_tables import PageTable

if TYPE_CHECKING:
    import pandas as pd

MOST_GROUPS = 16
"""Of more groups the page has the pairs that share most; all are in the table of the run."""
_MOST_PAIRS = 40


def overlap_tables(frame: pd.DataFrame) -> Iterator[PageTable]:
    """One matrix of copies and near-copies, "12 / 15", or a list of pairs where there are many groups."""
    groups = list(dict.fromkeys(frame["a"]))
    if len(groups) > MOST_GROUPS:
        yield _pairs(frame)
        return
    cells = {(row["a"], row["b"]): _cell(row) for row in frame.to_dict("records")}
    texts = dict(zip(frame["a"], frame["texts"], strict=True))
    rows = [[name, f"{texts[name]:,}", *(cells.get((name, other), "") for other in groups)] for name in groups]
    yield PageTable("Texts of a row's group with a copy / near-copy in a column's", ["group", "texts", *groups], rows)


def _cell(row: dict[Any, Any]) -> str:
    return f"{row['exact']:,} / {row['near']:,}"


def _pairs(frame: pd.DataFrame) -> PageTable:
    apart = frame[(frame["a"] != frame["b"]) & (frame["near"] > 0)]
    most = apart.sort_values("near", ascending=False, kind="stable").head(_MOST_PAIRS)
    rows = [[row["a"], row["b"], f"{row['texts']:,}", _cell(row)] for row in most.to_dict("records")]
    return PageTable(
        "Groups whose texts have a copy / near-copy in another, those with most", ["of", "in", "texts", "copies"], rows,
        names=2,
    )  # fmt: skip
