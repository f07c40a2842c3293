"""Projections of a model beside those of a survey: distances of their distributions, and their spread over groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number

NAN = float("nan")
MODEL, SURVEY = "model", "survey"


@dataclass(frozen=True)
class ProjectionDistance:
    """One group of an attribute; attribute and group "" = all rows.

    Attributes
    ----------
    distance : first Wasserstein distance of both sides' projections, in their units; weights of respondents count.
    error, low, high : standard deviation over resamples of responses within prompts and of respondents, and the normal
        interval at `level` from it, ends not below 0. A distance of two samples of one law is above 0 too: an interval
        tells how exactly the distance was measured, not whether it is one.
    model_mean, survey_mean, model_sd, survey_sd : of projections.
    n_model, n_survey : rows. note : why there is nothing.
    """

    attribute: str
    group: str
    distance: float = NAN
    error: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    model_mean: float = NAN
    survey_mean: float = NAN
    model_sd: float = NAN
    survey_sd: float = NAN
    n_model: int = 0
    n_survey: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class ProjectionDistanceTable(RowTable):
    """A row a group of an attribute, and one of all."""

    row_type: ClassVar[type] = ProjectionDistance
    key: ClassVar[tuple[str, ...]] = ("attribute", "group")
    noun: ClassVar[str] = "group"
    block: ClassVar[str] = "attribute"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "group": row.group or "all",
            "distance": interval(row.distance, row.low, row.high),
            "model": number(row.model_mean, "+"),
            "survey": number(row.survey_mean, "+"),
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.distance


@dataclass(frozen=True)
class ProjectionSpread:
    """The variance of one side's projections over the groups of an attribute.

    Attributes
    ----------
    side : `MODEL` or `SURVEY`. between, within : variance of group means about the mean of all, and of rows about their
        group's mean, each row with its weight: they sum to the variance of all. share : between over their sum.
    groups, n : of groups and rows.
    """

    attribute: str
    side: str
    between: float
    within: float
    share: float = NAN
    groups: int = 0
    n: int = 0


@dataclass(frozen=True, repr=False)
class ProjectionSpreadTable(RowTable):
    """A row an attribute and side."""

    row_type: ClassVar[type] = ProjectionSpread
    key: ClassVar[tuple[str, ...]] = ("attribute", "side")
    noun: ClassVar[str] = "spread"
    block: ClassVar[str] = "attribute"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "side": row.side,
            "between": number(row.between),
            "within": number(row.within),
            "share": number(row.share),
        }
