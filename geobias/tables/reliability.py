"""ReliabilityTable: how much of the order of pairs in a table would come again with other texts."""

from __future__ import annotations

from dataclasses import dataclass

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval

NAN = float("nan")


@dataclass(frozen=True)
class Reliability:
    """The reliability of one pairwise table.

    `value` is the correlation, by `coefficient`, of the tables of two halves of every group's units, stepped up to
    whole groups (Spearman 1910, Brown 1910), with an interval at `level`; `splits` halvings went into it. A relation
    with another table can show at most the root of both reliabilities. `note` says why a value is NaN.
    """

    quantity: str
    coefficient: str
    n_groups: int
    value: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    splits: int = 0
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "quantity", str(self.quantity))


@dataclass(frozen=True, repr=False)
class ReliabilityTable(RowTable):
    """Reliabilities, one table a row; `to_frame` has the fields of `Reliability` as columns."""

    rows: tuple[Reliability, ...]

    row_type = Reliability
    key = ("quantity", "coefficient")
    noun = "reliability"

    @staticmethod
    def told(row: Reliability) -> dict[str, str]:
        return {
            "table": row.quantity,
            "reliability": interval(row.value, row.low, row.high),
            "groups": str(row.n_groups),
        }

    @staticmethod
    def size(row: Reliability) -> float:
        return row.value
