"""A responder that somebody else has asked: the responses of a table, found by prompt and sample."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from geobias.errors import InputError
from geobias.files import at_home
from geobias.memo import digest
from geobias.models.generation.responder import Decoding, Request, Response
from geobias.raw import RawTable, read_table

OUTCOME = "outcome"
"""The column in which `geobias ask` says what came of a request."""


@dataclass(frozen=True, kw_only=True)
class RecordedSettings:
    """Responses that somebody else has, in a table (csv and its like, json, jsonl, parquet).

    Where it has a column `outcome`, as `geobias ask` writes it, a row is an answer where that is "text" or blank alone.

    Attributes
    ----------
    path : of the table.
    prompt : the column with the text of the prompt's last turn, word for word; "prompt" where neither is named. Blanks
        and line breaks at its ends, which a spreadsheet loses, do not matter, unless another prompt of the table is
        alike without them.
    id : the column with the prompts' ids, as `geobias ask` writes them, in its place.
    sample : the column with the sample's number, from 0; None = rows of one prompt count up in their order.
    response : the column with the response; a blank one is "empty".
    """

    name: Literal["recorded"] = "recorded"
    path: str
    prompt: str | None = None
    id: str | None = None
    sample: str | None = None
    response: str = "response"

    def __post_init__(self) -> None:
        if self.prompt is not None and self.id is not None:
            raise InputError(
                "prompts must be known by one of responder.prompt and responder.id",
                "both name a column",
                "Leave one of them out.",
            )

    @property
    def column(self) -> str:
        """The column that names prompts, by their words or by their ids."""
        return self.prompt or self.id or "prompt"


class RecordedResponder:
    """Gives the responses of a table, whatever the decoding; what is not in it is an error that says so.

    Raises
    ------
    InputError : the table cannot be read, a column is missing, a prompt has a sample twice (both rows are named), or a
        sample is no whole number.
    """

    instant = True

    def __init__(self, settings: RecordedSettings):
        self.settings = settings
        column = settings.column
        needed = [name for name in (column, settings.response, settings.sample) if name is not None]
        hint = ": responder.prompt, or responder.id for prompts' ids; responder.response; responder.sample"
        table = replace(read_table(at_home(settings.path), needed=needed), hint=hint)
        source = Path(settings.path).name
        table.check(needed, source)
        prompts = [_text(value, f"{source}, {table.places(row)}") for row, value in enumerate(table[column])]
        samples = _samples(prompts, settings, table, source)
        said = ["" if _is_missing(value) else str(value) for value in table[settings.response]]
        outcomes = [""] * len(said)
        if OUTCOME in table.names:
            outcomes = ["" if _is_missing(value) else str(value).strip() for value in table[OUTCOME]]
        self._said: dict[tuple[str, int], Response] = {}
        rows: dict[tuple[str, int], int] = {}
        for row, key in enumerate(zip(prompts, samples, strict=True)):
            if key in rows:
                raise InputError(
                    f"{source} must hold one response for each prompt and sample",
                    f"{table.places(rows[key])} and {table.places(row)} are both sample {key[1]} of {key[0][:60]!r}",
                    "Take one out, or name the column with their numbers (responder.sample).",
                )
            rows[key] = row
            self._said[key] = _response(said[row], outcomes[row], f"{source}, {table.places(row)}")
        self._exact = _by_words(prompts)

    @property
    def name(self) -> str:
        return "recorded"

    @cached_property
    def fingerprint(self) -> str:
        by = "id" if self.settings.id else "prompt"
        kept = self._said.items()
        said = sorted([*key, one.text] for key, one in kept)
        failed = sorted([*key, one.outcome] for key, one in kept if one.outcome in ("refused", "error"))
        return digest(["recorded", by, said, *([failed] if failed else [])])[:16]

    def respond(self, requests: Sequence[Request], decoding: Decoding) -> Iterator[tuple[Request, Response]]:
        """Every request with its response, in their order.

        Raises
        ------
        InputError : scores of options are asked for.
        """
        if any(request.options for request in requests):
            raise InputError(
                "scores of options must come from a model",
                "a recorded responder has texts alone",
                "Ask for free texts, or name another responder.",
            )
        for request in requests:
            prompt = request.prompt.id if self.settings.id else request.prompt.messages[-1].text
            known = self._exact.get(_words(prompt), (prompt,))
            said = self._said.get((known[0] if len(known) == 1 else prompt, request.sample))
            if said is None:
                where = f"{Path(self.settings.path).name} has no sample {request.sample} of the prompt {prompt[:60]!r}"
                yield request, Response("error", detail=where)
            else:
                yield request, said


def _response(text: str, outcome: str, place: str) -> Response:
    """What a row says came of its request; a text beside another outcome than "text" is no answer."""
    if outcome in ("", "text", "empty"):
        return Response("text" if text.strip() and outcome != "empty" else "empty", text=text)
    return Response("refused" if outcome == "refused" else "error", detail=f"its {OUTCOME} in {place} is '{outcome}'")


def _by_words(prompts: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The prompts of a table by what they are without blanks at their ends."""
    found: dict[str, tuple[str, ...]] = {}
    for prompt in dict.fromkeys(prompts):
        found[_words(prompt)] = (*found.get(_words(prompt), ()), prompt)
    return found


def _words(prompt: str) -> str:
    return "\n".join(prompt.splitlines()).strip()


def _samples(prompts: Sequence[str], settings: RecordedSettings, table: RawTable, source: str) -> list[int]:
    """The number of every row's response, counted up within a prompt where no column says it."""
    if settings.sample is None:
        counted: Counter[str] = Counter()
        found = []
        for prompt in prompts:
            found.append(counted[prompt])
            counted[prompt] += 1
        return found
    return [_number(value, f"{source}, {table.places(row)}") for row, value in enumerate(table[settings.sample])]


def _number(value: Any, place: str) -> int:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not number.is_integer() or number < 0:
        raise InputError(
            "the number of a sample must be 0 or more",
            f"{value!r} in {place} is not",
            "Correct the column, or leave responder.sample out.",
        )
    return int(number)


def _text(value: Any, place: str) -> str:
    if _is_missing(value) or not str(value).strip():
        raise InputError("every recorded response must have its prompt", f"that in {place} is empty", "Fill it.")
    return str(value)


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
