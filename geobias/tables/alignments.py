"""AlignmentTable: how far a source agrees with what groups of annotators answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import annotators, number

NAN = float("nan")


@dataclass(frozen=True)
class Alignment:
    """One group of annotators and one source; what was not measured is NaN, with its reason in `note`.

    Attributes
    ----------
    source : what the group's answers are compared with.
    attribute, group : e.g. "gender", "woman"; both are "" of everybody.
    r : Pearson's correlation over items of the group's mean answer and the source; p : of the textbook t test, in which
        items are independent; p_bonferroni : times the number of groups of this source, at most 1.
    rank : place of the group among those of its attribute by r with this source, 1 = most aligned; 0 = not ranked.
    n_annotators, n_items, n_judgements : that r rests on. n_rows : of the file, in which an annotator of two values
        stands twice.
    alpha : Krippendorff's, of the group's own answers.
    rounded : whether the group's mean answers were rounded to whole ones, as the published code does.
    note : why r is not told, or "".
    """

    source: str
    attribute: str = ""
    group: str = ""
    r: float = NAN
    p: float = NAN
    p_bonferroni: float = NAN
    rank: int = 0
    n_annotators: int = 0
    n_items: int = 0
    n_judgements: int = 0
    n_rows: int = 0
    alpha: float = NAN
    rounded: bool = False
    note: str = ""


@dataclass(frozen=True, repr=False)
class AlignmentTable(RowTable):
    """Alignments, one row a group and source."""

    row_type: ClassVar[type] = Alignment
    key: ClassVar[tuple[str, ...]] = ("source", "attribute", "group")
    noun: ClassVar[str] = "alignment"
    block: ClassVar[str] = "source"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "group": annotators(row.attribute, row.group),
            "r": number(row.r),
            "p": number(row.p_bonferroni),
            "annotators": str(row.n_annotators),
            "items": str(row.n_items),
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.r
