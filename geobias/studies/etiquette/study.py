"""The order of events of an etiquette study: a model is asked, its answers are scored, and regions are compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from geobias.corpora import Etiquette, load_statements
from geobias.measures.etiquette import (
    COVERAGE,
    EtiquetteAnswers,
    abstentions,
    etiquette_counts,
    etiquette_scores,
    region_gaps,
    wrong_by_type,
)
from geobias.parallel import one_blas_thread
from geobias.pipeline import Session, Study
from geobias.pipeline.asking import Reader
from geobias.relations import AnswerTable, answer_region_gaps, judge_gaps
from geobias.report import build
from geobias.sampling import near_duplicate_families
from geobias.studies.etiquette.answering import Asked, answers_of, ask_statements
from geobias.studies.etiquette.planted import planted
from geobias.studies.etiquette.sections import SECTIONS
from geobias.studies.etiquette.settings import EtiquetteStudySettings
from geobias.studies.etiquette.tables import write
from geobias.tables import (
    EtiquetteAbstentionTable,
    EtiquetteCountTable,
    EtiquetteScoreTable,
    EtiquetteWrongTable,
    GapIntervalTable,
    ResponseTable,
)


@dataclass(frozen=True)
class Read:
    """What the study reads: statements, and who is asked what of them."""

    statements: Etiquette
    asked: Asked

    @classmethod
    def of(cls, settings: EtiquetteStudySettings) -> Read:
        """Those that the settings name."""
        statements = load_statements(settings.corpus)
        return cls(statements, Asked.of(settings, statements))

    def content(self) -> dict[str, Any]:
        """Fingerprints of all that settings only name."""
        return {"statements": self.statements.digest(), "asked": self.asked.content()}


@dataclass(frozen=True)
class Measured:
    """Everything that a study measured.

    responses : as the model gave them, with `reader`, by which they were read. gaps : judged, of every two regions.
    """

    statements: Etiquette
    responses: ResponseTable
    reader: Reader
    answers: EtiquetteAnswers
    scores: EtiquetteScoreTable
    counts: EtiquetteCountTable
    wrong: EtiquetteWrongTable
    silent: EtiquetteAbstentionTable
    gaps: GapIntervalTable
    verdicts: AnswerTable
    examples: int = 3


def measure(settings: EtiquetteStudySettings, inputs: Read, session: Session) -> Measured | None:
    """Everything but the tables and the page; None on a process that only helps, for whom nothing is to be done."""
    if not session.main:
        return None
    plan, statements = replace(settings.etiquette, seed=settings.seed), inputs.statements
    _record(session, inputs)
    with session.stage("ask"):
        responses, reader = ask_statements(inputs.asked, session)
        units = near_duplicate_families(statements.texts.tolist(), plan.near_duplicates or 1.0)
        answers = answers_of(inputs.asked, statements, responses, units)
    with one_blas_thread():
        with session.stage("score"):
            scores = etiquette_scores(answers, plan)
        with session.stage("compare"):
            gaps = judge_gaps(_told(answers, region_gaps(answers, plan)), (), 1 - plan.level)
    if len(set(answers.regions)) < 2:
        session.notice("There is one region alone: nothing is compared.")
    return Measured(
        statements, responses, reader, answers, scores, etiquette_counts(answers),
        wrong_by_type(answers, plan.level), abstentions(answers, plan.level), gaps,
        answer_region_gaps({answers.model: gaps}), plan.examples,
    )  # fmt: skip


def _told(answers: EtiquetteAnswers, gaps: GapIntervalTable) -> GapIntervalTable:
    """Where everything is answered, a score over all statements is that over the answers, and coverage is 1."""
    if not answers.answered.all():
        return gaps
    asked = {row.metric for row in gaps.rows}
    same = {COVERAGE, *(name for name in asked if name.endswith("_all") and name.removesuffix("_all") in asked)}
    return replace(gaps, rows=tuple(row for row in gaps.rows if row.metric not in same))


def _record(session: Session, inputs: Read) -> None:
    """What the page and a reader should know of the statements, and of what was asked."""
    statements, asked = inputs.statements, inputs.asked
    session.notice(*statements.notices)
    truth = planted(asked, statements)
    regions = {name: len(places) for name, places in statements.groups().items()}
    session.directory.record(
        sources=dict(statements.files),
        statements={
            "count": len(statements),
            "accepted": int((statements.labels == 1).sum()),
            "regions": regions,
            "own": "planted" in statements.details,
        },
        responder={"name": asked.responder.name, "fingerprint": asked.responder.fingerprint},
        decoding=vars(asked.settings.decoding),
        asked=asked.facts(),
        planted=truth,
        synthetic=["answers"] if truth else [],
    )


STUDY = Study("etiquette", EtiquetteStudySettings, Read.of, measure, write, partial(build, sections=SECTIONS))
