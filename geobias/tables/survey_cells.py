"""SurveyCellTable: what groups of respondents answered on average."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import NOT_MEASURED, number

NAN = float("nan")


@dataclass(frozen=True)
class SurveyCell:
    """The weighted mean of one group of respondents; of a group too small to be told it is NaN, with the reason.

    Attributes
    ----------
    item : what is averaged: the projection, or one item. attribute, group : e.g. "nation / sex", "Japan / woman"; both
        are "" of everybody.
    nation, age, sex : of the group; "" = any.
    n : respondents with a weight above 0. weight : sum of their weights. n_effective : Kish's, squared sum of weights
        over sum of squares.
    mean : weighted. se : its standard error by survey weights, linearised. variance : weighted, within the group.
    small : whether the group has fewer respondents than a mean should rest on. note : why there is no mean, or "".
    """

    item: str
    attribute: str = ""
    group: str = ""
    nation: str = ""
    age: str = ""
    sex: str = ""
    n: int = 0
    weight: float = NAN
    n_effective: float = NAN
    mean: float = NAN
    se: float = NAN
    variance: float = NAN
    small: bool = False
    note: str = ""


@dataclass(frozen=True, repr=False)
class SurveyCellTable(RowTable):
    """Means of groups of respondents, one row an item and group."""

    row_type: ClassVar[type] = SurveyCell
    key: ClassVar[tuple[str, ...]] = ("item", "attribute", "group")
    noun: ClassVar[str] = "cell"
    block: ClassVar[str] = "item"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "group": row.group or "everybody",
            "mean": number(row.mean, "+"),
            "standard error": number(row.se),
            "respondents": str(row.n) if row.n else NOT_MEASURED,
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.n
