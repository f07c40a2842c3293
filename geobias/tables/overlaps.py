"""OverlapTable: how many texts of one group have a copy, or a near-copy, in another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable


@dataclass(frozen=True)
class Overlap:
    """Texts of `a` with a copy in `b`; of a group with itself those that repeat an earlier one.

    Attributes
    ----------
    texts : of `a`, those with a token. exact : equal once normalised. near : near-copies, exact ones among them, of the
        `compared` texts that these were looked for in.
    """

    a: str
    b: str
    texts: int = 0
    exact: int = 0
    near: int = 0
    compared: int = 0


@dataclass(frozen=True, repr=False)
class OverlapTable(RowTable):
    """One row an ordered pair of groups."""

    rows: tuple[Overlap, ...]

    row_type: ClassVar[type] = Overlap
    key: ClassVar[tuple[str, ...]] = ("a", "b")
    noun: ClassVar[str] = "pair"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {"of": row.a, "in": row.b, "texts": str(row.texts), "exact": str(row.exact), "near": str(row.near)}

    @staticmethod
    def size(row: Any) -> float:
        return row.exact / max(1, row.texts) if row.a != row.b else 0.0

    def of(self, a: str, b: str) -> Overlap:
        """The row of a pair; raises `KeyError` where there is none."""
        return {(row.a, row.b): row for row in self.rows}[a, b]
