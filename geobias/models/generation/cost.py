"""What asking will take in tokens and money, told before anything is sent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from geobias.models.generation.responder import Decoding, Request
from geobias.models.generation.settings import OpenAISettings

_BYTES_A_TOKEN = 4
"""English has about four bytes a token in today's vocabularies; other scripts have fewer letters but more bytes."""
_TURN = 4
"""Tokens around a turn, and before the response."""


@dataclass(frozen=True)
class Cost:
    """An estimate of what requests take.

    Attributes
    ----------
    prompt_tokens : estimated from the texts' length in UTF-8, within about a third.
    response_tokens : at most, where every response is as long as it may be.
    price : at most, in the currency of the settings; None where they hold no prices.
    minutes : at least, by the limits of requests and tokens a minute; 0 without limits.
    """

    requests: int
    prompt_tokens: int
    response_tokens: int
    price: float | None
    minutes: float


def prompt_tokens(request: Request) -> int:
    """About how many tokens a request's prompt has, roles and turns counted.

    >>> from geobias.models.prompting import Message, Prompt
    >>> prompt_tokens(Request(Prompt((Message("user", "Is it right to whistle?"),))))
    14
    """
    texts = (message.text.encode("utf-8", "replace") for message in request.prompt.messages)
    return _TURN + sum(_TURN + math.ceil(len(text) / _BYTES_A_TOKEN) for text in texts)


def estimate(requests: Sequence[Request], decoding: Decoding, settings: OpenAISettings) -> Cost:
    """What these requests will take of an endpoint, before any is sent."""
    asked = sum(map(prompt_tokens, requests))
    said = sum(1 if request.options else decoding.max_tokens for request in requests)
    limits = ((len(requests), settings.requests_per_minute), (asked + said, settings.tokens_per_minute))
    minutes = max(amount / limit if limit else 0.0 for amount, limit in limits)
    prices = (settings.price_in, settings.price_out)
    price = None
    if prices[0] is not None and prices[1] is not None:
        price = (asked * prices[0] + said * prices[1]) / 1e6
    return Cost(len(requests), asked, said, price, minutes)
