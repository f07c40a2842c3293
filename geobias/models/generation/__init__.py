"""Generation: prompts in, responses out, each asked once and kept."""

from geobias.models.generation.asking import ask
from geobias.models.generation.cost import Cost, estimate
from geobias.models.generation.endpoint import EndpointError
from geobias.models.generation.exchange import export_ledger, import_ledger
from geobias.models.generation.hf import HfResponder
from geobias.models.generation.leaning import LEANINGS, LeaningResponder, LeaningSettings
from geobias.models.generation.ledger import Ledger, ledger_folder, open_ledger
from geobias.models.generation.openai import OpenAIResponder
from geobias.models.generation.option_scores import apart as apart
from geobias.models.generation.option_scores import calibrated, option_probabilities
from geobias.models.generation.questions import Questions, content_free_requests, requests_of
from geobias.models.generation.recorded import RecordedResponder, RecordedSettings
from geobias.models.generation.records import request_key
from geobias.models.generation.registry import ResponderSettings, load_responder
from geobias.models.generation.responder import Decoding, Outcome, Request, Responder, Response
from geobias.models.generation.responder import addressed as addressed
from geobias.models.generation.scoring import DIGITS as DIGITS
from geobias.models.generation.scripted import ScriptedResponder, ScriptedSettings
from geobias.models.generation.settings import HfSettings, OpenAISettings, SmolLM2Settings
from geobias.models.generation.tabulating import Read, ask_prompts, unread

__all__ = [
    "LEANINGS",
    "Cost",
    "Decoding",
    "EndpointError",
    "HfResponder",
    "HfSettings",
    "LeaningResponder",
    "LeaningSettings",
    "Ledger",
    "OpenAIResponder",
    "OpenAISettings",
    "Outcome",
    "Questions",
    "Read",
    "RecordedResponder",
    "RecordedSettings",
    "Request",
    "Responder",
    "ResponderSettings",
    "Response",
    "ScriptedResponder",
    "ScriptedSettings",
    "SmolLM2Settings",
    "ask",
    "ask_prompts",
    "calibrated",
    "content_free_requests",
    "estimate",
    "export_ledger",
    "import_ledger",
    "ledger_folder",
    "load_responder",
    "open_ledger",
    "option_probabilities",
    "request_key",
    "requests_of",
    "unread",
]
