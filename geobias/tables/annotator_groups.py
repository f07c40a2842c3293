"""AnnotatorGroupTable: who answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import annotators, number

NAN = float("nan")


@dataclass(frozen=True)
class AnnotatorGroup:
    """The annotators who gave one value of one attribute.

    Attributes
    ----------
    attribute, group : both "" of everybody.
    n_annotators, n_items, n_judgements : with an answer. n_rows : of the file, where an annotator of two values stands
        twice.
    per_item : answers of the group to an item that it answered, on average. mean : of its answers.
    told : whether the group is large enough to be told. note : why it is not, or "".
    """

    attribute: str = ""
    group: str = ""
    n_annotators: int = 0
    n_items: int = 0
    n_judgements: int = 0
    n_rows: int = 0
    per_item: float = NAN
    mean: float = NAN
    told: bool = True
    note: str = ""


@dataclass(frozen=True, repr=False)
class AnnotatorGroupTable(RowTable):
    """Groups of annotators, one a row."""

    row_type: ClassVar[type] = AnnotatorGroup
    key: ClassVar[tuple[str, ...]] = ("attribute", "group")
    noun: ClassVar[str] = "group"
    block: ClassVar[str] = "attribute"

    @property
    def n_told(self) -> dict[str, int]:
        """attribute -> how many of its groups are told."""
        told: dict[str, int] = {}
        for row in self.rows:
            if row.group:
                told[row.attribute] = told.get(row.attribute, 0) + row.told
        return told

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "group": annotators(row.attribute, row.group),
            "annotators": str(row.n_annotators),
            "items": str(row.n_items),
            "answers an item": number(row.per_item),
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.n_annotators
