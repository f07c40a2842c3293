"""Prompts are put to the responder of a study through its ledger, so that nothing is asked twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
from geobias.models.prompting import PromptSet, fill, find_prompt_file
from geobias.pipeline import Session
from geobias.pipeline.asked import Prompted, template_of
from geobias.pipeline.asking import AskPlan, check_declared, notices, plan_of
from geobias.raw import RawTable
from geobias.studies.etiquette.scripted import scripted
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


def check_answers(prompts: PromptSet, responder: ResponderSettings) -> None:
    """Raises `InputError` where these settings are of a scripted responder without an answer to one of the prompts."""
    made_up = "the statements that come with geobias" if responder == scripted() else ""
    check_declared(prompts, responder, made_up, "; to train probes alone, pass asking=none trained=probe")


def filled(settings: Prompted, columns: Mapping[str, Sequence[Any]], source: str) -> PromptSet:
    """The template that the settings name with every row of these columns.

    source : what the columns are, for messages. Raises `InputError` where there is no such template, or it has a field
    that no column is called by.
    """
    file = replace(find_prompt_file(settings.prompt), templates=(template_of(settings),), table=None, grid=None)
    return fill(file, RawTable.of({name: list(column) for name, column in columns.items()}), source)
