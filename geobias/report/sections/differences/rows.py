"""Which rows of a table of differences are told: pairs as they are, adjusted, and placebos."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.forest import with_regions
from geobias.report.groups import Groups
from geobias.tables import MAHALANOBIS, PAIR, PLACEBO

if TYPE_CHECKING:
    import pandas as pd


def pairs(frame: pd.DataFrame, groups: Groups, adjusted: bool = False) -> pd.DataFrame:
    """The pairs of groups as they are, or adjusted, the largest held-out AUC last (at the top of a figure)."""
    rows = frame[(frame["compared"] == PAIR) & ((frame["adjusted"].fillna("") != "") == adjusted)]
    rows = with_regions(rows, groups)
    return rows.sort_values("auc", kind="stable", na_position="first")


def placebos(frame: pd.DataFrame) -> pd.DataFrame:
    """Parts of one group that differ in length alone: as they are, then adjusted."""
    return frame[frame["compared"] == PLACEBO].sort_values("adjusted", kind="stable", na_position="first")


def decides(frame: pd.DataFrame, groups: Groups) -> pd.DataFrame:
    """The judged pairs of regions that the verdict goes by, the largest held-out AUC last."""
    rows = with_regions(frame[frame["decisive"] & (frame["verdict"].fillna("") != "")], groups)
    return rows[rows["regions"]].sort_values("auc", kind="stable", na_position="first")


def as_distances(frame: pd.DataFrame) -> pd.DataFrame:
    """The distances of the pairs as they are, as a long table named as in relations."""
    rows = frame[(frame["compared"] == PAIR) & (frame["adjusted"].fillna("") == "")]
    return rows.assign(quantity=MAHALANOBIS, units="", repeat=0, value=rows["distance"].astype(np.float64))[
        ["quantity", "units", "repeat", "group_a", "group_b", "value"]
    ]
