"""The order of events of an etiquette study: a model is asked, its answers are scored, and regions are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from geobias.audit import audit_statements
from geobias.corpora import Etiquette
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
from geobias.pipeline import Session, Study, start_audit
from geobias.pipeline.asking import Reader
from geobias.relations import AnswerTable, answer_region_gaps, judge_gaps
from geobias.report import build
from geobias.sampling import near_duplicate_families
from geobias.studies.etiquette.answering import answers_of, ask_statements
from geobias.studies.etiquette.probing import train_probes
from geobias.studies.etiquette.reading import Read
from geobias.studies.etiquette.recording import record
from geobias.studies.etiquette.relating import Beside, RegionDistances, relate_regions
from geobias.studies.etiquette.sections import SECTIONS
from geobias.studies.etiquette.settings import EtiquettePlan, EtiquetteStudySettings
from geobias.studies.etiquette.successor import Found
from geobias.studies.etiquette.tables import write
from geobias.studies.etiquette.trained_settings import ProbedSettings
from geobias.studies.etiquette.training import Lessons, Trained, dependence_of, least_units
from geobias.studies.etiquette.tuning import fine_tune_statements
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
class Measured:
    """Everything that a study measured.

    answers : of every model. asked : what the responder said; None = nobody was asked.
    gaps : model -> every two regions, judged. transfer : scores of what was trained on each region ("all" = all of
    them), as the model, by the region that it was tested on; None = nothing was trained. trainings : a row about each
    model that was fine-tuned. distances : of statements, and what goes with them; None = they were not compared.
    successor : regions named, statements written.
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
    trainings: Sequence[Mapping[str, Any]] = ()
    distances: RegionDistances | None = None
    successor: Found = field(default_factory=Found)
    examples: int = 3


def measure(settings: EtiquetteStudySettings, inputs: Read, session: Session) -> Measured | None:
    """Everything but the tables and the page; None on a process that only helps: its share is fine-tuning."""
    if not session.main and inputs.base is None:
        return None
    plan, statements = replace(settings.etiquette, seed=settings.seed), inputs.statements
    record(session, inputs)
    start_audit(audit_statements(statements), settings.audit.allow, session)
    units = near_duplicate_families(statements.texts.tolist(), plan.near_duplicates or 1.0)
    answers: list[EtiquetteAnswers] = []
    asked, transfer = None, None
    if inputs.asked is not None and session.main:
        with session.stage("ask"):
            asked = ask_statements(inputs.asked, session)
            answers.append(answers_of(inputs.asked, statements, asked[0], units))
    with session.stage("train"):
        trained = _trained(settings, inputs, units, session)
    if not session.main:
        return None
    with one_blas_thread():
        if trained is not None:
            answers += trained.models(statements, units)
            with session.stage("transfer"):
                transfer = _scores(list(trained.answers.values()), replace(plan, counted=(ANSWERED,)))
        found = _measured(statements, answers, plan, session)
        further = inputs.successor.measure(statements, units, plan, settings, session)
        distances = _distances(settings, inputs, units, Beside(found.gaps, transfer, inputs.authorship), session)
    return replace(
        found, asked=asked, transfer=transfer, trainings=() if trained is None else trained.facts, distances=distances,
        successor=further, examples=plan.examples,
    )  # fmt: skip


def _trained(settings: EtiquetteStudySettings, inputs: Read, units: np.ndarray, session: Session) -> Trained | None:
    """What models trained on statements say of others; None where none are, and on a process that helps."""
    chosen, statements = settings.trained, inputs.statements
    if chosen.name == "none":
        return None
    lessons = Lessons.of(statements, units, chosen, session)
    if isinstance(chosen, ProbedSettings):
        assert inputs.encoder is not None
        said = train_probes(lessons, chosen, inputs.encoder, settings.store, session)
        return lessons.answers(statements, units, said)
    assert inputs.base is not None
    found = fine_tune_statements(lessons, chosen, settings.encoder, inputs.base, session)
    return None if found is None else replace(lessons.answers(statements, units, found[0]), facts=found[1])


def _distances(
    settings: EtiquetteStudySettings, inputs: Read, units: np.ndarray, beside: Beside, session: Session
) -> RegionDistances | None:
    """How far apart statements of regions lie, and what goes with it; None where they are not compared."""
    if inputs.encoder is None or not settings.relating.methods:
        return None
    with session.stage("relate"):
        return relate_regions(
            inputs.statements, units, inputs.encoder, beside, settings.relating, settings.store, session
        )


def _measured(
    statements: Etiquette, answers: Sequence[EtiquetteAnswers], plan: EtiquettePlan, session: Session
) -> Measured:
    """All that follows from the answers."""
    if len(statements.groups()) < 2:
        session.notice("There is one region alone: nothing is compared.")
    with session.stage("score"):
        scores = _scores(answers, plan)
    with session.stage("compare"):
        gaps = {one.model: _gaps(one, plan) for one in answers}
    counts = [row for one in answers for row in etiquette_counts(one).rows]
    wrong = [row for one in answers for row in wrong_by_type(one, plan.level).rows]
    silent = [row for one in answers for row in abstentions(one, plan.level).rows]
    return Measured(
        statements, tuple(answers), scores, EtiquetteCountTable(tuple(counts)), EtiquetteWrongTable(tuple(wrong)),
        EtiquetteAbstentionTable(tuple(silent)), gaps, answer_region_gaps(gaps),
    )  # fmt: skip


def _gaps(answers: EtiquetteAnswers, plan: EtiquettePlan) -> GapIntervalTable:
    """Of one model, judged."""
    found = _told(answers, region_gaps(answers, plan, dependence=dependence_of(answers.model)))
    return judge_gaps(found, (), 1 - plan.level, least_units(answers.model))


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
