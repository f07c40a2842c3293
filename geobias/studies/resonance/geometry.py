"""The embedding geometry of answers: distances between nations' clouds, beside those of the survey's projections."""

from __future__ import annotations

from dataclasses import replace

from geobias.corpora.survey import Survey
from geobias.errors import InputError
from geobias.measures import Keeping
from geobias.measures.resonance import ResonanceScores
from geobias.memo import digest
from geobias.models import EmbeddingStore, Encoder
from geobias.pipeline import (
    AnswerGeometry,
    AnswerGeometrySettings,
    Session,
    answer_geometry,
    embed_answers,
    without_names,
)
from geobias.pipeline.interviewing import OWN, Interviewed
from geobias.studies.resonance.comparing import sides
from geobias.studies.resonance.settings import ResonanceStudySettings
from geobias.tables import ResponseRow, ResponseTable

UNMEASURED = "Answers are not compared in embedding space: {}"


def measure_geometry(
    settings: ResonanceStudySettings,
    encoder: Encoder | None,
    interviewed: Interviewed,
    given: tuple[ResponseTable, ResonanceScores, Survey | None],
    session: Session,
) -> AnswerGeometry | None:
    """Of the study's own answers to the question of the plan; None where it is not wanted, or too few are there.

    given : what was said, its scores by the study's own design, and the survey.
    """
    responses, own, survey = given
    plan, wanted = settings.resonance, settings.geometry
    rows = [row for row in responses.rows if _counts(row, plan.group, plan.question)]
    if encoder is None or not rows:
        return None
    texts = [row.text for row in rows]
    if not wanted.names:
        texts = without_names(texts, names_in(interviewed, plan.group))
    store = EmbeddingStore(settings.store, encoder.identity_at(encoder.layer))
    nations = [row.fields[plan.group] for row in rows]
    model, people = sides(own.where(question=plan.question), survey, plan)
    chosen = AnswerGeometrySettings()
    chosen = replace(chosen, separation=replace(chosen.separation, methods=wanted.methods), alpha=1 - plan.level)
    inputs = {"answers": digest([texts, nations, [row.prompt for row in rows]]), "encoder": encoder.identity}
    keeping = Keeping(session.directory.memo, inputs, session.workers)
    try:
        with session.bar("Encoding answers", "texts") as progress:
            answers = embed_answers(
                texts, encoder, store, nation=nations, prompt=[row.prompt for row in rows],
                clouds="sinkhorn" in wanted.methods, progress=progress,
            )  # fmt: skip
        with session.bar("Comparing answers", "divergences") as progress:
            return answer_geometry(
                answers, people, model, chosen, seed=settings.seed, keeping=keeping.telling(progress)
            )
    except InputError as error:
        session.notice(UNMEASURED.format(error))
        return None


def _counts(row: ResponseRow, group: str, question: str) -> bool:
    """Whether a row is a text of the study's own design, to this question, of somebody with a group."""
    fields = row.fields
    said = row.asked == "text" and row.outcome == "text" and bool(row.text.strip())
    return said and fields.get("design", OWN) == OWN and fields.get("question") == question and bool(fields.get(group))


def names_in(interviewed: Interviewed, group: str) -> list[str]:
    """The groups' names, and how prompts say them."""
    interview = interviewed.interview
    names = list(interview.axes[group])
    return [*names, *(interview.said[name] for name in names if name in interview.said)]
