"""Prompts are put to the responder of a study through its ledger, so that nothing is asked twice."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from geobias.errors import InputError
from geobias.memo import digest
from geobias.models.generation import (
    Decoding,
    Ledger,
    Questions,
    Read,
    Responder,
    ResponderSettings,
    ask_prompts,
    unread,
)
from geobias.models.prompting import PromptSet
from geobias.pipeline.asking.planning import AskPlan, plan_of
from geobias.pipeline.asking.running import notices
from geobias.pipeline.session import Session
from geobias.tables import ResponseTable


@dataclass(frozen=True)
class Posed:
    """Prompts, whom they are put to, and how; what `geobias.pipeline.asking` calls settings.

    responder : the settings of `model`.
    """

    prompts: PromptSet
    model: Responder
    responder: ResponderSettings
    decoding: Decoding
    questions: Questions

    def content(self) -> list[Any]:
        """What decides the responses, but for settings."""
        return [self.model.fingerprint, digest([[one.id, dict(one.fields)] for one in self.prompts.prompts])]

    def plan(self, store: str) -> AskPlan:
        """What asking would take."""
        return plan_of(self.prompts, self.model, self, store)

    def ask(self, store: str, session: Session, read: Read = unread) -> ResponseTable:
        """Ask all that the ledger lacks; raises `InputError` where the responder cannot be asked so."""
        session.notice(*notices(self.prompts, self, self.model))
        with (
            Ledger(store, self.model.name, self.model.fingerprint, session.notice) as ledger,
            session.bar(f"Asking {self.model.name}", "answers") as progress,
        ):
            return ask_prompts(self.prompts, self.model, self.decoding, ledger, self.questions, read, progress)


def none_answered(model: str, what: str, responses: ResponseTable) -> InputError:
    """What is raised where not one of the responses is an answer, so that there is nothing to score.

    what : one of those that were asked about.
    """
    why = Counter(row.detail or row.reason or row.outcome for row in responses.rows)
    [(commonest, _)] = why.most_common(1)
    return InputError(
        f"'{model}' must answer at least one {what}",
        f"of {len(responses.rows)} responses none is an answer, most often for this: {commonest.rstrip('.')}",
        "Look at what it says with `geobias ask`.",
    )
