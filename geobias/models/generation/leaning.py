"""A responder whose truth is known on an axis: what it says leans by declared effects of the person and the design."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import erf, inf, log, sqrt
from typing import Literal

import numpy as np

from geobias.errors import InputError
from geobias.memo import digest
from geobias.models.generation.responder import Decoding, Request, Response
from geobias.models.generation.supply import SuppliedValue, read_supply
from geobias.models.prompting.interviews import DESIGN, QUESTION
from geobias.seeds import generator
from geobias.suggest import nearest
from geobias.typed import check_least

LEANINGS: Mapping[str, Mapping[str, float]] = {
    "nation": {
        "Northland": -0.6, "Lakeland": -0.4, "Westland": -0.25, "Midland": -0.1,
        "Eastland": 0.1, "Upland": 0.25, "Coastland": 0.4, "Southland": 0.6,
    },
    "age": {"20": -0.12, "30": -0.08, "40": -0.04, "50": 0.0, "60": 0.04, "75": 0.1},
    "sex": {"man": 0.0, "woman": 0.0},
}  # fmt: skip
"""Those of the respondents that `geobias.corpora.make_survey` makes up; a test holds them equal."""
_THIRD = 1 / 3
"""Beyond it, either way, a sentence of one of the ends is said: as if rounded to three answers."""


@dataclass(frozen=True, kw_only=True)
class LeaningSettings:
    """A model that speaks as people whose leanings are known; +1 is the traditional end, -1 the secular one.

    Attributes
    ----------
    leanings : field of a prompt -> its value -> what that adds; None = `LEANINGS`. A field that is left out adds none.
    effects : all leanings are multiplied by this; 0 = nobody differs from anybody.
    group : the field whose values each design moves by itself.
    shift : standard deviation of what a design adds for all. moved : of what it adds to each value of `group`.
    spread : of a response around its prompt. noise : of what is said of one value around the response.
    touched : values that a response to a question about none of them speaks of.
    supply : "own" sentences, or a YAML file of them, see `read_supply`.
    seed : of what designs add; what is said depends on the seed of the decoding.
    """

    name: Literal["leaning"] = "leaning"
    leanings: Mapping[str, Mapping[str, float]] | None = None
    effects: float = 1.0
    group: str = "nation"
    shift: float = 0.15
    moved: float = 0.1
    spread: float = 0.35
    noise: float = 0.4
    touched: int = 3
    supply: str = "own"
    seed: int = 0

    def __post_init__(self) -> None:
        check_least(self, "responder", shift=0, moved=0, spread=0, noise=0, touched=1, seed=0)
        if not self.declared or not all(self.declared.values()):
            got = "it declares none, or a field without values"
            raise InputError(
                "responder.leanings must say how values lean", got, "Pass leanings={nation:{A:0.5,B:-0.5}}."
            )

    @property
    def declared(self) -> Mapping[str, Mapping[str, float]]:
        """`leanings`, or the default ones."""
        return LEANINGS if self.leanings is None else self.leanings


class LeaningResponder:
    """Says sentences of a supply, drawn by seed, prompt, fields and sample; temperature and the like change nothing.

    A prompt leans by the sum of its fields' leanings, times `effects`, plus what its design adds. A response leans by
    that plus N(0, spread^2), what it says of a value by that plus N(0, noise^2): below -1/3 a secular sentence, above
    1/3 a traditional one, else one between. A question called as a value is about it, any other about several. Options
    are taken for an item's scale in the order of its codes, evenly from -1 to 1: their scores are the
    logarithms of the probabilities that what is felt is nearest to each.

    Raises
    ------
    InputError : the supply is not sound, see `read_supply`.
    """

    instant = True

    def __init__(self, settings: LeaningSettings):
        self.settings, self.supply = settings, read_supply(settings.supply)

    @property
    def name(self) -> str:
        return "leaning"

    @cached_property
    def fingerprint(self) -> str:
        settings = {field: getattr(self.settings, field) for field in self.settings.__dataclass_fields__}
        supply = {name: [value.sentences, value.traditional_option] for name, value in self.supply.items()}
        settings |= {"leanings": {field: dict(of) for field, of in self.settings.declared.items()}, "supply": supply}
        return digest(settings)[:16]

    @property
    def reads(self) -> tuple[str, ...]:
        """The fields that lean, then question and design."""
        return (*dict.fromkeys((*self.settings.declared, self.settings.group)), QUESTION, DESIGN)

    def respond(self, requests: Sequence[Request], decoding: Decoding) -> Iterator[tuple[Request, Response]]:
        """Every request with its response, in their order."""
        for request in requests:
            yield request, self._respond(request, decoding.seed)

    def leaning(self, fields: Mapping[str, str]) -> float:
        """What the responses to a prompt of these fields lean by on average; raises `InputError` for unknown values."""
        settings, design = self.settings, fields.get(DESIGN, "")
        own = sum(self._of(field, fields.get(field, "")) for field in settings.declared)
        return settings.effects * own + self._added(design, fields.get(settings.group, ""))

    def _of(self, field: str, value: str) -> float:
        known = self.settings.declared[field]
        if value and value not in known:
            raise InputError(
                f"every value of the field '{field}' must lean somewhere",
                f"'{value}' does not",
                f"{nearest(value, known)}Add it to responder.leanings.{field}; 0 leans nowhere.",
            )
        return known[value] if value else 0.0

    def _added(self, design: str, value: str) -> float:
        settings = self.settings
        shift = settings.shift * _normal(settings.seed, "shift", design)
        return shift + (settings.moved * _normal(settings.seed, "moved", design, value) if value else 0.0)

    def _respond(self, request: Request, seed: int) -> Response:
        fields = request.prompt.fields
        try:
            leaning = self.leaning(fields)
            if request.options:
                return Response("text", scores=self._scores(request, leaning))
        except InputError as error:
            return Response("error", detail=str(error))
        read = [fields.get(name, "") for name in self.reads]
        rng = generator(seed, "leaning", request.prompt.id, *read, request.sample)
        leaning += self.settings.spread * rng.standard_normal()
        said = [_sentence(self.supply[name], leaning, self.settings.noise, rng) for name in self._about(fields, rng)]
        return Response("text", text=" ".join(said))

    def _about(self, fields: Mapping[str, str], rng: np.random.Generator) -> list[str]:
        asked, names = fields.get(QUESTION, ""), list(self.supply)
        if asked in self.supply:
            return [asked]
        count = min(self.settings.touched, len(names))
        return [names[place] for place in rng.permutation(len(names))[:count]]

    def _scores(self, request: Request, leaning: float) -> tuple[float, ...]:
        asked = request.prompt.fields.get(QUESTION, "")
        if asked not in self.supply:
            mend = f"{nearest(asked, self.supply)}There are {list(self.supply)}."
            raise InputError("options must be of a question about a value of the supply", f"it is '{asked}'", mend)
        spread = sqrt(self.settings.spread**2 + self.settings.noise**2)
        chances = scale_chances(leaning, spread, len(request.options))
        if self.supply[asked].traditional_option == "first":
            chances = chances[::-1]
        return tuple(log(chance) if chance > 0 else -inf for chance in chances)


def scale_chances(mean: float, spread: float, count: int) -> list[float]:
    """Probabilities that N(mean, spread^2) is nearest to each of `count` points evenly from -1 to 1; they sum to 1.

    >>> [round(chance, 3) for chance in scale_chances(0.0, 0.5, 3)]
    [0.159, 0.683, 0.159]
    """
    points = np.linspace(-1, 1, count) if count > 1 else np.zeros(1)
    borders = [-inf, *((points[:-1] + points[1:]) / 2), inf]
    if spread == 0:
        here = int(np.argmin(np.abs(points - mean)))
        return [float(place == here) for place in range(count)]
    below = [0.5 * (1 + erf((border - mean) / spread / sqrt(2))) for border in borders]
    return [high - low for low, high in pairwise(below)]


def _sentence(value: SuppliedValue, leaning: float, noise: float, rng: np.random.Generator) -> str:
    felt = leaning + noise * rng.standard_normal()
    sentences = value.sentences[1 + int(felt > _THIRD) - int(felt < -_THIRD)]
    return sentences[int(rng.integers(len(sentences)))]


@cache
def _normal(seed: int, *purpose: str) -> float:
    """One standard normal number of a purpose."""
    return float(generator(seed, "leaning", *purpose).standard_normal())
