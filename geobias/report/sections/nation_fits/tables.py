"""Fits and cells as tables of the page."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from geobias.report.estimates import p_or_dash, signed, with_ends
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, number
from geobias.report.sides import TOO_FEW, estimate

if TYPE_CHECKING:
    import pandas as pd


def fit_table(fits: pd.DataFrame) -> PageTable:
    rows = [
        [
            row["nation"] or "all", with_ends(row, "rmse", number), with_ends(row, "bias", signed),
            row["note"] or with_ends(row, "slope", signed), p_or_dash(row["slope_p"]), with_ends(row, "r2", number),
            _plain(row["r2_corrected"]), count(row["cells"]), f"{count(row['n_model'])}, {count(row['n_survey'])}",
        ]
        for row in fits.to_dict("records")
    ]  # fmt: skip
    columns = [
        "nation", "RMSE [without noise]", "model less survey", "slope", "p", "R²", "R², corrected", "cells",
        "answers, respondents",
    ]  # fmt: skip
    return PageTable("Survey on model, by nation", columns, rows)


def cell_table(cells: pd.DataFrame) -> PageTable:
    rows = [
        [
            str(row["nation"]), str(row["age"]), str(row["sex"]), _with_error(row["model"], row["model_error"]),
            count(row["n_model"]), _with_error(row["survey"], row["survey_error"]),
            TOO_FEW if math.isnan(row["survey"]) else count(row["n_survey"]),
        ]
        for row in cells.to_dict("records")
    ]  # fmt: skip
    columns = ["nation", "age", "sex", "model ± error", "answers", "survey ± error", "respondents"]
    return PageTable("Means of nation, age and sex", columns, rows, names=3, folded=True)


def _with_error(value: float, error: float) -> str:
    return "–" if math.isnan(value) else estimate(value, math.nan, 0) + ("" if math.isnan(error) else f" ± {error:.2f}")


def _plain(value: float) -> str:
    return "–" if math.isnan(value) else number(value)
