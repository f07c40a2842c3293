"""AnswersNeededTable: how many answers a prompt bring a mean to a stated precision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from geobias.tables.rows import RowTable
from geobias.tables.summaries import number

NAN = float("nan")
NATION, DIFFERENCE = "nation", "difference"


@dataclass(frozen=True)
class AnswersNeeded:
    """What one half width of an interval takes.

    Attributes
    ----------
    target : "nation", a nation's mean; "difference", of two nations. prompts : of each nation.
    half_width : that is wanted, in units of the projection. answers : to each prompt; inf = no number of them is
        enough, since prompts differ by too much. reached : the half width that so many are expected to give.
    least_half_width : with answers without end, what these prompts leave. prompts_needed : so many prompts would do
        with one answer each.
    level : of the interval. within, between : variance of answers to a prompt, and of prompts of a nation.
    basis : "assumed", or how many answers it was estimated from.
    """

    target: str
    half_width: float
    prompts: int
    answers: float = NAN
    reached: float = NAN
    least_half_width: float = NAN
    prompts_needed: float = NAN
    level: float = 0.95
    within: float = NAN
    between: float = NAN
    basis: str = ""


@dataclass(frozen=True, repr=False)
class AnswersNeededTable(RowTable):
    """A row a target and half width."""

    row_type: ClassVar[type] = AnswersNeeded
    key: ClassVar[tuple[str, ...]] = ("target", "half_width")
    noun: ClassVar[str] = "precision"
    block: ClassVar[str] = "target"

    @staticmethod
    def told(row: Any) -> dict[str, str]:
        return {
            "half width": number(row.half_width),
            "answers a prompt": "no number" if row.answers == float("inf") else f"{row.answers:.0f}",
            "at best": number(row.least_half_width),
        }
