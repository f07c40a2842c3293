"""The order of events of an etiquette study: a model is asked, its answers are scored, and regions are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from geobias.audit import audit_statements
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
from geobias.models import Encoder, load_encoder
from geobias.parallel import one_blas_thread
from geobias.pipeline import Session, Study, start_audit
from geobias.pipeline.asking import Reader
from geobias.relations import AnswerTable, answer_region_gaps, judge_gaps
from geobias.report import build
from geobias.sampling import near_duplicate_families
from geobias.studies.etiquette.answering import Asked, answers_of, ask_statements
from geobias.studies.etiquette.recording import record
from geobias.studies.etiquette.sections import SECTIONS
from geobias.studies.etiquette.settings import EtiquettePlan, EtiquetteStudySettings
from geobias.studies.etiquette.tables import write
from geobias.studies.etiquette.training import train_probes
from geobias.tables import (
    ANSWERED,
    EtiquetteAbstentionTable,
    EtiquetteCountTable,
    EtiquetteScoreTable,
    EtiquetteWrongTable,
    GapIntervalTable,
    ResponseTable,
)


@dataclass(frozen=True)
class Read:
    """What the study reads: statements, who is asked what of them, and the encoder of probes; None = there are none."""

    statements: Etiquette
    asked: Asked | None = None
    encoder: Encoder | None = None

    @classmethod
    def of(cls, settings: EtiquetteStudySettings) -> Read:
        """Those that the settings name."""
        statements = load_statements(settings.corpus)
        asked = None if settings.asking.ask == "none" else Asked.of(settings, statements)
        return cls(statements, asked, None if settings.trained.name == "none" else load_encoder(settings.encoder))

    def content(self) -> dict[str, Any]:
        """Fingerprints of all that settings only name."""
        return {
            "statements": self.statements.digest(),
            "asked": None if self.asked is None else self.asked.content(),
            "encoder": None if self.encoder is None else self.encoder.identity,
        }


@dataclass(frozen=True)
class Measured:
    """Everything that a study measured.

    answers : of every model. asked : what the responder said; None = nobody was asked.
    gaps : model -> every two regions, judged. transfer : scores of what was trained on each region ("all" = all of
    them), as the model, by the region that it was tested on; None = nothing was trained.
    """

    statements: Etiquette
    answers: tuple[EtiquetteAnswers, ...]
    scores: EtiquetteScoreTable
    counts: EtiquetteCountTable
    wrong: EtiquetteWrongTable
    silent: EtiquetteAbstentionTable
    gaps: Mapping[str, GapIntervalTable]
    verdicts: AnswerTable
    asked: tuple[ResponseTable, Reader] | None = None
    transfer: EtiquetteScoreTable | None = None
    examples: int = 3


def measure(settings: EtiquetteStudySettings, inputs: Read, session: Session) -> Measured | None:
    """Everything but the tables and the page; None on a process that only helps, for whom nothing is to be done."""
    if not session.main:
        return None
    plan, statements = replace(settings.etiquette, seed=settings.seed), inputs.statements
    record(session, statements, inputs.asked)
    start_audit(audit_statements(statements), settings.audit.allow, session)
    units = near_duplicate_families(statements.texts.tolist(), plan.near_duplicates or 1.0)
    answers: list[EtiquetteAnswers] = []
    asked, transfer = None, None
    if inputs.asked is not None:
        with session.stage("ask"):
            asked = ask_statements(inputs.asked, session)
            answers.append(answers_of(inputs.asked, statements, asked[0], units))
    if inputs.encoder is not None:
        session.directory.record(encoder=inputs.encoder.describe())
        with session.stage("train"):
            trained = train_probes(statements, units, settings.trained, inputs.encoder, settings.store, session)
            answers += trained.models(statements, units)
        with one_blas_thread(), session.stage("transfer"):
            transfer = _scores(list(trained.answers.values()), replace(plan, counted=(ANSWERED,)))
    if len(statements.groups()) < 2:
        session.notice("There is one region alone: nothing is compared.")
    with one_blas_thread():
        found = _measured(statements, answers, plan, session)
    return replace(found, asked=asked, transfer=transfer, examples=plan.examples)


def _measured(
    statements: Etiquette, answers: Sequence[EtiquetteAnswers], plan: EtiquettePlan, session: Session
) -> Measured:
    """All that follows from the answers."""
    with session.stage("score"):
        scores = _scores(answers, plan)
    with session.stage("compare"):
        gaps = {one.model: judge_gaps(_told(one, region_gaps(one, plan)), (), 1 - plan.level) for one in answers}
    counts = [row for one in answers for row in etiquette_counts(one).rows]
    wrong = [row for one in answers for row in wrong_by_type(one, plan.level).rows]
    silent = [row for one in answers for row in abstentions(one, plan.level).rows]
    return Measured(
        statements, tuple(answers), scores, EtiquetteCountTable(tuple(counts)), EtiquetteWrongTable(tuple(wrong)),
        EtiquetteAbstentionTable(tuple(silent)), gaps, answer_region_gaps(gaps),
    )  # fmt: skip


def _scores(answers: Sequence[EtiquetteAnswers], plan: EtiquettePlan) -> EtiquetteScoreTable:
    return EtiquetteScoreTable(tuple(row for one in answers for row in etiquette_scores(one, plan).rows))


def _told(answers: EtiquetteAnswers, gaps: GapIntervalTable) -> GapIntervalTable:
    """Where everything is answered, a score over all statements is that over the answers, and coverage is 1."""
    if not answers.answered.all():
        return gaps
    asked = {row.metric for row in gaps.rows}
    same = {COVERAGE, *(name for name in asked if name.endswith("_all") and name.removesuffix("_all") in asked)}
    return replace(gaps, rows=tuple(row for row in gaps.rows if row.metric not in same))


STUDY = Study("etiquette", EtiquetteStudySettings, Read.of, measure, write, partial(build, sections=SECTIONS))
