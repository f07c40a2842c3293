"""How many answers a mean of one group takes to be as precise as is wanted: before a run, and by its own answers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from geobias.measures.resonance import ResonanceScores, answer_variances, answers_table, assumed_variances
from geobias.pipeline.interviewing import OWN, Interviewed
from geobias.studies.resonance.settings import ResonancePlan
from geobias.tables import AnswersNeeded, AnswersNeededTable

_LEAST = 2
"""Prompts of a group without which nothing says how far prompts lie apart."""


def needed_before(read: Interviewed, plan: ResonancePlan) -> AnswersNeededTable:
    """By assumed variances, for no answer is at hand; of the question whose answers are compared."""
    asked = (prompt.fields for prompt in read.prompts[OWN].prompts if prompt.fields["question"] == plan.question)
    least = _fewest(fields[plan.group] for fields in asked)
    if least < _LEAST:
        return AnswersNeededTable(())
    return answers_table(assumed_variances(read.values), [plan.precision], prompts=least, level=plan.level)


def needed_after(own: ResonanceScores, plan: ResonancePlan) -> AnswersNeededTable | None:
    """By the variances of these answers; None where prompts have one answer each, or groups one prompt."""
    asked = own.where(question=plan.question)
    asked = asked.only(asked.labels(plan.group) != "")
    groups = dict(zip(asked.prompt, asked.labels(plan.group), strict=True))
    least = _fewest(groups.values())
    if least < _LEAST or len(asked) == len(groups):
        return None
    variances = answer_variances(asked, plan.scoring, plan.group)
    return answers_table(variances, [plan.precision], prompts=least, level=plan.level)


def _fewest(groups: Iterable[str]) -> int:
    """Prompts of the group that has fewest; 0 = there is none."""
    return min(Counter(name for name in groups if name).values(), default=0)


def needed_in_words(row: AnswersNeeded) -> str:
    """How many answers give the half width, or how near any number comes."""
    what = "a mean of one group" if row.target == "nation" else "a difference of two groups"
    if math.isinf(row.answers):
        return (
            f"No number of answers makes {what} precise to {row.half_width:g}: {row.prompts} prompts leave at least "
            f"{row.least_half_width:.2f} ({row.basis}). Ask more prompts."
        )
    many = f"{row.answers:,.0f} answers to each of {row.prompts} prompts"
    return f"{many} make {what} precise to {row.half_width:g} ({row.basis})."
