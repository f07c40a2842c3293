"""Records: requests and responses as the text that a ledger keeps, and back to the bit."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from geobias.memo import key
from geobias.models.generation.responder import Decoding, Request, Response
from geobias.models.prompting import Message, Prompt


def request_key(fingerprint: str, request: Request, decoding: Decoding) -> str:
    """16 hex digits that are others for another model, prompt, decoding, options or sample."""
    asked = [request.prompt.id, deciding(request, decoding), request.options, request.sample]
    return key("responses", fingerprint, [*asked, request.beside] if request.beside else asked)


def deciding(request: Request, decoding: Decoding) -> Decoding:
    """What of a decoding decides the response: all of it a text, nothing of it a score."""
    return Decoding() if request.options else decoding


@dataclass(frozen=True)
class Record:
    """One response with what it is to, as it is kept; all texts are JSON.

    Attributes
    ----------
    key : `request_key`. prompt : id of the prompt.
    asked : sample, options, decoding, the template and fields that the prompt came from, and those beside its words.
    said : the response. time : when it came, in UTC.
    """

    key: str
    prompt: str
    asked: str
    said: str
    time: str

    @property
    def checksum(self) -> int:
        """crc32 of all of it."""
        return zlib.crc32("\0".join((self.key, self.prompt, self.asked, self.said, self.time)).encode())

    @property
    def response(self) -> Response:
        said = json.loads(self.said)
        return Response(**{**said, "scores": tuple(said["scores"])})


def record(key: str, request: Request, decoding: Decoding, response: Response, time: str) -> Record:
    asked = {
        "sample": request.sample,
        "options": list(request.options),
        "decoding": vars(deciding(request, decoding)),
        "template": request.prompt.template,
        "fields": dict(request.prompt.fields),
        **({"beside": request.beside} if request.beside else {}),
    }
    return Record(key, request.prompt.id, as_json(asked), as_json(vars(response)), time)


def words_of(prompt: Prompt) -> str:
    """The messages of a prompt as JSON."""
    return as_json([asdict(message) for message in prompt.messages])


def prompt_of(words: str, template: str = "", fields: Mapping[str, str] | None = None) -> Prompt:
    return Prompt(tuple(Message(**turn) for turn in json.loads(words)), template, dict(fields or {}))


def as_json(value: Any) -> str:
    """ASCII alone: halves of surrogate pairs, NULs and line breaks come back as they were; so do infinities."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
