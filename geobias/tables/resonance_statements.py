"""StatementResonanceTable: how often responses resonate with each statement, and what that adds to the projection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number

NAN = float("nan")
HYPOTHESIS, INVERSION = "hypothesis", "inversion"


@dataclass(frozen=True)
class StatementResonance:
    """One statement, in the order of a waterfall: the hypotheses of all values, then the inversions.

    Attributes
    ----------
    value, side : name of the value; `HYPOTHESIS` or `INVERSION`. statement : its words.
    resonance, conflict : shares of responses, each with its interval at `level`; errors let responses to one prompt
        depend on each other.
    contribution, error : mean of what the statement adds to the projection (half its loading times its score,
        inversions with opposite sign) and its standard error. reached : sum of the contributions so far; in the last
        row the mean projection.
    n, prompts : responses and prompts.
    """

    value: str
    side: str
    statement: str
    resonance: float
    conflict: float
    resonance_low: float = NAN
    resonance_high: float = NAN
    conflict_low: float = NAN
    conflict_high: float = NAN
    level: float = 0.95
    contribution: float = NAN
    error: float = NAN
    reached: float = NAN
    n: int = 0
    prompts: int = 0


@dataclass(frozen=True, repr=False)
class StatementResonanceTable(RowTable):
    """A row a statement."""

    row_type: ClassVar[type] = StatementResonance
    key: ClassVar[tuple[str, ...]] = ("value", "side")
    noun: ClassVar[str] = "statement"
    block: ClassVar[str] = "side"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "value": row.value,
            "resonates": interval(row.resonance, row.resonance_low, row.resonance_high),
            "conflicts": interval(row.conflict, row.conflict_low, row.conflict_high),
            "adds": number(row.contribution, "+"),
        }

    @staticmethod
    def size(row: Any) -> float:
        return abs(row.contribution)
