"""The benchmark study: a benchmark, what a model answers, and how right that is about each group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from geobias.audit import audit_items
from geobias.corpora import Benchmark, load_benchmarked
from geobias.measures.etiquette import GradedAnswers, abstentions, graded_gaps, graded_scores
from geobias.models.generation import ScriptedSettings
from geobias.parallel import one_blas_thread
from geobias.pipeline import Session, Study, start_audit
from geobias.pipeline.asking import Reader
from geobias.relations import AnswerTable, answer_region_gaps, judge_gaps
from geobias.report import build
from geobias.studies.benchmark.answering import Asked, ask_items, chance_of, graded
from geobias.studies.benchmark.planted import planted
from geobias.studies.benchmark.sections import SECTIONS
from geobias.studies.benchmark.settings import BenchmarkStudySettings
from geobias.studies.benchmark.tables import write
from geobias.tables import EtiquetteAbstentionTable, EtiquetteScoreTable, GapIntervalTable, ResponseTable


@dataclass(frozen=True)
class Read:
    """What the study reads: items, and who is asked what of them."""

    items: Benchmark
    asked: Asked

    @classmethod
    def of(cls, settings: BenchmarkStudySettings) -> Read:
        """Those that the settings name."""
        items = load_benchmarked(settings.corpus)
        return cls(items, Asked.of(settings, items))

    def content(self) -> dict[str, Any]:
        """Fingerprints of all that settings only name."""
        return {"items": self.items.digest(), "asked": self.asked.content()}


@dataclass(frozen=True)
class Measured:
    """Everything that a study measured.

    responses, reader : what the responder said, and how it was read. gaps : every two groups, judged.
    """

    items: Benchmark
    answers: GradedAnswers
    responses: ResponseTable
    reader: Reader
    scores: EtiquetteScoreTable
    silent: EtiquetteAbstentionTable
    gaps: GapIntervalTable
    verdicts: AnswerTable


def measure(settings: BenchmarkStudySettings, inputs: Read, session: Session) -> Measured | None:
    """Everything but the tables and the page; None on a process that only helps, for whom nothing is to be done."""
    if not session.main:
        return None
    items, asked = inputs.items, inputs.asked
    _record(session, items, asked)
    start_audit(audit_items(items), settings.audit.allow, session)
    with session.stage("ask"):
        responses, reader = ask_items(asked, session)
        answers = graded(asked, items, responses)
    if len(items.members()) < 2:
        session.notice("There is one group alone: nothing is compared.")
    how = settings.benchmark.scoring(settings.seed)
    with one_blas_thread(), session.stage("score"):
        scores, silent = graded_scores(answers, how), abstentions(answers, how.level)
    with one_blas_thread(), session.stage("compare"):
        gaps = judge_gaps(graded_gaps(answers, how), (), 1 - how.level)
    verdicts = answer_region_gaps({answers.model: gaps}, "group", "items")
    return Measured(items, answers, responses, reader, scores, silent, gaps, verdicts)


def _record(session: Session, items: Benchmark, asked: Asked) -> None:
    """Into the record of the run, and its notices."""
    session.notice(*items.notices)
    truth = planted(asked, items)
    chances = {*chance_of(asked.prompts).values()}
    facts: Mapping[str, Any] = {
        "name": items.name,
        "measure": items.measure,
        "items": len(items),
        "judgements": int(items.judged.sum()),
        "groups": {name: len(places) for name, places in items.members().items()},
        "chance": chances.pop() if len(chances) == 1 and items.measure == "accuracy" else None,
        "own": bool(items.details.get("own")),
        "templates": asked.facts(),
    }
    session.directory.record(
        sources=dict(items.files),
        benchmark=facts,
        responder={"name": asked.responder.name, "fingerprint": asked.responder.fingerprint},
        decoding=vars(asked.settings.decoding),
        planted=None if truth is None else {"region": {name: {"accuracy": share} for name, share in truth.items()}},
        synthetic=["answers"] if isinstance(asked.settings.responder, ScriptedSettings) else [],
    )


STUDY = Study("benchmark", BenchmarkStudySettings, Read.of, measure, write, partial(build, sections=SECTIONS))
