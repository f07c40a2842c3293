"""Which rows of a table of relations are the full result, which are told first, and which p-value of one decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.pairs import main_gap
from geobias.report.phrases import capital, quantity_label

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.05
# As `geobias.relations.verdict` decides: by the largest statistic, by Holm where there is none; then what is left.
DECISIVE = {"p_max": "max-T p", "p_holm": "Holm's p", "q_relabel": "corrected q", "p_relabel": ""}


def full(relations: pd.DataFrame | None) -> pd.DataFrame | None:
    """The relations without those that leave groups out on purpose; None where there are none."""
    if relations is None or "excluded" not in relations:
        return relations
    rows = relations[relations["excluded"].fillna("") == ""]
    return rows if len(rows) else None


def with_exclusions(relations: pd.DataFrame) -> pd.DataFrame:
    """The relations that leave groups out on purpose."""
    if "excluded" not in relations:
        return relations[:0]
    return relations[relations["excluded"].fillna("") != ""]


def decisive(row: Mapping[str, Any]) -> tuple[float, str]:
    """The p-value of a relation that decides, and its name; the name is empty where nothing was corrected.

    >>> decisive({"p_max": float("nan"), "q_relabel": 0.03, "p_relabel": 0.01})
    (0.03, 'corrected q')
    """
    nan = float("nan")
    found = ((row.get(field, nan), name) for field, name in DECISIVE.items())
    return next(((float(value), name) for value, name in found if not np.isnan(value)), (nan, ""))


def main_relations(relations: pd.DataFrame, gaps: pd.DataFrame | None) -> pd.DataFrame:
    """Every distance with the main gap by the first coefficient, at one size where that was measured.

    Where there is no such gap, the first family.
    """
    rows = relations[relations["coefficient"] == str(relations["coefficient"].iloc[0])]
    gap = "" if gaps is None else main_gap(gaps)
    for wanted in (gap.replace("gap[", "gap_at_m[", 1), gap):
        chosen = rows[rows["y"] == wanted]
        if len(chosen):
            return chosen
    return rows[rows["family"] == rows["family"].iloc[0]]


def both(row: Mapping[str, Any]) -> str:
    """The two quantities of a relation, at the start of a sentence."""
    return capital(f"{quantity_label(str(row['x']))} and {quantity_label(str(row['y']))}")
