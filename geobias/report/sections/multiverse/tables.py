"""Specifications on the page: all of them, what each choice came to, and the pairs that differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas

from geobias.report.estimates import p_value, signed
from geobias.report.page_tables import PageTable
from geobias.report.phrases import COEFFICIENT_NAMES, count, pair, percent
from geobias.report.sections.multiverse.figures import choice_label, choice_rows
from geobias.tables import NOT_JUDGED, SUPPORTED

if TYPE_CHECKING:
    import pandas as pd

UNFOLDED = 12


def specification_table(specifications: pd.DataFrame, choices: pd.DataFrame | None) -> PageTable:
    """Every specification: what it chose, its coefficient, its p alone and over all, and what its run said."""
    wide = pandas.DataFrame(index=specifications["specification"])
    if choices is not None:
        wide = choices.pivot(index="specification", columns="setting", values="value")
        wide = wide[list(dict.fromkeys(choices["setting"]))]
    coefficient = str(specifications["coefficient"].iloc[0])
    rows = []
    for row in specifications.sort_values("rank", ascending=False).to_dict("records"):
        chosen = wide.loc[row["specification"]].items() if len(wide.columns) else ()
        differ = f"{row['pairs_different']} of {row['pairs_compared']}" if row["pairs_compared"] else ""
        rows.append(
            [count(row["rank"]) if row["rank"] else "", count(row["specification"]),
             *(choice_label(str(name), str(value)) for name, value in chosen),
             signed(row["statistic"]), p_value(row["p_qap"]), p_value(row["p_max"]), str(row["verdict"]),
             str(row["verdict_alone"] or NOT_JUDGED), differ, count(row["n_groups"]), str(row["run"])]
        )  # fmt: skip
    columns = ["rank", "specification", *map(str, wide.columns), COEFFICIENT_NAMES.get(coefficient, coefficient),
               "p alone", "p over all", "over all", "its run alone", "pairs that differ", "groups", "run"]  # fmt: skip
    names = 2 + len(wide.columns)
    return PageTable("Specifications", columns, rows, names=names, folded=len(rows) > UNFOLDED)


def choice_table(specifications: pd.DataFrame, choices: pd.DataFrame) -> PageTable:
    """The median coefficient, and the smallest and largest, of the specifications that made each choice."""
    by_number = specifications.set_index("specification")
    rows = []
    for setting, value in choice_rows(choices):
        if not value:
            continue
        same = (choices["setting"] == setting) & (choices["value"] == value)
        part = by_number.loc[choices["specification"][same]]
        known = part["statistic"].dropna()
        ends = [signed(known.median()), signed(known.min()), signed(known.max())] if len(known) else [""] * 3
        rows.append(
            [
                setting,
                choice_label(setting, value),
                count(len(part)),
                *ends,
                percent((part["verdict"] == SUPPORTED).mean()),
            ]
        )
    columns = ["setting", "value", "specifications", "median", "smallest", "largest", "supported over all"]
    return PageTable("What each choice comes to", columns, rows, names=2)


def pair_agreement_table(pairs: pd.DataFrame) -> PageTable:
    """In how many runs the texts of each two regions differ."""
    shares = pairs["different"] / pairs["compared"]
    ordered = pairs.assign(share=shares).sort_values("share", ascending=False, kind="stable")
    rows = [
        [pair(str(row["group_a"]), str(row["group_b"])), count(row["different"]), count(row["compared"]),
         percent(row["share"])]
        for row in ordered.to_dict("records")
    ]  # fmt: skip
    return PageTable("Pairs whose texts differ, over the runs", ["pair", "differ in", "of", "share"], rows, folded=True)
