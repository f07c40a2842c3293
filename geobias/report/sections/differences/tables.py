"""The tables of differences: pairs as they are, adjusted, and placebos."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.estimates import between, p_value
from geobias.report.groups import Groups
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, number, pair
from geobias.report.sections.differences.rows import pairs, placebos
from geobias.report.sections.differences.words import auc, named, strongest
from geobias.tables import NOT_JUDGED

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "pair", "units", "p", "p over pairs", "strongest statistic", "held-out AUC", "best linear AUC", "p equivalent",
    "AUC found in 80\xa0%", "verdict",
)  # fmt: skip
ALONE = {"p_energy": "energy", "p_mmd": "MMD", "p_contrast": "contrast", "p_classifier": "classifier",
         "p_sinkhorn": "Sinkhorn"}  # fmt: skip


def difference_tables(frame: pd.DataFrame, groups: Groups) -> Iterator[PageTable]:
    """Every comparison with its p-values, its sizes and its verdict; then the p of each statistic alone."""
    raw, adjusted = (pairs(frame, groups, of)[::-1] for of in (False, True))
    parts = {"Differences of every pair": raw}
    if len(adjusted):
        parts[f"The same, brought to one distribution of {named(str(adjusted['adjusted'].iloc[0]))}"] = adjusted
    if len(rows := placebos(frame)):
        parts["Placebo: parts of one group that differ in length alone, as they are and matched"] = rows
    for title, part in parts.items():
        yield PageTable(title, COLUMNS, [_cells(row) for row in part.to_dict("records")], names=1, folded=True)
    columns = ["pair", *ALONE.values(), "Sinkhorn m", "its blur", "its excess"]
    yield PageTable("p of each statistic alone", columns, [_alone(row) for row in raw.to_dict("records")], folded=True)


def _cells(row: dict) -> list[str]:
    return [
        pair(row["group_a"], row["group_b"]),
        f"{count(row['n_a'])}, {count(row['n_b'])}",
        p_value(row["p_permutation"]),
        _known(p_value, row["p_max"]),
        strongest(str(row["strongest"])) if row["strongest"] else str(row["note"] or "–"),
        _with_interval(row, "auc"),
        _with_interval(row, "best_auc"),
        _known(p_value, row["p_equivalent"]),
        _known(three, row["detectable_auc"]),
        " with ".join(filter(None, [str(row["verdict"] or NOT_JUDGED), str(row["lacking"] or "")])),
    ]


def _with_interval(row: dict, name: str) -> str:
    ends = between(row[f"{name}_low"], row[f"{name}_high"], three)
    return f"{_known(three, row[name])} {ends}".strip()


def three(value: float) -> str:
    return auc(value, 3)


def _known(write: Callable[[float], str], value: float) -> str:
    return "–" if np.isnan(value) else write(value)


def _alone(row: dict) -> list[str]:
    return [
        pair(row["group_a"], row["group_b"]),
        *(_known(p_value, row[name]) for name in ALONE),
        count(row["sinkhorn_m"]) if row["sinkhorn_m"] else "–",
        *(_known(number, row[name]) for name in ("sinkhorn_blur", "sinkhorn_excess")),
    ]
