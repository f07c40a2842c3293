"""ValueMirroringTable: do responses say the opposite of an inversion that they say of its hypothesis?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number

NAN = float("nan")


@dataclass(frozen=True)
class ValueMirroring:
    """One value; "" = all together.

    Attributes
    ----------
    unmirrored : share of responses whose two labels are not opposite (silent ones are: 0 and 0).
    contradictory : share whose labels are both 1, or both -1. silent : share that is neutral to both.
    *_low, *_high : intervals at `level`; errors let responses to one prompt depend on each other.
    n, prompts : responses (of "" times values) and prompts.
    """

    value: str
    unmirrored: float
    contradictory: float
    silent: float
    unmirrored_low: float = NAN
    unmirrored_high: float = NAN
    contradictory_low: float = NAN
    contradictory_high: float = NAN
    level: float = 0.95
    n: int = 0
    prompts: int = 0


@dataclass(frozen=True, repr=False)
class ValueMirroringTable(RowTable):
    """A row a value, and one of all."""

    row_type: ClassVar[type] = ValueMirroring
    noun: ClassVar[str] = "value"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "value": row.value or "all",
            "not mirrored": interval(row.unmirrored, row.unmirrored_low, row.unmirrored_high),
            "contradictory": interval(row.contradictory, row.contradictory_low, row.contradictory_high),
            "silent": number(row.silent),
        }
