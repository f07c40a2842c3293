"""InglehartWelzelTable: where nations stand on the two dimensions of the cultural map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number

NAN = float("nan")


@dataclass(frozen=True)
class InglehartWelzel:
    """Factor scores of one nation in one year.

    Inglehart and Welzel 2005, Modernization, Cultural Change, and Democracy, chapter 2.

    Attributes
    ----------
    secular : high = secular-rational, low = traditional. self_expression : high = self-expression, low = survival.
    """

    nation: str
    year: int
    secular: float = NAN
    self_expression: float = NAN


@dataclass(frozen=True, repr=False)
class InglehartWelzelTable(RowTable):
    """Scores, one row a nation and year."""

    row_type: ClassVar[type] = InglehartWelzel
    key: ClassVar[tuple[str, ...]] = ("nation", "year")
    noun: ClassVar[str] = "nation"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "nation": row.nation,
            "year": str(row.year),
            "secular": number(row.secular, "+"),
            "self-expression": number(row.self_expression, "+"),
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.secular
