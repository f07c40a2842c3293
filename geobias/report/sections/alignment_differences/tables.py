"""The tables of differences in alignment and of own parts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from geobias.report.coefficients import WORDS, R, spaced, two, up_to_two, with_interval
from geobias.report.estimates import p_value
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count
from geobias.tables import NOT_JUDGED

if TYPE_CHECKING:
    import pandas as pd


def difference_table(rows: pd.DataFrame) -> PageTable:
    """Every difference that decides, the clearest first, with what raw r says of the same groups."""
    statistic = str(rows["statistic"].iloc[0])
    name = WORDS[statistic]
    columns = [
        "source", "attribute", "more with", "than with", "verdict", f"{name} of one", "of the other", "difference",
        "p over the family", "found in 80\xa0%", "items", "annotators",
    ]  # fmt: skip
    if statistic != R:
        columns += ["difference in r", "p of it"]
    cells = [_cells(row, statistic) for row in rows.to_dict("records")]
    return PageTable(f"Differences in {name}, every two groups", columns, cells, names=5, folded=True)


def _cells(row: dict, statistic: str) -> list[str]:
    out = [
        str(row["source"]), spaced(str(row["attribute"])), str(row["group_a"]), str(row["group_b"]),
        str(row["verdict"] or NOT_JUDGED), two(row["a"]), two(row["b"]),
        with_interval(row["difference"], row["low"], row["high"]), _p(row["p_family"]), up_to_two(row["detectable"]),
        count(row["n_items"]), f"{count(row['n_a'])}, {count(row['n_b'])}",
    ]  # fmt: skip
    return out + ([two(row["r_difference"]), _p(row["r_p"])] if statistic != R else [])


def part_tables(frame: pd.DataFrame) -> Iterator[PageTable]:
    """What of each group's coefficient is its own."""
    rows = frame[frame["own"].notna()].sort_values("own", key=abs, ascending=False, kind="stable")
    if rows.empty:
        return
    columns = [
        "group",
        "attribute",
        "source",
        "of the group",
        "of the others",
        "own part",
        "p over the family",
        "annotators",
    ]
    cells = [
        [
            str(row["group"]), spaced(str(row["attribute"])), str(row["source"]), two(row["whole"]), two(row["others"]),
            with_interval(row["own"], row["low"], row["high"]), _p(row["p_max"]), count(row["n_annotators"]),
        ]
        for row in rows.to_dict("records")
    ]  # fmt: skip
    name = WORDS[str(rows["statistic"].iloc[0])]
    yield PageTable(f"Own part of each group's {name}", columns, cells, names=3, folded=True)


def _p(value: float) -> str:
    return "–" if math.isnan(value) else p_value(value)
