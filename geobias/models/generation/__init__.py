"""Generation: prompts in, responses out, each asked once and kept."""

from geobias.models.generation.asking import ask
from geobias.models.generation.exchange import export_ledger, import_ledger
from geobias.models.generation.ledger import Ledger, ledger_folder, open_ledger
from geobias.models.generation.option_scores import calibrated, option_probabilities
from geobias.models.generation.records import request_key
from geobias.models.generation.responder import Decoding, Outcome, Request, Responder, Response
from geobias.models.generation.registry import ResponderSettings, load_responder
from geobias.models.generation.scripted import ScriptedSettings
from geobias.models.generation.tabulating import (
    Questions,
    Read,
    ask_prompts,
    content_free_requests,
    requests_of,
    unread,
)

__all__ = [
    "Decoding",
    "Ledger",
    "Outcome",
    "Questions",
    "Read",
    "Request",
    "Responder",
    "ResponderSettings",
    "Response",
    "ScriptedSettings",
    "ask",
    "ask_prompts",
    "calibrated",
    "content_free_requests",
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
