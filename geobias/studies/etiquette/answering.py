"""A model is asked about statements, through its ledger, and its answers become accepted, not accepted, or none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from geobias.corpora import Etiquette
from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteAnswers
from geobias.memo import digest
from geobias.models.generation import Responder, load_responder
from geobias.models.prompting import PromptSet
from geobias.pipeline import Session
from geobias.pipeline.asked import numbers_of, options_of, template_of
from geobias.pipeline.asking import Posed, Reader, none_answered
from geobias.studies.etiquette.posing import check_answers, filled
from geobias.studies.etiquette.settings import EtiquetteStudySettings
from geobias.tables import ResponseTable


@dataclass(frozen=True)
class Asked:
    """Who is asked what of the statements.

    values : answer that a text is read as, or option in small letters -> 1, -1, or None (counts as no answer).
    settings : of the study, with its seed in the decoding.
    """

    prompts: PromptSet
    responder: Responder
    values: Mapping[str, int | None]
    settings: EtiquetteStudySettings

    @classmethod
    def of(cls, settings: EtiquetteStudySettings, statements: Etiquette) -> Asked:
        """The prompts of the settings, filled from the statements.

        Raises
        ------
        InputError : prompts, answers or responder cannot be used, or an answer is worth neither 1, -1 nor nothing.
        """
        how = settings.asking
        template = template_of(how)
        answers = numbers_of(template, how)
        options = {option.strip().casefold(): number for option, number in options_of(template, how, answers).items()}
        frame = statements.to_frame()
        values = {answer: _value(answer, number) for answer, number in {**answers, **options}.items()}
        prompts = filled(how, {name: frame[name].tolist() for name in frame}, "the table of statements")
        check_answers(prompts, settings.responder)
        seeded = replace(settings, decoding=replace(settings.decoding, seed=settings.seed))
        return cls(prompts, load_responder(settings.responder), values, seeded)

    def content(self) -> list[Any]:
        """What decides the answers, but for settings."""
        asked = [[prompt.id, prompt.fields["id"]] for prompt in self.prompts.prompts]
        read = [[one.options, one.answers, one.language] for one in self.prompts.templates.values()]
        return [self.responder.fingerprint, digest([asked, read]), dict(self.values)]

    def facts(self) -> dict[str, Any]:
        """What a page says of it."""
        [template] = self.prompts.templates.values()
        messages = [{turn.role: turn.text} for turn in template.messages]
        return {"prompt": template.name, "messages": messages, "options": list(template.options)}


def _value(answer: str, number: float | None) -> int | None:
    if number not in (1, -1, None):
        raise InputError(
            "asking.values must be 1 (accepted), -1 (not) or null (counts as no answer)",
            f"'{answer}' is worth {number}",
            "Correct it, or leave asking.values out for those of the template.",
        )
    return None if number is None else int(number)


def ask_statements(asked: Asked, session: Session) -> tuple[ResponseTable, Reader]:
    """What the responder says of every statement, as it is read; what people labelled in the run's folder counts first.

    Raises
    ------
    InputError : the responder cannot be asked so, or a label is none of the answers.
    """
    settings = asked.settings
    read = Reader.of(asked.prompts).with_labels(session.directory.path)
    posed = Posed(asked.prompts, asked.responder, settings.responder, settings.decoding, settings.questions)
    found = posed.ask(settings.store, session, read)
    session.notice(*read.notices(found))
    return found, read


def answers_of(asked: Asked, statements: Etiquette, responses: ResponseTable, units: np.ndarray) -> EtiquetteAnswers:
    """Raises `InputError` where not one statement is answered: there is nothing to score."""
    found = EtiquetteAnswers.of_responses(
        statements, responses, values=asked.values, units=units, model=asked.responder.name
    )
    if not found.answered.any():
        raise none_answered(found.model, "statement", responses)
    return found
