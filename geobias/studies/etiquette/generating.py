"""Generation (EtiCor++): a model writes statements of each region; do they agree, and which words part regions?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from geobias.corpora import Etiquette, normalise_text
from geobias.errors import InputError
from geobias.measures.etiquette import GeneratedPairs, alignment_scores, ordered_pairs, word_odds
from geobias.models.entailment import Entailer
from geobias.models.generation import Questions, Responder
from geobias.models.prompting.answers import refuses
from geobias.pipeline import Session
from geobias.pipeline.asking import Posed
from geobias.studies.etiquette.posing import check_answers, filled
from geobias.studies.etiquette.settings import EtiquettePlan, EtiquetteStudySettings
from geobias.tables import GeneratedAlignmentTable, ResponseTable, WordOddsTable

WRITTEN = "written"
"""As `identifying.NAMED`, of texts that are written."""
_MARK = re.compile(r"^\s*(?:[-*•–—·]|\(?\d{1,3}[.):]|\(?[a-z][.)])\s*")
_UNCOMPARED = "Statements that were written are not compared: {}"
_UNCOUNTED = "Words of statements that were written are not compared: {}"


def prompts_of_regions(settings: EtiquetteStudySettings, statements: Etiquette, responder: Responder) -> Posed:
    """A prompt a region; raises `InputError` where its template cannot be filled."""
    how, regions = settings.generating, list(statements.groups())
    columns: dict[str, list[Any]] = {
        "region": regions,
        "count": [how.statements] * len(regions),
        "cell": [f"{region} / {WRITTEN}" for region in regions],
    }
    decoding = replace(settings.decoding, temperature=how.temperature, max_tokens=how.max_tokens, seed=settings.seed)
    prompts = filled(how, columns, "the list of regions")
    check_answers(prompts, settings.responder)
    return Posed(prompts, responder, settings.responder, decoding, Questions(how.samples))


@dataclass(frozen=True)
class Line:
    """A statement that was written. text : the number of its text among all. repeats : whether one of its region before
    it says the same, in which case it is no part of a pair."""

    region: str
    text: int
    statement: str
    repeats: bool = False


@dataclass(frozen=True)
class Generated:
    """lines : statements, as they were written. alignment, odds : empty where too little was written."""

    responses: ResponseTable
    lines: tuple[Line, ...]
    alignment: GeneratedAlignmentTable = field(default_factory=lambda: GeneratedAlignmentTable(()))
    odds: WordOddsTable = field(default_factory=lambda: WordOddsTable(()))


def generate_statements(
    posed: Posed, settings: EtiquetteStudySettings, plan: EtiquettePlan, entailer: Entailer, session: Session
) -> Generated:
    """Ask, take the texts apart, and compare."""
    responses, how = posed.ask(settings.store, session), settings.generating
    lines = tuple(_marked([*_lines(responses, how.least_words)]))
    left = sum(row.outcome != "text" or refuses(row.text) for row in responses.rows)
    if left:
        session.notice(f"{left} of {len(responses.rows)} texts that were asked for are none, or a refusal.")
    found = Generated(responses, lines)
    try:
        found = replace(found, alignment=_aligned(lines, posed.model.name, plan, entailer, session))
    except InputError as error:
        session.notice(_UNCOMPARED.format(error))
    try:
        odds = word_odds(
            [line.statement for line in lines], [line.region for line in lines],
            units=np.array([line.text for line in lines]), least=how.least_count, level=plan.level,
        )  # fmt: skip
        return replace(found, odds=odds)
    except InputError as error:
        session.notice(_UNCOUNTED.format(error))
        return found


def _lines(responses: ResponseTable, least_words: int) -> Iterator[Line]:
    """Every line of a text without its mark of a list; headings, refusals and lines of few words are none."""
    for text, row in enumerate(responses.rows):
        for line in row.text.splitlines() if row.outcome == "text" else ():
            said = _MARK.sub("", line).strip().strip('*"“”').strip()
            if len(said.split()) >= least_words and not said.endswith(":") and not refuses(said):
                yield Line(row.fields["region"], text, said)


def _marked(lines: list[Line]) -> Iterator[Line]:
    seen: set[tuple[str, str]] = set()
    for line in lines:
        said = line.region, normalise_text(line.statement)
        yield replace(line, repeats=said in seen)
        seen.add(said)


def _aligned(
    lines: tuple[Line, ...], model: str, plan: EtiquettePlan, entailer: Entailer, session: Session
) -> GeneratedAlignmentTable:
    kept = [line for line in lines if not line.repeats]
    regions = [line.region for line in kept]
    first, second = ordered_pairs(regions)
    with session.bar("Comparing statements", "pairs") as progress:
        pairs = [(kept[i].statement, kept[j].statement) for i, j in zip(first, second, strict=True)]
        relations = entailer.entail_pairs(pairs, progress=progress).labels if pairs else np.zeros(0, dtype=np.int8)
    named = np.array(regions, dtype=object)[first] if pairs else np.array([], dtype=object)
    return alignment_scores(GeneratedPairs(named, first, second, relations, model), plan)
