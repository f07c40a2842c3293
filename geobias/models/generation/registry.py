"""Responders by their settings."""

from __future__ import annotations

from geobias.models.generation.recorded import RecordedResponder, RecordedSettings
from geobias.models.generation.responder import Responder
from geobias.models.generation.scripted import ScriptedResponder, ScriptedSettings

ResponderSettings = ScriptedSettings | RecordedSettings


def load_responder(settings: ResponderSettings) -> Responder:
    """The responder of these settings."""
    if isinstance(settings, RecordedSettings):
        return RecordedResponder(settings)
    return ScriptedResponder(settings)
