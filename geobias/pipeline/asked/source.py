"""What every source that is asked live is: it has a fingerprint and a price, and says something of each text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from geobias.corpora.judgements import Judgements
from geobias.errors import InputError
from geobias.models import ModelNotFoundError

Progress = Callable[[int, int], None]
_GROUPS = {"classifier": "", "entailment": "entailment.", "responder": "responder.", "decoding": ""}
"""How the rooms of models head the names of their settings -> how a source heads them behind its name."""


@dataclass(frozen=True)
class Items:
    """What is asked about.

    Attributes
    ----------
    names, texts : of every item; no text is blank. facts : of every item what else may fill a prompt, name -> text.
    """

    names: Sequence[str]
    texts: Sequence[str]
    facts: Sequence[Mapping[str, str]]

    @classmethod
    def of(cls, judgements: Judgements, places: np.ndarray) -> Items:
        """The items at these places, with their sources as facts.

        Raises
        ------
        InputError : one has no text; the message names it.
        """
        names = [str(name) for name in judgements.items[places]]
        texts = [str(text) for text in judgements.texts[places]]
        blank = [name for name, text in zip(names, texts, strict=True) if not text.strip()]
        if blank:
            raise InputError(
                "every item that somebody judged must have a text, so that a model can be asked about it",
                f"{len(blank)} of {len(names)} have none, the first is '{blank[0][:60]}'",
                "Name the column that holds the texts (corpus.text), fill it, or leave `asked` out (asked=none).",
            )
        facts = [{name: f"{values[place]:g}" for name, values in judgements.sources.items()} for place in places]
        return cls(names, texts, facts)


@dataclass(frozen=True)
class Said:
    """What a source said of one item: see `AskedAnswer`."""

    value: float = float("nan")
    answer: str = ""
    reason: str = ""


class AskedSource(Protocol):
    """A model that is asked what it says of items.

    Attributes
    ----------
    fingerprint : hex digits of all that decides what it says of a text. facts : of the model, for `run.json`.
    notices : what a reader should know, one sentence each, once it was asked.
    unit : what of it progress counts.
    """

    fingerprint: str
    facts: Mapping[str, Any]
    notices: list[str]
    unit: str

    def ask(self, items: Items, store: str, progress: Progress) -> list[Said]:
        """What it says of every item, in their order; what the store has is not asked again."""
        ...

    def plan(self, items: Items, store: str) -> str:
        """What asking would take beside what the store has, in words; nothing is asked or written."""
        ...


def judged(judgements: Judgements) -> np.ndarray:
    """Places of the items that somebody gave an answer to, int64: those that a source is asked about."""
    return np.unique(judgements.item[judgements.known])


@contextmanager
def in_words_of(name: str) -> Iterator[None]:
    """Inside, what is said of the settings of a model is said of those of this source: `asked.<name>.model`."""
    try:
        yield
    except InputError as error:
        raise InputError(*(_renamed(part, name) for part in (error.must, error.got, error.mend))) from error
    except ModelNotFoundError as error:
        raise ModelNotFoundError(_renamed(str(error), name)) from error


def _renamed(sentence: str, name: str) -> str:
    def full(found: re.Match[str]) -> str:
        return f"asked.{name}.{_GROUPS[found[1]]}"

    return re.sub(rf"(?<![\w./])({'|'.join(_GROUPS)})\.(?!ya?ml\b)(?=[a-z_])", full, sentence)
