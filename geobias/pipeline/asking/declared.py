"""Has a scripted responder an answer to every prompt? Asked before the first question, not after the last."""

from __future__ import annotations

from geobias.errors import InputError
from geobias.models.generation import ResponderSettings, ScriptedSettings
from geobias.models.prompting import PromptSet

WHO = "responder=smollm2, responder=hf, responder=openai or responder=recorded"


def check_declared(prompts: PromptSet, responder: ResponderSettings, default_of: str = "", instead: str = "") -> None:
    """Raise `InputError` where a scripted responder has no answer to a prompt; others answer what they are asked.

    Parameters
    ----------
    default_of : what the answers are made up for, where nobody chose the responder: "the stories that come with
        geobias". instead : of the study, what else can be done than to ask another.
    """
    if not isinstance(responder, ScriptedSettings) or responder.otherwise:
        return
    values = [prompt.fields.get(responder.field, "") for prompt in prompts.prompts]
    lacking = [value for value in values if value not in responder.declared]
    if not lacking:
        return
    got = f"{len(lacking):,} of {len(values):,} have none, such as that of the {responder.field} '{lacking[0]}'"
    own = f": this responder is the default, and its answers are made up for {default_of}" if default_of else ""
    add = "" if default_of else "Add it to responder.answers, or set responder.default. "
    raise InputError(
        f"every prompt to '{responder.name}' must have an answer declared",
        f"{got}{own}",
        f"{add}To ask a model, choose {WHO}{instead}.",
    )
