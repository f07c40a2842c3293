"""AlignmentPartTable: what of a group's agreement with a source is the group's own, and what everybody's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number

NAN = float("nan")


@dataclass(frozen=True)
class AlignmentPart:
    """One group and one source, by the coefficient `statistic`.

    Attributes
    ----------
    whole : the group's coefficient with the source; others : the mean coefficient of the other groups.
    own, low, high : whole - others, with its interval at `level`; share : own / whole.
    p : of the test that it is 0; p_max : over the groups of the attribute with all sources (max-T).
    n_groups, n_annotators : told groups of the attribute; annotators of this one. note : why there is none, or "".
    """

    statistic: str
    source: str
    attribute: str
    group: str
    whole: float = NAN
    others: float = NAN
    own: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    share: float = NAN
    p: float = NAN
    p_max: float = NAN
    n_groups: int = 0
    n_annotators: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class AlignmentPartTable(RowTable):
    """Parts of alignment, one row a group and source."""

    row_type: ClassVar[type] = AlignmentPart
    key: ClassVar[tuple[str, ...]] = ("statistic", "source", "attribute", "group")
    noun: ClassVar[str] = "part"
    block: ClassVar[str] = "source"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "group": f"{row.attribute}: {row.group}",
            "whole": number(row.whole),
            "own": interval(row.own, row.low, row.high, "+"),
            "p": number(row.p_max),
        }

    @staticmethod
    def size(row: Any) -> float:
        return abs(row.own)
