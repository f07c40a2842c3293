"""AgeItemTable: each value's mean score by age, of a model and of a survey."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval

NAN = float("nan")


@dataclass(frozen=True)
class AgeItem:
    """One value, side and age.

    Attributes
    ----------
    value, side : the value's name; "model" or "survey". age : the age or age bin as it is written in the responses.
    mean, low, high : mean score in -1..1, the traditional end positive, with its interval at `level`; of a model errors
        let responses to one prompt depend on each other, of a survey they respect weights.
    n : responses or respondents.
    """

    value: str
    side: str
    age: str
    mean: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    n: int = 0


@dataclass(frozen=True, repr=False)
class AgeItemTable(RowTable):
    """A row a value, side and age."""

    row_type: ClassVar[type] = AgeItem
    key: ClassVar[tuple[str, ...]] = ("value", "side", "age")
    noun: ClassVar[str] = "mean"
    block: ClassVar[str] = "value"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {"side": row.side, "age": row.age, "mean": interval(row.mean, row.low, row.high, "+")}
