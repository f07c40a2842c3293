"""Pairs, ranks, designs and components as tables of the page."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from geobias.report.estimates import p_or_dash, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, number, percent
from geobias.report.sides import design_name, estimate

if TYPE_CHECKING:
    import pandas as pd

SHORT = 12  # rows up to which a table is open


def pair_table(rows: pd.DataFrame) -> PageTable:
    """rows : of `pairs_of`."""
    cells = [
        [
            f"{row['group_a']} over {row['group_b']}", row["verdict"] or "not judged", row["lacking"] or row["note"],
            design_name(row["weakest_without"]), estimate(row["difference"], row["low"], row["high"]),
            f"{row['kept']:.0f} of {row['n_designs']:.0f}",
            *(p_or_dash(row[name]) for name in ("p_weakest", "p_holm", "p_max")),
            signed(row["least"]), signed(row["most"]),
        ]
        for row in rows.to_dict("records")
    ]  # fmt: skip
    columns = [
        "pair", "verdict", "why", "weakest without", "difference", "designs of its sign",
        "largest p, one left out (uncorrected)", "p (Holm)", "p (max-T)", "least", "most",
    ]  # fmt: skip
    return PageTable("Differences of nations over designs", columns, cells, names=4, folded=len(cells) > SHORT)


def rank_table(frame: pd.DataFrame) -> PageTable:
    rows = [
        [
            str(row["nation"]), estimate(row["mean"], row["low"], row["high"]), f"{row['rank']:g}",
            f"{row['first']:g} to {row['last']:g}",
            f"{row['rank_low']} to {row['rank_high']}" if row["rank_high"] else "not judged",
        ]
        for row in frame.to_dict("records")
    ]  # fmt: skip
    return PageTable(
        "Nations and their ranks", ["nation", "mean over designs", "rank", "by single designs", "certified"], rows,
        folded=len(rows) > SHORT,
    )  # fmt: skip


def effect_table(frame: pd.DataFrame) -> PageTable:
    """frame : of `effects_of`."""
    rows = [
        [
            design_name(row["design"]), row["nation"], signed(row["by"]), percent(row["share"]), number(row["moved"]),
            signed(row["shift"]), signed(row["correlation"]), count(row["flipped"]),
        ]
        for row in frame.to_dict("records")
    ]  # fmt: skip
    columns = [
        "design", "nation moved most", "by", "share of nation x design", "moves single nations by", "all nations by",
        "rank correlation with the others", "pairs turned",
    ]  # fmt: skip
    return PageTable("What each design moves", columns, rows, names=2)


def component_table(frame: pd.DataFrame) -> PageTable:
    rows = [
        [
            str(row["component"]), str(row["note"] or ""), _interval(row["value"], row["low"], row["high"], number),
            _interval(row["share"], row["share_low"], row["share_high"], percent), count(row["df"]),
        ]
        for row in frame.to_dict("records")
    ]  # fmt: skip
    columns = ["component", "note", "variance", "share", "degrees of freedom"]
    return PageTable("What one answer varies by", columns, rows, names=2, folded=True)


def _interval(value: float, low: float, high: float, write) -> str:
    if math.isnan(value):
        return "–"
    return write(value) + ("" if math.isnan(low + high) else f" [{write(low)}, {write(high)}]")
