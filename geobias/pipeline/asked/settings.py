"""Settings of models that are asked live what they say of items' texts: a kind for each way of asking, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from geobias.errors import InputError
from geobias.models.classifying import ClassifierSettings
from geobias.models.entailment import LexicalSettings, NliSettings
from geobias.models.generation import Decoding, Questions, ResponderSettings, ScriptedSettings
from geobias.typed import check_least

HYPOTHESES: Mapping[str, float] = {"This text is hate speech.": 1.0, "This text is not hate speech.": 0.0}
"""What a text may entail, where `hypotheses` are not given."""


@dataclass(frozen=True, kw_only=True)
class ClassifierAsked(ClassifierSettings):
    """A trained sequence classifier; the rest as in `ClassifierSettings`.

    Attributes
    ----------
    values : label -> number, of every label; the source is the expected number, by the probabilities of the labels.
    label : whose probability the source is, instead. Neither is needed of a head with a single output.
    head : what the outputs are: "softmax" = labels that exclude each other, "sigmoid" = labels that do not,
        "regression" = numbers as they are; "auto" = as config.json says (`problem_type`), a single output a regression.
    """

    name: Literal["classifier"] = "classifier"
    values: Mapping[str, float] | None = None
    label: str | None = None
    head: Literal["auto", "softmax", "sigmoid", "regression"] = "auto"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.values is not None and self.label is not None:
            raise InputError(
                "values must stand alone: the expected number of all labels, or the probability of one label",
                f"there is label '{self.label}' too",
                "Leave one of the two out.",
            )
        if self.values is not None:
            _check_differ("values", "labels", self.values)


@dataclass(frozen=True, kw_only=True)
class ZeroShotAsked:
    """A model of natural language inference, which says how far a text entails each of several hypotheses.

    Attributes
    ----------
    hypotheses : hypothesis -> number; the source is their mean number, weighted by the probability with which the text
        entails each. None = `HYPOTHESES`.
    entailment : which model, and how it is read.
    """

    name: Literal["zero_shot"] = "zero_shot"
    entailment: NliSettings | LexicalSettings
    hypotheses: Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        _check_differ("hypotheses", "hypotheses", self.numbers)
        for hypothesis in self.numbers:
            if not hypothesis.strip():
                raise InputError("hypotheses must be sentences", "one is blank", "Write it out.")

    @property
    def numbers(self) -> Mapping[str, float]:
        """hypothesis -> its number."""
        return HYPOTHESES if self.hypotheses is None else self.hypotheses


@dataclass(frozen=True, kw_only=True)
class ResponderAsked:
    """A model that is asked in words, whose answer is read as one of declared answers, or whose options are scored.

    Attributes
    ----------
    responder : which model, and how it is reached.
    prompt : "hate_speech", "social_acceptability", or a YAML file of prompts (docs/asking.md); its fields are {text},
        {item} and the names of sources that the items have.
    template : of the file's templates the one that is asked; None = the only one.
    values : answer -> number, of every declared answer; null = it counts as none. None = those of the template.
    ask : "text" = the number of the answer that a text is read as; "scores" = the expected number of the options that
        the template declares, by their probabilities.
    samples : texts of each item, whose numbers are averaged.
    calibrate : words that take the place of every field in a content-free prompt, by which scores are calibrated.
    temperature, top_p, max_tokens, seed : how a text is made, see `Decoding`; 0 = always the most probable token.
    """

    name: Literal["responder"] = "responder"
    responder: ResponderSettings = field(default_factory=ScriptedSettings)
    prompt: str = "hate_speech"
    template: str | None = None
    values: Mapping[str, float | None] | None = None
    ask: Literal["text", "scores"] = "text"
    samples: int = 1
    calibrate: tuple[str, ...] = ()
    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        check_least(self, "", samples=1, max_tokens=1, seed=0)
        if self.calibrate and self.ask == "text":
            raise InputError("calibrate must be left out where texts are asked", "ask is 'text'", "Set ask to scores.")
        if self.values is not None:
            _check_differ("values", "answers", self.values)
        assert self.decoding  # which has checks of its own

    @property
    def decoding(self) -> Decoding:
        return Decoding(self.temperature, self.top_p, self.max_tokens, self.seed)

    @property
    def questions(self) -> Questions:
        return Questions(self.samples, self.ask, self.calibrate)


AskedSettings = ClassifierAsked | ZeroShotAsked | ResponderAsked
"""Of a mapping the one that its `name` says, by `geobias.typed`."""


def _check_differ(name: str, what: str, numbers: Mapping[str, float | None]) -> None:
    """Numbers that are all one would make a source that says the same of every item."""
    different = set(numbers.values()) - {None}
    if len(different) < 2:
        raise InputError(
            f"{name} must give at least two {what} numbers that differ",
            f"there {'is' if len(numbers) == 1 else 'are'} {dict(numbers)}",
            "A source that says the same of every item goes with nobody.",
        )
