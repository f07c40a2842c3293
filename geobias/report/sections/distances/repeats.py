"""How alike the repeats of one outer sample are: a table, and what it means in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.page_tables import PageTable
from geobias.report.pairs import quantities
from geobias.report.phrases import capital, count, number, pair, percent, quantity_label
from geobias.report.section import Finding

if TYPE_CHECKING:
    import pandas as pd


def spread_table(frame: pd.DataFrame) -> PageTable:
    """Standard deviations over nested repeats, in all and by part, and the share that outer samples bring."""
    rows = [
        [quantity_label(str(r["quantity"])), pair(str(r["group_a"]), str(r["group_b"])),
         *(number(r[name]) for name in ("total", "between", "within")), percent(r["intraclass"])]
        for r in frame.to_dict("records")
    ]  # fmt: skip
    columns = ["quantity", "pair", "total", "between outer samples", "within them", "share between"]
    title = "Resampling spread of the repeats (standard deviations; a description, not an interval)"
    return PageTable(title, columns, rows, names=2, folded=True)


def spread_finding(frame: pd.DataFrame, repeats: Mapping[str, int], sampling: Mapping[str, Any]) -> Iterator[Finding]:
    """How alike the repeats of one outer sample are, and so how many independent ones they are worth."""
    parts = []
    for name in quantities(frame):
        share = float(frame.loc[frame["quantity"].astype(str) == name, "intraclass"].mean())
        if np.isnan(share):
            continue
        worth, inner = "", sampling.get("inner")
        if isinstance(inner, int) and name in repeats:
            independent = number(repeats[name] / (1 + (inner - 1) * share))
            worth = f", so that its {count(repeats[name])} repeats are worth about {independent} independent ones"
        parts.append(
            f"by the {quantity_label(name)} {percent(share)} of the variance lies between outer samples{worth}"
        )
    if parts:
        text = "; ".join(parts)
        yield Finding(
            f"{capital(text)}. This resampling spread describes the repeats; it is no interval for a distance.",
        )
