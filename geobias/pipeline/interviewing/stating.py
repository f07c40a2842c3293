"""Stating: the survey's items asked directly, of the same personas, by the probabilities of their answers."""

from __future__ import annotations

from geobias.errors import InputError
from geobias.measures.resonance import StatedScores, item_prompts, stated_scores
from geobias.models.generation import Decoding, Ledger, Questions, Responder, ask_prompts
from geobias.models.prompting import PromptSet, personas
from geobias.pipeline.interviewing.reading import Interviewed
from geobias.pipeline.session import Session
from geobias.tables import ResponseTable

NO_SCORES = "The items of the survey are not stated: {}"


def stated_prompts(read: Interviewed) -> PromptSet | None:
    """The items of all values that have one, asked as every persona of the designs; None = no design asks them."""
    if not read.stated or not any(value.item_question for value in read.values):
        return None
    people = personas(read.interview, read.settings.of_designs.combinations)
    return item_prompts(read.values, people, read.interview.introduce, design=read.stated[0].name)


def state(
    read: Interviewed, responder: Responder, decoding: Decoding, session: Session, store: str
) -> tuple[ResponseTable | None, StatedScores | None]:
    """Scores of the items' options; None where no design asks for them, or the responder gives none, with a notice."""
    prompts = stated_prompts(read)
    if prompts is None:
        return None, None
    asked = Questions(ask="scores")
    try:
        with (
            Ledger(store, responder.name, responder.fingerprint, session.notice) as ledger,
            session.bar(f"Scoring items by {responder.name}", "items") as progress,
        ):
            found = ask_prompts(prompts, responder, decoding, ledger, asked, progress=progress)
        stated = stated_scores(found, read.values)
    except InputError as error:  # an endpoint that gives no probabilities, or recorded answers: the rest still stands
        session.notice(NO_SCORES.format(error))
        return None, None
    session.notice(*stated.notices)
    return found, stated
