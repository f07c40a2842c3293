"""A responder whose truth is known: answers drawn from declared probabilities, by a field of the prompt."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from geobias.errors import InputError
from geobias.memo import digest
from geobias.models.generation.responder import Decoding, Request, Response
from geobias.seeds import generator
from geobias.suggest import nearest

_FIELD = "group"
EVEN = {"Yes.": 0.5, "No.": 0.5}


@dataclass(frozen=True, kw_only=True)
class ScriptedSettings:
    """Answers drawn from declared probabilities: a model whose truth is known.

    Attributes
    ----------
    field : the field of a prompt whose value says which answers are drawn.
    answers : value of that field -> {text: probability}; each sums to 1. What is left out takes
        `default`; None = all do.
    default : {text: probability} for every other value; None = `EVEN`, empty = such a prompt is an error.
    """

    name: Literal["scripted"] = "scripted"
    field: str = _FIELD
    answers: Mapping[str, Mapping[str, float]] | None = None
    default: Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        if self.field != _FIELD and not self.declared:
            raise InputError(
                "responder.field says by what answers are declared, so there must be some",
                f"it is '{self.field}', and responder.answers declares none",
                f"Pass 'responder.answers={{<value of {self.field}>:{{Yes.:0.9,No.:0.1}}}}'.",
            )
        if not self.declared and not self.otherwise:
            raise InputError(
                "a scripted responder must have answers to draw from",
                "responder.answers and responder.default are empty",
                "Pass 'responder.default={Yes.:0.5,No.:0.5}', for example.",
            )
        for place, chances in (
            *((f"answers.{key}", of) for key, of in self.declared.items()),
            ("default", self.otherwise),
        ):
            if chances and (min(chances.values()) < 0 or abs(sum(chances.values()) - 1) > 1e-6):
                raise InputError(
                    f"the probabilities of responder.{place} must be 0 or more and sum to 1",
                    f"they are {dict(chances)}",
                    "Correct them.",
                )

    @property
    def declared(self) -> Mapping[str, Mapping[str, float]]:
        """`answers`; none where it is None."""
        return self.answers or {}

    @property
    def otherwise(self) -> Mapping[str, float]:
        """{text: probability} for every value that `answers` leaves out."""
        return EVEN if self.default is None else self.default


class ScriptedResponder:
    """Draws a declared answer for every request, by seed, prompt and sample; temperature and the like change nothing.

    The score of an option is the logarithm of its declared probability, -inf where it has none.
    """

    instant = True

    def __init__(self, settings: ScriptedSettings):
        self.settings = settings

    @property
    def name(self) -> str:
        return "scripted"

    @property
    def fingerprint(self) -> str:
        settings = self.settings
        answers = {value: dict(chances) for value, chances in settings.declared.items()}
        return digest(["scripted", settings.field, answers, dict(settings.otherwise)])[:16]

    @property
    def reads(self) -> tuple[str, ...]:
        """The field that says which answers are drawn, where any are declared by it."""
        return (self.settings.field,) if self.settings.declared else ()

    def respond(self, requests: Sequence[Request], decoding: Decoding) -> Iterator[tuple[Request, Response]]:
        """Every request with its response, in their order."""
        for request in requests:
            yield request, self._respond(request, decoding.seed)

    def _respond(self, request: Request, seed: int) -> Response:
        try:
            chances = self._chances(request)
        except InputError as error:
            return Response("error", detail=str(error))
        if request.options:
            found = (chances.get(option, 0.0) for option in request.options)
            return Response("text", scores=tuple(math.log(chance) if chance > 0 else -math.inf for chance in found))
        rng = generator(seed, "response", request.prompt.id, request.sample)
        texts = sorted(chances)
        total = math.fsum(chances.values())
        text = texts[int(rng.choice(len(texts), p=[chances[text] / total for text in texts]))]
        return Response("text" if text.strip() else "empty", text=text)

    def _chances(self, request: Request) -> Mapping[str, float]:
        settings, fields = self.settings, request.prompt.fields
        if settings.declared and settings.field not in fields:
            raise InputError(
                f"a prompt must have the field '{settings.field}', by which answers are drawn",
                f"its fields are {sorted(fields)}",
                f"{nearest(settings.field, fields)}Set responder.field.",
            )
        value = fields.get(settings.field, "")
        chances = settings.declared.get(value, settings.otherwise)
        if not chances:
            raise InputError(
                f"every value of the field '{settings.field}' must have answers",
                f"'{value}' has none",
                f"{nearest(value, settings.declared)}Add it to responder.answers, or set responder.default.",
            )
        return chances
