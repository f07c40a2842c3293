"""SoftAlignmentTable: how far the distribution of a group's answers to an item lies from what a source says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import annotators, number

NAN = float("nan")
OTHERS = "everybody else"
"""The source that is the answers of all annotators outside the group."""


@dataclass(frozen=True)
class SoftAlignment:
    """One group and one source, means over items; smaller is closer.

    Attributes
    ----------
    source : a source of the items, or `OTHERS`.
    manhattan : sum of absolute differences of the two distributions, 0 to 2. wasserstein : how far answers would have
        to be moved, in units of the scale. cross_entropy : of the source's distribution under the group's, in nats.
    absolute : absolute difference of the two mean answers, in units of the scale.
    per_item : annotators of an item, of the group and of `OTHERS`, that a distribution is made of: the same for all.
    n_annotators, n_items : that it rests on. note : why there is none, or "".
    """

    source: str
    attribute: str = ""
    group: str = ""
    manhattan: float = NAN
    wasserstein: float = NAN
    cross_entropy: float = NAN
    absolute: float = NAN
    per_item: int = 0
    n_annotators: int = 0
    n_items: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class SoftAlignmentTable(RowTable):
    """Soft measures, one row a group and source."""

    row_type: ClassVar[type] = SoftAlignment
    key: ClassVar[tuple[str, ...]] = ("source", "attribute", "group")
    noun: ClassVar[str] = "soft alignment"
    block: ClassVar[str] = "source"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "group": annotators(row.attribute, row.group),
            "manhattan": number(row.manhattan),
            "wasserstein": number(row.wasserstein),
            "cross entropy": number(row.cross_entropy),
            "absolute": number(row.absolute),
        }

    @staticmethod
    def size(row: Any) -> float:
        return -row.wasserstein
