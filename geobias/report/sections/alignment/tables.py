"""The published table, a part a source, with what is left of each r beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import WORDS, R, group_name, names_in_order, two, with_interval
from geobias.report.estimates import p_value
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count

if TYPE_CHECKING:
    import pandas as pd

SHORT = 30  # rows up to which the first table is open


def alignment_tables(frame: pd.DataFrame) -> Iterator[PageTable]:
    """A table a source: groups by attribute, best first; of what is not told stands why, and no number."""
    decides = frame.attrs["decides"]
    columns = ["group", "rank", "r", "p (Bonferroni)", "alpha", "annotators", "items"]
    if decides != R:
        columns[4:4] = [WORDS[decides], "p (Holm)", "reliability"]
    for place, source in enumerate(names_in_order(frame, "source")):
        part = frame[frame["source"] == source]
        order = {name: place for place, name in enumerate(dict.fromkeys(part["attribute"]))}
        part = part.assign(place=part["attribute"].map(order), last=part["rank"].where(part["rank"] > 0, math.inf))
        rows = [_cells(row, decides) for row in part.sort_values(["place", "last"], kind="stable").to_dict("records")]
        folded = place > 0 or len(rows) > SHORT
        yield PageTable(f"Alignment with {source}", columns, rows, folded=folded)


def _cells(row: dict, decides: str) -> list[str]:
    name = group_name(row["attribute"], row["group"])
    sizes = [count(row[size]) for size in ("n_annotators", "n_items")]
    if math.isnan(row["r"]):
        return [name, "–", f"not told: {row['note']}", *["–"] * (4 if decides == R else 7)]
    cells = [with_interval(row["r"], row["r_low"], row["r_high"]), _p(row["p_bonferroni"])]
    if decides != R:
        cells += [with_interval(row["value"], row["low"], row["high"]), _p(row["p_holm"]), two(row["reliability"])]
    return [name, count(row["rank"]) if row["rank"] else "–", *cells, two(row["alpha"]), *sizes]


def _p(value: float) -> str:
    return "–" if math.isnan(value) else p_value(value)
