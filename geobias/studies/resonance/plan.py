"""`geobias plan`: what a resonance study would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from geobias.corpora.survey import NATION
from geobias.pipeline.interviewing import InterviewPlan, plan_designs
from geobias.studies.resonance.precision import needed_before, needed_in_words
from geobias.studies.resonance.settings import ResonanceStudySettings
from geobias.studies.resonance.study import Read
from geobias.tables import AnswersNeededTable


@dataclass(frozen=True)
class ResonanceWork:
    """What would be asked and compared; `str` gives the account that the command prints.

    Attributes
    ----------
    asked : design by design. pairs : answers and statements that would be held against each other, at most.
    needed : answers to each prompt that a nation's mean takes to be as precise as the settings say.
    respondents : nation -> how many. notices : of how the survey was read.
    """

    asked: InterviewPlan
    pairs: int
    entailment: str
    needed: AnswersNeededTable
    respondents: dict[str, int]
    notices: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield str(self.asked)
        yield f"At most {self.pairs:,} pairs of answer and statement would be judged by {self.entailment}."
        yield from map(needed_in_words, self.needed.rows)
        if self.respondents:
            told = ", ".join(f"{name} {count:,}" for name, count in self.respondents.items())
            yield f"{sum(self.respondents.values()):,} respondents: {told}."
        for notice in self.notices:
            yield f"Note: {notice}"


def plan(settings: ResonanceStudySettings) -> ResonanceWork:
    """Read everything and count; raises the same errors as `run` would before its first question."""
    read = Read.of(settings)
    decoding = replace(settings.decoding, seed=settings.seed)
    asked = plan_designs(read.interviewed, read.responder, settings.responder, decoding, settings.store)
    answers = sum(one.kept + len(one.missing) for one in asked.designs.values())
    survey = read.survey
    nations = {} if survey is None else dict(Counter(map(str, survey.attribute(NATION))))
    return ResonanceWork(
        asked,
        answers * 2 * len(read.interviewed.values),
        read.entailers.own.name,
        needed_before(read.interviewed, settings.resonance),
        nations,
        () if survey is None else survey.notices,
    )
