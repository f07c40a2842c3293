"""The one file that sends: a chat endpoint over HTTP, tried again where it is busy, silent or broken."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from geobias.errors import GeobiasError, require
from geobias.models.generation.address import Address
from geobias.models.generation.pacing import Pace, retry_after, wait_before
from geobias.models.generation.replies import BrokenReplyError, failure, is_filtered, is_out_of_credit, read_reply
from geobias.models.generation.responder import Response
from geobias.models.generation.settings import OpenAISettings

_BUSY = (408, 409, 425, 429)
"""Statuses after which the same request may do; those from 500 on too."""
_LONGEST = 10
"""Waits that an endpoint asks for may be so many times as long as `patience`; for a longer one nobody waits."""
_PAGE = ("<!doctype", "<html")
"""What a web page begins with: the URL is that of a site, not of its endpoint."""
_WRONG = {
    401: "See that the variable {key} holds a key that it knows.",
    402: "Add credit to its account.",
    403: "See that the key in {key} may use this model.",
    404: "See that {url} holds the URL up to /v1, and responder.model the name that the endpoint gives its model.",
    405: "See that {url} holds the URL up to /v1.",
    **dict.fromkeys((301, 302, 307, 308), "It leads elsewhere: put the URL that it leads to into {url}."),
}


class _FailedTry(Exception):
    """A try that came to nothing; `wait` : seconds that the endpoint asks for, `astray` : it may be no endpoint."""

    def __init__(self, why: str, *, wait: float | None = None, astray: bool = False):
        super().__init__(why)
        self.wait, self.astray = wait, astray


class EndpointError(GeobiasError, OSError):
    """A chat endpoint that takes no request at all: wrong URL, model or key. It says which, without the key."""


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
        self._unreached = (httpx.ConnectError, httpx.ConnectTimeout)
        self._reached = False  # whether anything has come back that an endpoint may send
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
        EndpointError : the endpoint takes none, or every try of this request and of all before it found no endpoint,
            but a closed port or a web page. InputError : it gives no scores such as are asked for.
        """
        content = json.dumps(dict(body)).encode("ascii")  # half of a surrogate pair stays an escape
        why = "stopped"
        for attempt in range(1, self._settings.tries + 1):
            self._requests.take(1)
            self._tokens.take(tokens)
            if self.stopped.is_set():
                break
            try:
                return self._once(content, options)
            except _FailedTry as error:
                why, wait, astray = str(error), error.wait, error.astray
            if attempt < self._settings.tries:
                self._sleep(wait_before(attempt, wait, self._settings.patience))
            elif astray and not self._reached:
                raise EndpointError(
                    f"No chat endpoint answers at {self._address.url} ({why}). See that it runs, and that "
                    f"{self._settings.url_variable} holds its URL up to /v1."
                )
        return Response("error", detail=f"no response in {attempt} tries ({why})")

    def _once(self, content: bytes, options: tuple[str, ...]) -> Response:
        """The response to one try; raises `_FailedTry` where another may bring one."""
        try:
            reply = self._client.post(f"{self._address.url}/chat/completions", content=content)
        except self._failed as error:
            why = self._clean(f"{type(error).__name__}: {error}")
            raise _FailedTry(why, astray=isinstance(error, self._unreached)) from error
        said = self._clean(reply.text)
        astray = reply.status_code == 200 and said.lstrip()[:9].lower().startswith(_PAGE)
        self._reached |= not astray
        if reply.status_code == 200:
            try:
                return read_reply(_decoded(reply), options, self._settings.model)
            except BrokenReplyError as error:
                raise _FailedTry(f"BrokenReplyError: {error}: {said[:120]!r}", astray=astray) from error
        why = failure(reply.status_code, said)
        self._check(reply.status_code, said, why)
        if is_filtered(said):
            return Response("refused", detail=why)
        if reply.status_code not in _BUSY and reply.status_code < 500:
            return Response("error", detail=f"the endpoint does not take this request: {why}")
        wait = retry_after(reply.headers.get("retry-after"), datetime.now(UTC))
        if wait is not None and wait > _LONGEST * self._settings.patience:
            return Response("error", detail=f"the endpoint asks to wait for {wait:.0f} seconds ({why})")
        raise _FailedTry(why, wait=wait)

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


def _decoded(reply: Any) -> str:
    """The text of a reply; raises `BrokenReplyError` for bytes that are none, which `reply.text` would replace."""
    try:
        return str(reply.content.decode(reply.encoding or "utf-8"))
    except UnicodeDecodeError as error:
        raise BrokenReplyError(f"the reply is no text in {error.encoding}") from error
