"""What every verdict consists of, and the phrases that verdicts on relations and on pairs of groups share."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geobias.arguments import number
from geobias.tables import ENOUGH_POWER, Relation

NAN = float("nan")
CHANCES = f"in {ENOUGH_POWER * 100:.0f} % of cases"


@dataclass(frozen=True)
class Verdict:
    """`word` is a word of `tables.verdicts`; `answer` says it in plain words, `sentence` is the evidence for it.

    Of relations `row` is the one that the word goes by: that which was declared beforehand, else the one with the
    least adjusted p; None where none could be tested, and for pairs of groups. `p_adjusted` is the p that decided,
    after `correction` over `n_tested` relations or pairs, `p_attainable` the least that it could have been,
    `p_control` that of the negative control (NaN where none was run), and `alpha` the level.
    """

    word: str
    sentence: str
    row: Relation | None = None
    p_adjusted: float = NAN
    correction: str = ""
    n_tested: int = 0
    p_attainable: float = NAN
    p_control: float = NAN
    alpha: float = 0.05
    answer: str = ""


def level(alpha: float) -> float:
    """`alpha`, checked."""
    return number("alpha", alpha, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass alpha=0.05.")


def ends(low: float, high: float, share: float, form: str = ".2f") -> str:
    """An interval in brackets, with its level; "" where there is none.

    >>> ends(0.66, 0.752, 0.95)
    ' (95 % interval 0.66 to 0.75)'
    """
    if math.isnan(low) or math.isnan(high):
        return ""
    named = "interval" if math.isnan(share) else f"{share * 100:g} % interval"
    return f" ({named} {low:{form}} to {high:{form}})"


def counted(number: int, noun: str) -> str:
    """
    >>> counted(1, "pair"), counted(3, "pair")
    ('1 pair', '3 pairs')
    """
    return f"{number} {noun}{'s' * (number != 1)}"
