"""Generation: prompts in, responses out, each asked once and kept."""

from geobias.models.generation.cost import Cost, estimate
from geobias.models.generation.endpoint import EndpointError
from geobias.models.generation.hf import HfResponder
from geobias.models.generation.openai import OpenAIResponder
from geobias.models.generation.option_scores import calibrated, option_probabilities
from geobias.models.generation.recorded import RecordedResponder, RecordedSettings
from geobias.models.generation.registry import ResponderSettings, load_responder
from geobias.models.generation.responder import Decoding, Request, Responder, Response
from geobias.models.generation.scripted import ScriptedResponder, ScriptedSettings
from geobias.models.generation.settings import HfSettings, OpenAISettings, SmolLM2Settings
from geobias.models.generation.smollm2 import smollm2_folder

__all__ = [
    "Cost",
    "Decoding",
    "EndpointError",
    "HfResponder",
    "HfSettings",
    "OpenAIResponder",
    "OpenAISettings",
    "RecordedResponder",
    "RecordedSettings",
    "Request",
    "Responder",
    "ResponderSettings",
    "Response",
    "ScriptedResponder",
    "ScriptedSettings",
    "SmolLM2Settings",
    "calibrated",
    "estimate",
    "load_responder",
    "option_probabilities",
    "smollm2_folder",
]
