"""The order of events of a resonance study: a model is asked, its answers are scored, compared, and certified."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from geobias.audit import audit_respondents
from geobias.corpora import load_surveyed
from geobias.corpora.survey import Survey
from geobias.errors import InputError
from geobias.measures.resonance import (
    DesignMeans,
    ResonanceScores,
    Stability,
    StatedScores,
    stability,
    stated_agreement,
    stated_values,
    statement_resonance,
    value_mirroring,
)
from geobias.models import Encoder, load_encoder
from geobias.models.generation import Responder, load_responder
from geobias.parallel import one_blas_thread
from geobias.pipeline import AnswerGeometry, Session, Study, check_names, start_audit
from geobias.pipeline.interviewing import (
    OWN,
    Entailers,
    Interviewed,
    ask_designs,
    load_entailers,
    read_interviewed,
    score_designs,
    state,
    without_copies,
)
from geobias.relations import (
    AnswerTable,
    answer_orders,
    answer_resonances,
    certified_ranks,
    judge_resonances,
)
from geobias.report import build
from geobias.studies.resonance.comparing import NO_PROMPTS, Compared, boxes_of, compare, survey_means
from geobias.studies.resonance.designing import table_of_designs
from geobias.studies.resonance.geometry import measure_geometry
from geobias.studies.resonance.precision import needed_after
from geobias.studies.resonance.referring import of_own_design, over_designs, refer
from geobias.studies.resonance.respondents import comparable, in_words_of
from geobias.studies.resonance.sections import SECTIONS
from geobias.studies.resonance.settings import ResonancePlan, ResonanceStudySettings
from geobias.studies.resonance.tables import write
from geobias.tables import (
    AnswersNeededTable,
    NationOrderTable,
    NationPlaceTable,
    ProjectionBoxTable,
    ResponseTable,
    StatedAgreementTable,
    StatedValueTable,
    StatementResonanceTable,
    ValueMirroringTable,
)

IDLE = "The design '{}' asks here what the study's own does, in the same words, and is left out."
OTHER_GROUP = "What is called a nation here is a value of '{}' (resonance.group)."


@dataclass(frozen=True)
class Read:
    """What the study reads: who answers, what is asked, how answers are labelled, and a survey, if any.

    survey : respondents of nations that are asked about, in the words of the interview. encoder : of answers; None =
        they are not compared in embedding space.
    """

    responder: Responder
    interviewed: Interviewed
    entailers: Entailers
    survey: Survey | None = None
    encoder: Encoder | None = None

    @classmethod
    def of(cls, settings: ResonanceStudySettings) -> Read:
        """Those that the settings name."""
        interviewed = read_interviewed(settings.interview)
        plan, interview = settings.resonance, interviewed.interview
        check_names("resonance.group", plan.group, [plan.group], list(interview.axes), "an axis of the interview")
        asked = settings.interview.questions or tuple(interview.questions)
        check_names("resonance.question", plan.question, [plan.question], asked, "a question that is asked")
        survey = load_surveyed(settings.corpus)
        if survey is not None:
            if not comparable(interview):
                raise InputError(
                    "an interview that is held against a survey must have the axes nation, age and sex",
                    f"it has {list(interview.axes)}",
                    "Rename them, or pass corpus=no_survey.",
                )
            survey = in_words_of(interview, survey)
        responder = load_responder(settings.responder)
        entailers = load_entailers(interviewed, settings.entailment, responder, settings.workers)
        encoder = load_encoder(settings.encoder) if settings.geometry.methods else None
        return cls(responder, interviewed, entailers, survey, encoder)

    def content(self) -> dict[str, Any]:
        """Fingerprints of all that the settings only name."""
        return {
            "responder": self.responder.fingerprint,
            "interview": self.interviewed.content(),
            "entailment": self.entailers.content(),
            "survey": None if self.survey is None else self.survey.digest(),
            "encoder": None if self.encoder is None else self.encoder.identity,
        }


@dataclass(frozen=True)
class Measured:
    """Everything that a study measured.

    compared : None without a survey, or without answers to hold against it. certified, table : None with one design.
    stated, agreement : None where no items were asked. geometry : None where it was not measured.
    needed : answers that another run would take for the precision of the plan; None with too few prompts.
    """

    read: Read
    responses: ResponseTable
    scores: ResonanceScores
    statements: StatementResonanceTable
    mirroring: ValueMirroringTable
    places: NationPlaceTable
    orders: NationOrderTable
    verdicts: AnswerTable
    compared: Compared | None = None
    certified: Stability | None = None
    table: DesignMeans | None = None
    boxes: ProjectionBoxTable | None = None
    stated: StatedValueTable | None = None
    agreement: StatedAgreementTable | None = None
    geometry: AnswerGeometry | None = None
    needed: AnswersNeededTable | None = None


def measure(settings: ResonanceStudySettings, inputs: Read, session: Session) -> Measured | None:
    """Everything but the tables and the page; None on a process that only helps, for whom nothing is to be done."""
    if not session.main:
        return None
    plan = replace(settings.resonance, seed=settings.seed)
    decoding = replace(settings.decoding, seed=settings.seed)
    _record(session, settings, inputs)
    start_audit(audit_respondents(inputs.survey), settings.audit.allow, session)
    with session.stage("ask"):
        asked = inputs.interviewed, inputs.responder, decoding, session, settings.store
        responses, copies = without_copies(ask_designs(*asked))
        session.notice(*copies)
        items, stated = state(*asked)
    with session.stage("score"):
        scores = score_designs(inputs.interviewed, responses, inputs.entailers, settings.store)
        session.notice(*scores.notices)
    with one_blas_thread():
        found = _measured(inputs, (scores, stated), plan, session)
    with session.stage("geometry"):
        given = responses, scores.where(design=OWN), inputs.survey
        geometry = measure_geometry(settings, inputs.encoder, inputs.interviewed, given, session)
        session.notice(*(geometry.notices if geometry else ()))
    said = ResponseTable((*responses.rows, *items.rows)) if items else responses
    return replace(found, responses=said, geometry=geometry)


Scored = tuple[ResonanceScores, StatedScores | None]
"""What was written, and what was stated of the survey's items."""


def _measured(inputs: Read, scored: Scored, plan: ResonancePlan, session: Session) -> Measured:
    """All that follows from the scores."""
    scores, stated = scored
    own = scores.where(design=OWN)
    with session.stage("compare"):
        compared = _compared(own, inputs.survey, plan, session)
        session.notice(*(compared.notices if compared else ()))
        statements, mirroring = statement_resonance(own, plan.level), value_mirroring(own, plan.level)
        boxes = boxes_of(own, inputs.survey, plan)
    with session.stage("certificate"):
        table, certified = _certified(inputs, scored, plan, session)
        means = of_own_design(own, plan) if table is None else over_designs(table)
        places, orders, said = refer(means, inputs.survey, plan)
        session.notice(*said)
    answers = [*answer_resonances(certified.pairs if certified else None), *answer_orders(orders)]
    found = Measured(
        inputs, ResponseTable(()), scores, statements, mirroring, places, orders, AnswerTable(tuple(answers)),
        compared, certified, table, boxes=boxes, needed=needed_after(own, plan),
    )  # fmt: skip
    if stated is None or plan.group != "nation":
        return found
    given = stated, own.where(question=plan.question), survey_means(own, inputs.survey, plan)
    with _noted(session, "What is stated is not held beside what is written: {}"):
        found = replace(found, stated=stated_values(*given, level=plan.level))
        return replace(found, agreement=stated_agreement(*given, level=plan.level))
    return found


@contextmanager
def _noted(session: Session, words: str) -> Iterator[None]:
    """What cannot be measured here leaves a notice: everything else still stands."""
    try:
        yield
    except InputError as error:
        session.notice(words.format(error))


def _compared(own: ResonanceScores, survey: Survey | None, plan: ResonancePlan, session: Session) -> Compared | None:
    if survey is None:
        return None
    found = None
    with _noted(session, "Answers are not compared with the survey: {}"):
        found = compare(own, survey, plan)
        if found is None:
            session.notice(NO_PROMPTS.format(plan.question))
    return found


def _certified(
    inputs: Read, scored: Scored, plan: ResonancePlan, session: Session
) -> tuple[DesignMeans, Stability] | tuple[None, None]:
    """The table of means over designs, of what all are asked, and the certificate, judged; None with one design."""
    scores, stated = scored
    shared = inputs.interviewed.shared
    asked = [design != OWN or prompt in shared for design, prompt in zip(scores.design, scores.prompt, strict=True)]
    scores = scores.only(np.array(asked))
    if len(set(scores.design)) + (stated is not None) < 2:
        session.notice("There is one design alone: nothing says whether a difference outlives other wordings.")
        return None, None
    axes = [axis for axis in inputs.interviewed.interview.axes if axis != plan.group]
    with _noted(session, "Nothing is certified: {}"):
        table = table_of_designs(scores, stated, plan, axes)
        session.notice(*table.notices)
        found = stability(table, plan)
        pairs = judge_resonances(found.pairs, alpha=1 - plan.level)
        return table, replace(found, pairs=pairs, nations=certified_ranks(found.nations, pairs))
    return None, None


def _record(session: Session, settings: ResonanceStudySettings, inputs: Read) -> None:
    """What the page and a reader should know of what was asked, and of the respondents."""
    survey, planted = inputs.survey, getattr(settings.responder, "declared", None)
    if (group := settings.resonance.group) != "nation":
        session.notice(OTHER_GROUP.format(group))
    session.notice(*(survey.notices if survey else ()), *map(IDLE.format, inputs.interviewed.idle))
    told: dict[str, Any] = {"name": str(settings.corpus["name"])}
    made_up = ["answers"] if planted else []
    if survey is not None:
        told |= {"respondents": len(survey), "complete": int(survey.complete.sum())}
        told |= {"synthetic": "planted" in survey.details, "planted": survey.details.get("planted")}
        made_up += ["respondents"] if told["synthetic"] else []
    session.directory.record(
        sources=dict(survey.files) if survey else {},
        survey=told if survey else None,
        responder={"name": inputs.responder.name, "fingerprint": inputs.responder.fingerprint, "planted": planted},
        decoding=vars(settings.decoding),
        entailment=inputs.entailers.own.name,
        samples=settings.interview.samples,
        design_samples=settings.interview.of_designs.samples,
        synthetic=made_up,
        **inputs.interviewed.facts(),
    )


STUDY = Study("resonance", ResonanceStudySettings, Read.of, measure, write, partial(build, sections=SECTIONS))
