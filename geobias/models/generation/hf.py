"""A model of transformers that is asked: prompts sorted by length, in batches of a number of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from geobias.errors import InputError
from geobias.memo import digest
from geobias.models.generation.checking import check_options
from geobias.models.generation.conversation import Conversation
from geobias.models.generation.option_scores import apart
from geobias.models.generation.planning import Planned, in_batches
from geobias.models.generation.reader import Context, Reader
from geobias.models.generation.responder import Decoding, Request, Response
from geobias.models.generation.scoring import Question, score
from geobias.models.generation.settings import HfSettings
from geobias.models.generation.speaking import Row, speak
from geobias.models.generation.trial import try_batches
from geobias.models.loading import tokenizer_fingerprint, weights_fingerprint
from geobias.seeds import generator

_BATCH_TOKENS = {"cpu": 8_192, "cuda": 131_072}
"""Tokens of one batch, responses at their longest."""


class HfResponder:
    """A causal or encoder-decoder network with its tokenizer.

    Of the model's own generation settings the tokens that end a response are taken, and nothing else: no repetition
    penalty, no temperature, no banned or forced token.
    """

    def __init__(self, tokenizer: Any, network: Any, settings: HfSettings, label: str | None = None):
        self.settings, self._label = settings, label or settings.model
        self._reader = Reader(network, tokenizer.pad_token_id or 0)
        self._conversation = Conversation(tokenizer, network, chat=settings.chat, date=settings.date)
        self._slack = try_batches(self._reader, self._label)
        self._budget = settings.batch_tokens or _BATCH_TOKENS.get(network.device.type, _BATCH_TOKENS["cpu"])
        self._identity = {
            "weights": weights_fingerprint(network),
            "tokenizer": tokenizer_fingerprint(tokenizer),
            "template": self._conversation.template,
            "date": settings.date,
            "stops": sorted(self._conversation.stops),
            "start": list(self._conversation.start),
            "option_end": settings.option_end,
            "dtype": str(network.dtype),
        }

    @property
    def name(self) -> str:
        return self._label

    @property
    def fingerprint(self) -> str:
        return digest(["hf", self._identity])[:16]

    @property
    def stops(self) -> frozenset[int]:
        """Token ids that end a response."""
        return self._conversation.stops

    def respond(self, requests: Sequence[Request], decoding: Decoding) -> Iterator[tuple[Request, Response]]:
        """Every request with its response as its batch gets there.

        In float32 a response is the same in every batch. Scores are in thousandths of a nat. A prompt for which there
        are no positions left, or that the chat template does not take, is an error of its own.
        """
        check_options(requests)
        texts = [request for request in requests if not request.options]
        yield from self._answer(texts, decoding, lambda planned: self._speak(planned, decoding))
        yield from self._answer([request for request in requests if request.options], decoding, self._score)

    def _answer(
        self,
        requests: Sequence[Request],
        decoding: Decoding,
        work: Callable[[Sequence[Planned]], Iterator[tuple[Planned, Response]]],
    ) -> Iterator[tuple[Request, Response]]:
        """Plan, work off batch by batch, and hand every response to all requests that want the same."""
        planned: dict[Any, Planned] = {}
        for request in requests:
            try:
                one = self._plan(request, decoding)
            except InputError as error:
                yield request, Response("error", detail=str(error))
                continue
            planned.setdefault(one.key, one).requests.append(request)
        for one, response in in_batches(list(planned.values()), self._budget, work):
            yield from ((request, response) for request in one.requests)

    def _plan(self, request: Request, decoding: Decoding) -> Planned:
        context = self._conversation.context(request.prompt)
        if request.options:
            options = tuple(self._conversation.option(request.prompt, option) for option in request.options)
            _check_tokens(request.options, options)
            fed = Question(context, options, self.settings.option_end).fed
            planned = Planned((context, options), context, options=options, room=fed, rows=len(options))
        else:
            # Without chance all samples are one; with it each has its own random numbers.
            drawn = (request.prompt.id, request.sample) if decoding.temperature > 0 else None
            planned = Planned((context, drawn), context, room=decoding.max_tokens)
        limit = self._reader.positions
        if limit is not None and planned.length > limit:
            raise InputError(
                f"a prompt and its response must fit the {limit} positions of '{self._label}'",
                f"it has {_asked(context)} tokens, and {planned.room} may follow",
                "Shorten the prompt, or lower decoding.max_tokens.",
            )
        return planned

    def _speak(self, batch: Sequence[Planned], decoding: Decoding) -> Iterator[tuple[Planned, Response]]:
        rows = {}
        for planned in batch:
            request = planned.requests[0]
            rng = generator(decoding.seed, "response", request.prompt.id, request.sample)
            rows[Row(planned.context, rng)] = planned
        for row in speak(self._reader, list(rows), decoding, self.stops, self._slack):
            text = self._conversation.text(row.said)
            yield (
                rows[row],
                Response(
                    "text" if text.strip() else "empty",
                    text=text,
                    truncated=not row.ended,
                    prompt_tokens=_asked(row.context),
                    response_tokens=len(row.said),
                ),
            )

    def _score(self, batch: Sequence[Planned]) -> Iterator[tuple[Planned, Response]]:
        questions = [Question(one.context, one.options, self.settings.option_end) for one in batch]
        found = score(self._reader, questions, self.stops, self._slack)
        for planned, scores in zip(batch, found, strict=True):
            if not self.settings.option_end:
                scores = apart(scores, planned.options)
            yield planned, Response("text", scores=scores, prompt_tokens=_asked(planned.context))


def _asked(context: Context) -> int:
    """Tokens of a prompt."""
    return len(context.read) or len(context.lead)


def _check_tokens(options: Sequence[str], tokens: Sequence[tuple[int, ...]]) -> None:
    if not all(tokens) or len(set(tokens)) < len(tokens):
        raise InputError(
            "options must be other tokens each", f"{list(options)} are {list(map(list, tokens))}", "Correct them."
        )
