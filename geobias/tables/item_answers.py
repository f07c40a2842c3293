"""ItemAnswerTable: what groups of annotators answered to single items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import annotators, number

NAN = float("nan")


@dataclass(frozen=True)
class ItemAnswer:
    """The mean answer of one group to one item, of two annotators or more.

    Attributes
    ----------
    attribute, group : both "" of everybody.
    n : annotators who answered. mean : of their answers.
    """

    item: str
    attribute: str = ""
    group: str = ""
    n: int = 0
    mean: float = NAN


@dataclass(frozen=True, repr=False)
class ItemAnswerTable(RowTable):
    """Mean answers, one row an item and group."""

    row_type: ClassVar[type] = ItemAnswer
    key: ClassVar[tuple[str, ...]] = ("item", "attribute", "group")
    noun: ClassVar[str] = "mean answer"
    block: ClassVar[str] = "item"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {"group": annotators(row.attribute, row.group), "mean": number(row.mean), "annotators": str(row.n)}

    @staticmethod
    def size(row: Any) -> float:
        return row.n
