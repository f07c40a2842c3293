"""ProjectionBoxTable: quantiles and means of projections by group, of a model and of a survey, for box plots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number

NAN = float("nan")


@dataclass(frozen=True)
class ProjectionBox:
    """One side and group of an attribute; attribute and group "" = all rows.

    Attributes
    ----------
    side : "model" or "survey".
    lowest, lower, median, upper, highest : quantiles at .05, .25, .5, .75 and .95, each the least projection that so
        large a share of the weights does not exceed. Of a survey one is NaN where fewer than the least number of
        respondents that is told lie at it and below, or at it and above: it would tell the answers of single people.
    mean, low, high : of projections, with the interval of the mean at `level`; of a model its error lets responses to
        one prompt depend on each other, of a survey it respects weights.
    n, clusters : rows, and prompts of a model's (of a survey the same as `n`). small : whether there are fewer rows, or
        fewer prompts, than the interval of a mean should rest on. note : why there is nothing.
    """

    side: str
    attribute: str
    group: str
    lowest: float = NAN
    lower: float = NAN
    median: float = NAN
    upper: float = NAN
    highest: float = NAN
    mean: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    n: int = 0
    clusters: int = 0
    small: bool = False
    note: str = ""


@dataclass(frozen=True, repr=False)
class ProjectionBoxTable(RowTable):
    """A row a side and group."""

    row_type: ClassVar[type] = ProjectionBox
    key: ClassVar[tuple[str, ...]] = ("side", "attribute", "group")
    noun: ClassVar[str] = "box"
    block: ClassVar[str] = "attribute"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "side": row.side,
            "group": row.group or "all",
            "mean": interval(row.mean, row.low, row.high, "+"),
            "median": number(row.median, "+"),
            "quartiles": f"{number(row.lower, '+')} to {number(row.upper, '+')}",
        }
