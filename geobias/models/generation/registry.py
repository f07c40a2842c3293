"""Responders by name."""

from __future__ import annotations

from geobias.models.generation.leaning import LeaningResponder, LeaningSettings
from geobias.models.generation.loading import load_hf
from geobias.models.generation.openai import OpenAIResponder
from geobias.models.generation.recorded import RecordedResponder, RecordedSettings
from geobias.models.generation.responder import Responder
from geobias.models.generation.scripted import ScriptedResponder, ScriptedSettings
from geobias.models.generation.settings import HfSettings, OpenAISettings, SmolLM2Settings
from geobias.models.generation.smollm2 import load_smollm2

ResponderSettings = (
    ScriptedSettings | LeaningSettings | HfSettings | SmolLM2Settings | OpenAISettings | RecordedSettings
)
"""Of a mapping the one that its `name` says, by `geobias.typed`."""


def load_responder(settings: ResponderSettings) -> Responder:
    """The responder that the settings describe, ready to be asked.

    Raises
    ------
    InputError, ModelNotFoundError, MissingDependencyError : it is not there, or cannot be used; each says what to do.
    """
    if isinstance(settings, HfSettings):
        return load_hf(settings)
    if isinstance(settings, SmolLM2Settings):
        return load_smollm2(settings)
    if isinstance(settings, OpenAISettings):
        return OpenAIResponder(settings)
    if isinstance(settings, RecordedSettings):
        return RecordedResponder(settings)
    if isinstance(settings, LeaningSettings):
        return LeaningResponder(settings)
    return ScriptedResponder(settings)
