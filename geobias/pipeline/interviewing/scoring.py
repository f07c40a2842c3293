"""Scoring: answers of every design are held against the statements, by the study's entailer or by a design's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from geobias.errors import InputError
from geobias.measures.resonance import ResonanceScores, score_responses
from geobias.models.entailment import (
    Entailer,
    EntailmentSettings,
    JudgeSettings,
    LexicalSettings,
    TrainedSettings,
    load_entailer,
)
from geobias.models.generation import Responder
from geobias.pipeline.interviewing.reading import OWN, Interviewed
from geobias.suggest import nearest
from geobias.tables import ResponseTable

BY_NAME: Mapping[str, Callable[[], EntailmentSettings]] = {
    "trained": TrainedSettings,
    "lexical": LexicalSettings,
    "judge": JudgeSettings,
}
"""Entailers that a design can name: those that need no further setting."""


@dataclass(frozen=True)
class Entailers:
    """The study's entailer, and those of designs that score by another one, by the name of the design."""

    own: Entailer
    others: Mapping[str, Entailer] = field(default_factory=dict)

    def content(self) -> dict[str, list[object]]:
        """Design -> what decides the labels that it gives."""
        every = {OWN: self.own, **self.others}
        return {name: [one.fingerprint, one.threshold] for name, one in every.items()}


def load_entailers(
    read: Interviewed, settings: EntailmentSettings, responder: Responder, workers: int | None = None
) -> Entailers:
    """The entailers of a study.

    Raises
    ------
    InputError : a design names an entailer that there is not, or the one of the study. ModelNotFoundError : a model is
        nowhere.
    """
    own = load_entailer(settings, responder=responder, workers=workers)
    others = {one.name: str(one.entailment) for one in read.rescored}
    return Entailers(own, {design: _other(design, name, own, responder) for design, name in others.items()})


def _other(design: str, name: str, own: Entailer, responder: Responder) -> Entailer:
    if name not in BY_NAME:
        raise InputError(
            f"design '{design}' must name an entailer that needs no setting of its own",
            f"it names '{name}'",
            f"{nearest(name, BY_NAME)}There are {list(BY_NAME)}.",
        )
    found = load_entailer(BY_NAME[name](), responder=responder)
    if found.fingerprint == own.fingerprint:
        raise InputError(
            f"design '{design}' must score by another entailer than the study",
            f"both go by '{own.name}'",
            "Leave the design out, or choose another entailment.",
        )
    return found


def score_designs(read: Interviewed, responses: ResponseTable, entailers: Entailers, store: str) -> ResonanceScores:
    """Scores of every design, the study's own first; judgements are kept in the store.

    A design with an entailer of its own scores the study's own answers: those to prompts that designs are asked, and as
    many of each as they are.
    """
    own = Entailer(entailers.own.backend, store=store, threshold=entailers.own.threshold)
    found = [score_responses(responses, own, read.values)]
    notices = list(own.notices)
    for name, entailer in entailers.others.items():
        kept = Entailer(entailer.backend, store=store, threshold=entailer.threshold)
        scored = score_responses(_as_asked_by_designs(read, responses), kept, read.values)
        found.append(replace(scored, design=(name,) * len(scored)))
        notices += kept.notices
    joined = ResonanceScores.joined(found)
    return replace(joined, notices=tuple(dict.fromkeys((*joined.notices, *notices))))


def _as_asked_by_designs(read: Interviewed, responses: ResponseTable) -> ResponseTable:
    """Of the study's own answers those that a design would have."""
    most, own = read.settings.of_designs.samples, [row for row in responses.rows if not row.fields.get("design")]
    rows = [row for row in own if row.prompt in read.shared and row.sample < most]
    if not rows:
        raise InputError(
            "a design with an entailer of its own must find answers of the study's own to score",
            "the study asks nothing that designs are asked",
            "Let interview.combinations and questions hold those of designs.",
        )
    return ResponseTable(tuple(rows))
