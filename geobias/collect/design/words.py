"""What a study says to its volunteers, one file a language in `words/`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from geobias.collect.design.yaml_files import read_mapping
from geobias.errors import InputError
from geobias.typed import from_mapping


@dataclass(frozen=True)
class Example:
    """A text of the instructions, the answer that fits, and why. `answer` is one of the study's words."""

    text: str
    answer: str
    why: str


@dataclass(frozen=True)
class Words:
    """A study's own words in one language.

    Attributes
    ----------
    title : of the study. summary : what it is for and what a volunteer gets, in a sentence or two.
    consent : paragraphs that a volunteer agrees to; adult age and free will are asked by the page itself.
    instructions : paragraphs. definition : of what is judged, shown with every item; null = none.
    question : asked of every item. answers : words for `answers` of study.yaml, in the same order.
    strata : stratum -> its name for volunteers; those left out keep theirs.
    examples, counter_examples : texts that are judged right and what is easily mistaken.
    model : how the model whose answers are shown is called.

    `{session}` in any of them stands for the number of items that a volunteer judges.
    """

    title: str
    summary: str
    consent: tuple[str, ...]
    instructions: tuple[str, ...]
    question: str
    answers: tuple[str, ...]
    definition: str | None = None
    strata: Mapping[str, str] = field(default_factory=dict)
    examples: tuple[Mapping[str, str], ...] = ()
    counter_examples: tuple[Mapping[str, str], ...] = ()
    model: str = "AI"

    def shown(self, examples: tuple[Mapping[str, str], ...]) -> list[Example]:
        return [from_mapping(Example, one) for one in examples]


def read_words(folder: Path, answers: int, session: int) -> dict[str, Words]:
    """language -> words, of every `words/<language>.yaml`; the first in the alphabet of names, English before all.

    answers, session : how many the study has, and how many items a volunteer judges.

    Raises
    ------
    InputError : no file, one with another ending, a missing or unknown key, not a word for each answer, a blank one or
        one twice.
    """
    files = sorted(folder.glob("*.yaml"), key=lambda file: (file.stem != "en", file.stem))
    other = [file.name for file in sorted(folder.glob("*")) if file.is_file() and file.suffix == ".yml"]
    if other:
        raise InputError("files of words must end in .yaml", f"there is words/{other[0]}", "Rename it.")
    if not files:
        raise InputError(f"{folder} must hold a file of words", "it holds none", "Write words/en.yaml.")
    return {file.stem: _checked(file, _filled(read_mapping(file), str(session)), answers) for file in files}


def _filled(content: Any, session: str) -> Any:
    """With the number of items wherever its place is held."""
    if isinstance(content, Mapping):
        return {key: _filled(value, session) for key, value in content.items()}
    if isinstance(content, list):
        return [_filled(value, session) for value in content]
    return content.replace("{session}", session) if isinstance(content, str) else content


def _checked(file: Path, content: Mapping[str, Any], answers: int) -> Words:
    place = f"words/{file.name}:"
    words = from_mapping(Words, content, place)
    if len(words.answers) != answers:
        raise InputError(
            f"{place}answers must have {answers} words, one for each of study.yaml",
            f"there are {len(words.answers)}",
            "Write them in the same order.",
        )
    if len({word.strip() for word in words.answers} - {""}) < answers:
        raise InputError(f"{place}answers must be different words", "some are blank or alike", "Correct them.")
    if not words.consent or not words.instructions:
        raise InputError(f"{place}consent and instructions must say something", "one is empty", "Write paragraphs.")
    for name in ("examples", "counter_examples"):
        for one in getattr(words, name):
            example = from_mapping(Example, one, f"{place}{name}.")
            if example.answer not in words.answers:
                raise InputError(
                    f"{place}{name} must be answered by one of {list(words.answers)}",
                    f"there is '{example.answer}'",
                    "Use one of these words.",
                )
    return words
