"""Which prompts statements fill, and whether a scripted responder has answers to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from geobias.models.generation import ResponderSettings
from geobias.models.prompting import PromptSet, fill, find_prompt_file
from geobias.pipeline.asked import Prompted, template_of
from geobias.pipeline.asking import check_declared
from geobias.raw import RawTable
from geobias.studies.etiquette.scripted import scripted


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
