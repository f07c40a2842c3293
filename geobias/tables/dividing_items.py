"""DividingItemTable: the items that groups of annotators are of two minds about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number

NAN = float("nan")


@dataclass(frozen=True)
class DividingItem:
    """One item and the groups of one attribute that have two answers to it or more.

    Attributes
    ----------
    between : variance of the groups' mean answers to it, each less the group's mean over all items, without what noise
        of who answered adds (so it may be negative); within : mean variance of answers within a group. share : of
        between in both, 0 where it is negative.
    highest, highest_mean, lowest, lowest_mean : the groups whose mean answers lie furthest up and down, and the means.
    n_groups, n_annotators : that it rests on.
    """

    attribute: str
    item: str
    between: float = NAN
    within: float = NAN
    share: float = NAN
    highest: str = ""
    highest_mean: float = NAN
    lowest: str = ""
    lowest_mean: float = NAN
    n_groups: int = 0
    n_annotators: int = 0


@dataclass(frozen=True, repr=False)
class DividingItemTable(RowTable):
    """Items, one row an attribute and item, those that divide most first."""

    row_type: ClassVar[type] = DividingItem
    key: ClassVar[tuple[str, ...]] = ("attribute", "item")
    noun: ClassVar[str] = "item"
    block: ClassVar[str] = "attribute"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "item": row.item,
            "between": number(row.between),
            "highest": f"{row.highest} {number(row.highest_mean)}",
            "lowest": f"{row.lowest} {number(row.lowest_mean)}",
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.between
