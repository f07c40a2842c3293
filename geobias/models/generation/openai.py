"""A chat endpoint that is asked: several requests at once, each with what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from geobias.memo import digest
from geobias.models.generation.address import Address
from geobias.models.generation.checking import check_options
from geobias.models.generation.cost import prompt_tokens
from geobias.models.generation.endpoint import Endpoint
from geobias.models.generation.responder import Decoding, Request, Response
from geobias.models.generation.settings import OpenAISettings
from geobias.seeds import generator

_TOP = 20
"""Most probable tokens that are asked for; OpenAI gives no more."""


class OpenAIResponder:
    """A model behind an endpoint that speaks as OpenAI's does.

    What it is cannot be looked into: its fingerprint is of the URL's host and path, and of the model's name. What the
    endpoint says of itself (`system_fingerprint`) is in every response's `detail`.

    Scores are those of options that are one token each, as the response's first token.

    Raises
    ------
    InputError : the environment variable of the URL holds none.
    """

    def __init__(self, settings: OpenAISettings):
        self.settings = settings
        self._address = Address.of(settings)

    @property
    def name(self) -> str:
        return self.settings.model

    @property
    def fingerprint(self) -> str:
        host, slash, path = self._address.url.partition("://")[2].partition("/")
        place = host.lower() + slash + path  # case counts in a path: it may name the deployment
        return digest(["openai", place, self.settings.model])[:16]

    def respond(self, requests: Sequence[Request], decoding: Decoding) -> Iterator[tuple[Request, Response]]:
        """Every request with its response as it comes.

        A request that finds no response in all its tries is an error of its own.

        Raises
        ------
        EndpointError : the endpoint takes no request (wrong key, URL or model); what was under way is finished first.
        InputError : scores are asked for, and the endpoint gives none, or an option is several tokens.
        """
        check_options(requests)
        with Endpoint(self.settings, self._address) as endpoint:
            pool = ThreadPoolExecutor(self.settings.concurrency, thread_name_prefix="asking")
            try:
                yield from self._under_way(pool, endpoint, requests, decoding)
            finally:
                endpoint.stopped.set()
                pool.shutdown(wait=True, cancel_futures=True)

    def _under_way(
        self, pool: ThreadPoolExecutor, endpoint: Endpoint, requests: Sequence[Request], decoding: Decoding
    ) -> Iterator[tuple[Request, Response]]:
        """As many requests as may be are under way; after a failure that all would share no more are begun."""
        waiting = iter(requests)
        under_way: dict[Future[Response], Request] = {}
        failed: BaseException | None = None
        while True:
            while failed is None and len(under_way) < self.settings.concurrency:
                request = next(waiting, None)
                if request is None:
                    break
                body = self._body(request, decoding)
                tokens = prompt_tokens(request) + (1 if request.options else decoding.max_tokens)
                under_way[pool.submit(endpoint.ask, body, request.options, tokens)] = request
            if not under_way:
                break
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                request = under_way.pop(done)
                error = done.exception()
                if error is None:
                    yield request, done.result()
                else:
                    failed = failed or error
                    endpoint.stopped.set()
        if failed is not None:
            raise failed

    def _body(self, request: Request, decoding: Decoding) -> dict[str, Any]:
        messages = [{"role": message.role, "content": message.text} for message in request.prompt.messages]
        body: dict[str, Any] = {"model": self.settings.model, "messages": messages}
        if request.options:
            return body | {"temperature": 1.0, self.settings.tokens_name: 1, "logprobs": True, "top_logprobs": _TOP}
        body |= {"temperature": decoding.temperature, "top_p": decoding.top_p}
        body[self.settings.tokens_name] = decoding.max_tokens
        if self.settings.seed:
            # Samples of one prompt differ by their seeds.
            rng = generator(decoding.seed, "response", request.prompt.id, request.sample)
            body["seed"] = int(rng.integers(2**31))
        return body
