"""What every responder is: something that is asked, and says something, or cannot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from geobias.errors import InputError
from geobias.models.prompting import Prompt
from geobias.typed import check_least

Outcome = Literal["text", "empty", "refused", "error"]


@dataclass(frozen=True)
class Decoding:
    """How a text is made from probabilities; part of a response's identity.

    Attributes
    ----------
    temperature : what log-probabilities are divided by before a token is drawn; 0 = the most probable one (greedy).
    top_p : tokens are drawn from the smallest set whose probabilities reach it (nucleus, Holtzman et al. 2020).
    max_tokens : of a response.
    seed : of every draw, together with the prompt and the sample's number.

    Raises
    ------
    InputError : settings that no text can be made by.
    """

    temperature: float = 1.0
    top_p: float = 1.0
    max_tokens: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.temperature < math.inf:
            raise InputError(
                "decoding.temperature must be 0 or more", f"it is {self.temperature}", "0 is the most probable token."
            )
        if not 0 < self.top_p <= 1:
            raise InputError(
                "decoding.top_p must be above 0, and 1 at most", f"it is {self.top_p}", "1 leaves nothing out."
            )
        check_least(self, "decoding", max_tokens=1, seed=0)


@dataclass(frozen=True)
class Request:
    """One thing to ask.

    Attributes
    ----------
    sample : number of the response among several to one prompt, from 0.
    options : none = a free text is asked for; else the log-probability of each of these as the answer: that it begins
        so, or that it is no more than this, as the responder is set.
    beside : fields of the prompt, (name, value), that decide the response beside its words; see `addressed`.
    """

    prompt: Prompt
    sample: int = 0
    options: tuple[str, ...] = ()
    beside: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Response:
    """What came of a request.

    Attributes
    ----------
    outcome : "text"; "empty" = it ended at once, or said nothing but blanks; "refused" = the endpoint would not let
        the model answer; "error" = nothing came back, and the request may be made again.
    text : as it was said, to the byte; "" where there is none.
    scores : of requests with options, a natural logarithm of a probability each, in their order.
    detail : why it was refused, or what went wrong.
    truncated : whether it was cut off at `max_tokens`.
    prompt_tokens, response_tokens : as the model counts; None where it does not say.
    """

    outcome: Outcome
    text: str = ""
    scores: tuple[float, ...] = ()
    detail: str = ""
    truncated: bool = False
    prompt_tokens: int | None = None
    response_tokens: int | None = None


class Responder(Protocol):
    """A model that can be asked. A request's response depends on no other request, batch mate or order.

    One that draws its responses from what it holds, alike each time and at no cost, says so by an attribute
    `instant = True`: they are then kept by the hundred.
    """

    @property
    def name(self) -> str:
        """For people and file names."""
        ...

    @property
    def fingerprint(self) -> str:
        """16 hex digits of all that decides what it says but prompt and decoding: weights, tokenizer, chat template."""
        ...

    def respond(self, requests: Sequence[Request], decoding: Decoding) -> Iterator[tuple[Request, Response]]:
        """Every request with its response as soon as there is one, in any order.

        Raises
        ------
        InputError : it cannot answer such requests at all (scores of options from an endpoint without them).
        """
        ...


def addressed(requests: Iterable[Request], responder: Responder) -> list[Request]:
    """The requests with what the responder reads of their prompts' fields, "" where a prompt has no such field.

    A model is given no more than words. One that goes by fields too names them in an attribute `reads`.
    """
    reads = getattr(responder, "reads", ())
    if not reads:
        return list(requests)
    return [
        replace(request, beside=tuple((name, request.prompt.fields.get(name, "")) for name in reads))
        for request in requests
    ]
