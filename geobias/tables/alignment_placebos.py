"""AlignmentPlaceboTable: the largest differences in alignment that groups which mean nothing show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number

NAN = float("nan")
REAL, RELABELLED, PARITY = "real", "relabelled", "parity"
"""The attribute as it is; dealt among its annotators at random; whether an annotator's number is even or odd."""


@dataclass(frozen=True)
class AlignmentPlacebo:
    """The largest difference of one set of groups over all pairs and sources, by the coefficient `statistic`.

    Attributes
    ----------
    attribute : the real one that it stands beside, "" of `PARITY`. kind : `REAL`, `RELABELLED` or `PARITY`.
    draw : which relabelling, from 0.
    largest : the largest absolute difference of two groups. standardised : the largest in units of its error.
    p_max : the smallest. pvalue : of `REAL`, the share of relabellings, itself among them, whose `standardised` is as
        large: a test of whether groups differ in any way that shows in the coefficient.
    n_differences : how many there were. note : why there is none, or "".
    """

    statistic: str
    attribute: str
    kind: str
    draw: int = 0
    largest: float = NAN
    standardised: float = NAN
    p_max: float = NAN
    pvalue: float = NAN
    n_differences: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class AlignmentPlaceboTable(RowTable):
    """Largest differences, one row a set of groups."""

    row_type: ClassVar[type] = AlignmentPlacebo
    key: ClassVar[tuple[str, ...]] = ("statistic", "attribute", "kind", "draw")
    noun: ClassVar[str] = "placebo"
    block: ClassVar[str] = "attribute"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {"groups": row.kind, "largest": number(row.largest), "in errors": number(row.standardised)}

    @staticmethod
    def size(row: Any) -> float:
        return row.standardised
