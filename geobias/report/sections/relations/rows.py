"""Which rows of a table of relations are the full result, and which are told first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.pairs import main_gap
from geobias.report.phrases import capital, quantity_label
from geobias.tables import AT_M, Quantity

if TYPE_CHECKING:
    import pandas as pd


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


def main_relations(relations: pd.DataFrame, gaps: pd.DataFrame | None) -> pd.DataFrame:
    """The relation declared beforehand, then every distance with the main gap by the first coefficient, at one size
    where that was measured.

    Where there is no such gap, the first family.
    """
    rows = relations[relations["coefficient"] == str(relations["coefficient"].iloc[0])]
    gap = "" if gaps is None else main_gap(gaps)
    at_one_size = gap and Quantity.parse(gap).changed(estimate=AT_M)
    told = [rows["y"] == name for name in (at_one_size, gap)] + [rows["family"] == rows["family"].iloc[0]]
    chosen = next(part for part in told if part.any())
    return declared_first(rows[chosen | declared(rows)])


def declared(relations: pd.DataFrame) -> pd.Series:
    """Which relations were declared beforehand; none in tables of older versions."""
    if "primary" not in relations:
        return relations["x"].isna()
    return relations["primary"].fillna(False).astype(bool)


def declared_first(relations: pd.DataFrame) -> pd.DataFrame:
    """The rows in their order, those that were declared beforehand before all others."""
    return relations.iloc[np.argsort(~declared(relations).to_numpy(), kind="stable")]


def both(row: Mapping[str, Any]) -> str:
    """The two quantities of a relation, at the start of a sentence."""
    return capital(f"{quantity_label(str(row['x']))} and {quantity_label(str(row['y']))}")
