"""The one file that sends: a chat endpoint over HTTP, tried again where it is busy, silent or broken."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import SplitResult, urlsplit

from geobias.errors import GeobiasError, InputError, require
from geobias.models.generation.pacing import Pace, retry_after, wait_before
from geobias.models.generation.replies import BrokenReplyError, failure, is_filtered, is_out_of_credit, read_reply
from geobias.models.generation.responder import Response
from geobias.models.generation.settings import OpenAISettings

_BUSY = (408, 409, 425, 429)
"""Statuses after which the same request may do; those from 500 on too."""
_LONGEST = 10
"""Waits that an endpoint asks for may be so many times as long as `patience`; for a longer one nobody waits."""
_WRONG = {
    401: "See that the variable {key} holds a key that it knows.",
    402: "Add credit to its account.",
    403: "See that the key in {key} may use this model.",
    404: "See that {url} holds the URL up to /v1, and responder.model the name that the endpoint gives its model.",
    405: "See that {url} holds the URL up to /v1.",
    **dict.fromkeys((301, 302, 307, 308), "It leads elsewhere: put the URL that it leads to into {url}."),
}


class EndpointError(GeobiasError, OSError):
    """A chat endpoint that takes no request at all: wrong URL, model or key. It says which, without the key."""


@dataclass(frozen=True)
class Address:
    """Where an endpoint is; the key is part of no text of it."""

    url: str
    key: str

    @classmethod
    def of(cls, settings: OpenAISettings) -> Address:
        """As the environment variables of the settings say."""
        name = settings.url_variable
        url = os.environ.get(name, "").strip().rstrip("/")
        parts = _parts(url)
        if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError(
                f"the environment variable {name} must hold the URL of a chat endpoint",
                "it is not set" if not url else "what it holds is no http or https URL",
                f"Set it, e.g. {name}=https://api.openai.com/v1.",
            )
        if parts.username or parts.password or parts.query or parts.fragment:
            raise InputError(
                f"the URL in {name} must have no password or parameters, which would be written down with it",
                "it has some",
                f"Put the key into {settings.key_variable}.",
            )
        key = os.environ.get(settings.key_variable, "").strip()
        if key and not (key.isascii() and key.isprintable()):
            raise InputError(
                f"the key in {settings.key_variable} must be one line of ASCII", "it is not", "Copy it anew."
            )
        return cls(url, key)

    def __repr__(self) -> str:
        return f"Address({self.url!r})"


class Endpoint:
    """A connection that threads share. Close it, or use it in a `with`."""

    def __init__(self, settings: OpenAISettings, address: Address, sleep: Callable[[float], object] | None = None):
        httpx = require("httpx", extra="openai", purpose="asking an endpoint")
        self.stopped = threading.Event()
        self._settings, self._address = settings, address
        self._sleep = sleep or self.stopped.wait  # a stop ends it
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {address.key}"} if address.key else {}
        limits = httpx.Limits(max_connections=settings.concurrency)
        self._client = httpx.Client(headers=headers, timeout=settings.timeout, limits=limits)
        self._failed = (httpx.TransportError, httpx.DecodingError)
        self._requests = Pace(settings.requests_per_minute, sleep=self._sleep)
        self._tokens = Pace(settings.tokens_per_minute, sleep=self._sleep)

    def __enter__(self) -> Endpoint:
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self._client.close()

    def ask(self, body: Mapping[str, Any], options: tuple[str, ...], tokens: int) -> Response:
        """The response to a request; an "error" where every try has failed.

        Raises
        ------
        EndpointError : the endpoint takes none. InputError : it gives no scores such as are asked for.
        """
        content = json.dumps(dict(body)).encode("ascii")  # half of a surrogate pair stays an escape
        why = "stopped"
        for attempt in range(1, self._settings.tries + 1):
            self._requests.take(1)
            self._tokens.take(tokens)
            if self.stopped.is_set():
                break
            asked = None
            try:
                reply = self._client.post(f"{self._address.url}/chat/completions", content=content)
                if reply.status_code == 200:
                    return read_reply(reply.text, options, self._settings.model)
                said = self._clean(reply.text)
                why = failure(reply.status_code, said)
                self._check(reply.status_code, said, why)
                if is_filtered(said):
                    return Response("refused", detail=why)
                if reply.status_code not in _BUSY and reply.status_code < 500:
                    return Response("error", detail=f"the endpoint does not take this request: {why}")
                asked = retry_after(reply.headers.get("retry-after"), datetime.now(UTC))
                if asked is not None and asked > _LONGEST * self._settings.patience:
                    return Response("error", detail=f"the endpoint asks to wait for {asked:.0f} seconds ({why})")
            except BrokenReplyError as error:
                why = f"BrokenReplyError: {error}: {self._clean(reply.text)[:120]!r}"
            except self._failed as error:
                why = self._clean(f"{type(error).__name__}: {error}")
            if attempt < self._settings.tries:
                self._sleep(wait_before(attempt, asked, self._settings.patience))
        return Response("error", detail=f"no response in {attempt} tries ({why})")

    def _check(self, status: int, said: str, why: str) -> None:
        """Raise for a status that every request would get."""
        status = 402 if is_out_of_credit(said) else status
        if status in _WRONG:
            mend = _WRONG[status].format(key=self._settings.key_variable, url=self._settings.url_variable)
            raise EndpointError(
                f"{self._address.url} does not take requests for '{self._settings.model}' ({why}). {mend}"
            )

    def _clean(self, text: str) -> str:
        """A text without the key, which an endpoint may repeat; for whole texts, as a cut may part the key."""
        return text.replace(self._address.key, "***") if self._address.key else text


def _parts(url: str) -> SplitResult | None:
    """The parts of a URL; None where it is none."""
    try:
        parts = urlsplit(url)
        return parts if parts.port is None or parts.port else None  # a port that is no number raises
    except ValueError:
        return None
