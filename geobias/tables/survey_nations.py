"""SurveyNationTable: what a survey says of nations whose fit to a model was published."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number

NAN = float("nan")


@dataclass(frozen=True)
class SurveyNation:
    """One nation.

    Attributes
    ----------
    mean, error, variance : weighted mean projection of respondents, its standard error, and their variance.
    cells : of age and sex with respondents. sd_cells : standard deviation of their means (of all, not of a sample);
        noise : root mean square of the errors of these means, which is in it.
    rmse, r2 : as published. model_low, model_high : where the mean of a model's cells must have lain, since its
        distance from the survey's cannot exceed the RMSE.
    n : respondents. note : why something is missing.
    """

    nation: str
    mean: float = NAN
    error: float = NAN
    variance: float = NAN
    cells: int = 0
    sd_cells: float = NAN
    noise: float = NAN
    rmse: float = NAN
    r2: float = NAN
    model_low: float = NAN
    model_high: float = NAN
    n: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class SurveyNationTable(RowTable):
    """A row a nation."""

    row_type: ClassVar[type] = SurveyNation
    key: ClassVar[tuple[str, ...]] = ("nation",)
    noun: ClassVar[str] = "nation"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "nation": row.nation,
            "mean": number(row.mean, "+"),
            "± se": number(row.error),
            "sd of cells": number(row.sd_cells),
            "published RMSE": number(row.rmse),
            "R2": number(row.r2),
        }
