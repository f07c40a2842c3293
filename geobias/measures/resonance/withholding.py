"""Rows of tables that would tell of too few respondents: their numbers are taken out before they are written."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geobias.arguments import whole
from geobias.measures.resonance.boxes import LEAST
from geobias.tables import SURVEY, AgeItemTable, ProjectionDistanceTable


def withheld_distances(table: ProjectionDistanceTable, least: int = LEAST) -> ProjectionDistanceTable:
    """The table without the numbers of groups of fewer than `least` respondents; `note` says so, `n_survey` stays."""
    least = whole("least", least, 1)
    lost = dict.fromkeys(("distance", "error", "low", "high", "survey_mean", "survey_sd"), np.nan)
    rows = (
        replace(row, **lost, note=f"fewer than {least} respondents") if 0 < row.n_survey < least else row
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


def withheld_ages(table: AgeItemTable, least: int = LEAST) -> AgeItemTable:
    """The table without means of fewer than `least` respondents; `n` stays.

    >>> from geobias.tables import AgeItem
    >>> [row.mean for row in withheld_ages(AgeItemTable((AgeItem("pride", "survey", "20", 1.0, n=4),))).rows]
    [nan]
    """
    least = whole("least", least, 1)
    lost = dict.fromkeys(("mean", "low", "high"), np.nan)
    rows = (replace(row, **lost) if row.side == SURVEY and row.n < least else row for row in table.rows)
    return replace(table, rows=tuple(rows))
