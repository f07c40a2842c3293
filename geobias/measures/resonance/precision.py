"""How many answers a prompt takes, so that a nation's mean or a difference of two has a stated half width."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from geobias.arguments import number, whole
from geobias.measures.resonance.variances import AnswerVariances
from geobias.tables import AnswersNeeded, AnswersNeededTable

MOST = 100_000
"""Answers, or prompts, beyond which a number is called infinite."""
NATION, DIFFERENCE = "nation", "difference"


def answers_needed(
    variances: AnswerVariances, half_width: float, *, prompts: int, difference: bool = False, level: float = 0.95
) -> float:
    """Answers to each prompt so that a nation's mean, or a difference of two nations, has this half width or less.

    Prompts are the clusters: what they differ by stays however many answers there are. It is the precision by one
    design; other designs move nations too, which no number of answers shows.

    Parameters
    ----------
    half_width : of the interval at `level`, in units of the projection. prompts : of each nation, at least 2.

    Returns
    -------
    A whole number from 1; inf where none up to 100,000 is enough.

    >>> answers_needed(AnswerVariances(1.2, 0.02, "assumed"), 0.2, prompts=12)
    16.0
    """
    width = number("half_width", half_width, "be above 0", lambda v: v > 0, "Pass 0.2.")
    whole("prompts", prompts, 2)

    def enough(answers: int) -> bool:
        return variances.half_width(answers, prompts, level, difference) <= width

    return _least(enough, 1)


def _least(enough: Callable[[int], bool], start: int) -> float:
    """The least whole number from `start` that is enough, of which all larger ones are; inf beyond `MOST`."""
    if not enough(MOST):
        return math.inf
    low, high = start - 1, MOST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return float(high)


def answers_table(
    variances: AnswerVariances, half_widths: Sequence[float], *, prompts: int, level: float = 0.95
) -> AnswersNeededTable:
    """`answers_needed` of a nation's mean and of a difference for each half width, with what the prompts leave."""
    rows = []
    for target in (NATION, DIFFERENCE):
        apart = target == DIFFERENCE
        least = variances.half_width(math.inf, prompts, level, apart)
        for width in half_widths:
            answers = answers_needed(variances, width, prompts=prompts, difference=apart, level=level)
            reached = least if math.isinf(answers) else variances.half_width(answers, prompts, level, apart)
            more = _prompts_needed(variances, width, level, apart)
            rows.append(
                AnswersNeeded(target, float(width), prompts, answers, reached, least, more, level, variances.within,
                              variances.between, variances.basis)
            )  # fmt: skip
    return AnswersNeededTable(tuple(rows))


def _prompts_needed(variances: AnswerVariances, width: float, level: float, difference: bool) -> float:
    return _least(lambda prompts: variances.half_width(1, prompts, level, difference) <= width, 2)
