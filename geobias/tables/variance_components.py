"""VarianceComponentTable: what answers vary by, items, groups' own views of them, annotators, and the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number

NAN = float("nan")
ITEM, GROUP, GROUP_ITEM, ANNOTATOR, RESIDUAL, OWN_SHARE = (
    "item", "group", "group x item", "annotator", "residual", "own share of opinions",
)  # fmt: skip
COMPONENTS = (ITEM, GROUP, GROUP_ITEM, ANNOTATOR, RESIDUAL)


@dataclass(frozen=True)
class VarianceComponent:
    """One component of the answers of the groups of an attribute.

    Attributes
    ----------
    component : `ITEM` (what all groups think of items alike), `GROUP` (sensitivity: how far groups' mean answers lie
        apart), `GROUP_ITEM` (what groups think of items in their own way), `ANNOTATOR` (how stern people of a group
        are), `RESIDUAL`; or `OWN_SHARE`, group x item over group x item and item.
    value, low, high : the variance in squared units of the answers, unbiased (so it may be negative), or the share,
        with interval at `level`, items and annotators both drawn anew and the groups kept; NaN = none is given.
    share : of the sum of all components; of `OWN_SHARE` itself.
    n_groups, n_annotators, n_items : that it rests on. note : what was left out, or why there is nothing.
    """

    attribute: str
    component: str
    value: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    share: float = NAN
    n_groups: int = 0
    n_annotators: int = 0
    n_items: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class VarianceComponentTable(RowTable):
    """Variance components, one row an attribute and component."""

    row_type: ClassVar[type] = VarianceComponent
    key: ClassVar[tuple[str, ...]] = ("attribute", "component")
    noun: ClassVar[str] = "component"
    block: ClassVar[str] = "attribute"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "component": row.component,
            "value": interval(row.value, row.low, row.high),
            "share": number(row.share),
        }
