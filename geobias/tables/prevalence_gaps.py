"""PrevalenceGapTable: gaps of precision beside the same gaps where groups have the same share of labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number, pair


@dataclass(frozen=True)
class PrevalenceGap:
    """The gap of one precision between two groups, in percentage points.

    raw : as it is. standardised : where both groups have the share `common` of the second label, with the recalls that
    they have. prevalence_a, prevalence_b : their shares.
    """

    metric: str
    group_a: str
    group_b: str
    raw: float
    standardised: float
    prevalence_a: float
    prevalence_b: float
    common: float

    @property
    def explained(self) -> bool:
        """Whether over half of the gap goes with the difference of prevalence."""
        return abs(self.standardised) < abs(self.raw) / 2


@dataclass(frozen=True, repr=False)
class PrevalenceGapTable(RowTable):
    """Gaps of precision, raw and standardised, one row a metric and pair."""

    rows: tuple[PrevalenceGap, ...]

    row_type: ClassVar[type] = PrevalenceGap
    key: ClassVar[tuple[str, ...]] = ("metric", "group_a", "group_b")
    noun: ClassVar[str] = "gap"
    block: ClassVar[str] = "metric"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "pair": pair(row.group_a, row.group_b),
            "raw": number(row.raw),
            "standardised": number(row.standardised),
            "prevalence": f"{row.prevalence_a:.0%}, {row.prevalence_b:.0%}",
        }

    @staticmethod
    def size(row: Any) -> float:
        return float(row.raw)
