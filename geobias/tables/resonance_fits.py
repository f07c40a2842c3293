"""NationFitTable: how well a model's mean projections of a nation's demographic cells fit those of a survey."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number

NAN = float("nan")
INTERCEPTS, SLOPES, SEPARATE = "intercepts", "slopes", "separate"
FIT_DEFINITIONS = (INTERCEPTS, SLOPES, SEPARATE)
"""Regressions of survey on model: one slope and an intercept a nation; a slope and an intercept a nation with one
variance of residuals; a regression a nation. The last two have the same slopes and R2 and other p."""


@dataclass(frozen=True)
class NationFit:
    """One nation; "" = all cells together.

    Attributes
    ----------
    scoring, definition : of the projections (`geobias.measures.resonance.SCORINGS`) and of the regression.
    rmse : root mean square of model less survey over cells; nothing is fitted. bias : the mean of it.
    r2 : 1 - squares of residuals over squares about the nation's mean (of "" about the mean of all, as statsmodels');
        with one slope for all it may be negative.
    slope, intercept, slope_p, intercept_p : of the nation in the regression, two-sided p by Student's law with cells as
        the observations; of "" only `slope_p`: of all slopes together (F).
    r2_corrected : r2 over the reliabilities of both sides' means, which may exceed 1; NaN where they have none, and
        with one slope for all. residual_rmse : root mean square of the residuals.
    *_low, *_high : at `level`, of cells that are the same and of responses and respondents drawn anew: of rmse and bias
        without the noise of the means, of r2 and slope with it (see `geobias.measures.resonance.nation_fits`).
    cells, n_model, n_survey : cells, responses and respondents. note : why something is missing.
    """

    nation: str
    scoring: str
    definition: str
    rmse: float = NAN
    rmse_low: float = NAN
    rmse_high: float = NAN
    bias: float = NAN
    bias_low: float = NAN
    bias_high: float = NAN
    r2: float = NAN
    r2_low: float = NAN
    r2_high: float = NAN
    slope: float = NAN
    slope_low: float = NAN
    slope_high: float = NAN
    slope_p: float = NAN
    intercept: float = NAN
    intercept_p: float = NAN
    r2_corrected: float = NAN
    residual_rmse: float = NAN
    level: float = 0.95
    cells: int = 0
    n_model: int = 0
    n_survey: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class NationFitTable(RowTable):
    """A row a nation, scoring and definition, and one of all nations."""

    row_type: ClassVar[type] = NationFit
    key: ClassVar[tuple[str, ...]] = ("nation", "scoring", "definition")
    noun: ClassVar[str] = "fit"
    block: ClassVar[str] = "definition"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "nation": row.nation or "all",
            "RMSE": interval(row.rmse, row.rmse_low, row.rmse_high),
            "R2": interval(row.r2, row.r2_low, row.r2_high),
            "slope": interval(row.slope, row.slope_low, row.slope_high, "+"),
            "p": number(row.slope_p),
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.rmse
