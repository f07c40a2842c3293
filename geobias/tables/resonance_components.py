"""StabilityComponentTable: what a model's projections vary by, nations, demographics, designs, or answers alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval

NAN = float("nan")
NATION, DEMOGRAPHIC, DESIGN = "nation", "demographic", "design"
NATION_DEMOGRAPHIC, NATION_DESIGN, DEMOGRAPHIC_DESIGN = (
    "nation x demographic", "nation x design", "demographic x design",
)  # fmt: skip
PROMPT, ANSWER = "prompt", "answer"
STABILITY_COMPONENTS = (
    NATION, DEMOGRAPHIC, DESIGN, NATION_DEMOGRAPHIC, NATION_DESIGN, DEMOGRAPHIC_DESIGN, PROMPT, ANSWER,
)  # fmt: skip


@dataclass(frozen=True)
class StabilityComponent:
    """One component of the variance of one answer's projection.

    Attributes
    ----------
    component : of `STABILITY_COMPONENTS`; `PROMPT` is what a prompt has beyond all of the above, `ANSWER` what answers
        to one prompt differ by. These two are the residual.
    value, low, high : the variance, unbiased (so it may be negative), with its generalised interval at `level`, whose
        ends are not below 0.
    share, share_low, share_high : of the sum of all components, negative ones counted as 0.
    df : of the mean square that the component is read off; 0 = it cannot be told. note : what was done about it.
    """

    component: str
    value: float = NAN
    low: float = NAN
    high: float = NAN
    share: float = NAN
    share_low: float = NAN
    share_high: float = NAN
    level: float = 0.95
    df: int = 0
    note: str = ""


@dataclass(frozen=True, repr=False)
class StabilityComponentTable(RowTable):
    """A row a component."""

    row_type: ClassVar[type] = StabilityComponent
    key: ClassVar[tuple[str, ...]] = ("component",)
    noun: ClassVar[str] = "component"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "component": row.component,
            "variance": interval(row.value, row.low, row.high),
            "share": interval(row.share, row.share_low, row.share_high),
        }

    @staticmethod
    def size(row: Any) -> float:
        return row.share
