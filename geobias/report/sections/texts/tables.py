"""What was read, group by group and count by count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, number, percent

if TYPE_CHECKING:
    import pandas as pd

GROUP_COLUMNS = {
    "read": ("read", count),
    "usable": ("usable", count),
    "sampled": ("sampled", count),
    "evaluated": ("evaluated", count),
    "trained": ("train", count),
    "two_labels": ("with two labels", count),
    "share": ("share", percent),
    "empty_share": ("empty", percent),
    "truncated_share": ("truncated", percent),
    "mean_tokens": ("mean tokens", number),
    "sd_tokens": ("sd tokens", number),
    "positive_share": ("positive", percent),
    "label_cardinality": ("labels per text", number),
}


def group_table(frame: pd.DataFrame) -> PageTable:
    """The groups and what their texts are like; columns that no group has are left out."""
    chosen = [name for name in GROUP_COLUMNS if name in frame and frame[name].notna().any()]
    rows = [
        [str(row["group"]), str(row["role"]), *(GROUP_COLUMNS[name][1](row[name]) for name in chosen)]
        for row in frame.to_dict("records")
    ]
    title = "Groups: texts read, usable (with a token), sampled for distances, evaluated for scores, and that train"
    if "share_of" in frame and frame["share_of"].notna().any():
        title += f"; shares are among {frame['share_of'].dropna().iloc[0]}"
    return PageTable(title, ["group", "role", *(GROUP_COLUMNS[name][0] for name in chosen)], rows, names=2)


def count_table(frame: pd.DataFrame) -> PageTable:
    """Every count of what happened on the way in."""
    frame = frame.fillna({"source": "", "group": "", "reason": ""})
    rows = [
        [str(r["source"]), str(r["group"]), str(r["event"]), str(r["reason"]).replace("_", " "), count(r["count"])]
        for r in frame.to_dict("records")
    ]
    return PageTable("All counts", ["file", "group", "event", "reason", "count"], rows, names=4, folded=True)
