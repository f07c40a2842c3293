"""NationDesignTable: where each nation lies by each design, which the stability certificate is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number

NAN = float("nan")


@dataclass(frozen=True)
class NationDesign:
    """One nation by one design.

    Attributes
    ----------
    design : its name; "" = the one of the study.
    mean : projection, over demographic cells, each weighing the same. error : its standard error by answers alone; NaN
        = every prompt has one answer.
    beyond : the mean less that of all nations by this design; differences of nations are differences of these.
    n : answers.
    """

    nation: str
    design: str
    mean: float
    error: float = NAN
    beyond: float = NAN
    n: int = 0


@dataclass(frozen=True, repr=False)
class NationDesignTable(RowTable):
    """A row a nation and design."""

    row_type: ClassVar[type] = NationDesign
    key: ClassVar[tuple[str, ...]] = ("nation", "design")
    noun: ClassVar[str] = "mean"
    block: ClassVar[str] = "design"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "nation": row.nation,
            "design": row.design or "the study's own",
            "mean": number(row.mean, "+"),
            "beyond": number(row.beyond, "+"),
        }
