"""Premises: statements with sentences that entail them, contradict them or do neither, from YAML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.files import at_home
from geobias.yaml_files import read_yaml

PACKAGED = "own"
_KINDS = ("against", "between", "for")
"""In the order of `RELATIONS`: what contradicts the statement, is neutral, entails it."""


@dataclass(frozen=True)
class Premises:
    """Sentences, and what they are to each statement.

    Attributes
    ----------
    statements : (statement, its inversion). sentences : distinct texts, n of them.
    labels : int8 (n, statements), 0 contradicts, 1 neutral, 2 entails; the inversion's are 2 less these.
    pairs : int64 (n,), alike for the sentences at one place of `for` and of `against`, which may be worded alike.
    """

    statements: tuple[tuple[str, str], ...]
    sentences: tuple[str, ...]
    labels: np.ndarray
    pairs: np.ndarray


def read_premises(source: str | Path = PACKAGED) -> Premises:
    """Premises of a YAML file: `statements`, a list of `statement`, `inversion` and sentences `for`, `against` and
    `between`; and sentences `elsewhere`. A sentence of one statement is neutral to the others.

    Raises
    ------
    InputError : it is not there, no YAML, lacks something, or has a sentence or statement twice; it is named.
    """
    packaged = str(source) == PACKAGED
    place = "premises.yaml" if packaged else str(source)
    file = resources.files("geobias.models.entailment").joinpath("premises.yaml") if packaged else at_home(source)
    content = read_yaml(file, "premises")
    listed = content.get("statements") if isinstance(content, Mapping) else None
    if not isinstance(listed, list) or not listed:
        raise InputError(
            f"{place} must list statements", f"there is {listed!r}"[:80], "Write `statements:` and a list."
        )
    told = [_told(entry, f"{place}, statements[{at}]") for at, entry in enumerate(listed)]
    rows = [
        (text, at, label, f"{at}:{place}:{label == 1}")
        for at, (_, groups) in enumerate(told)
        for label, some in enumerate(groups)
        for place, text in enumerate(some)
    ]
    rows += [(text, -1, 1, text) for text in _sentences(content.get("elsewhere", []), f"{place}, elsewhere")]
    statements = tuple(pair for pair, _ in told)
    _refuse_twins([text for text, *_ in rows], f"sentences of {place}")
    _refuse_twins([text for pair in statements for text in pair], f"statements of {place}")
    labels = np.ones((len(rows), len(statements)), dtype=np.int8)
    for row, (_, at, label, _) in enumerate(rows):
        if at >= 0:
            labels[row, at] = label
    pairs = np.unique([pair for *_, pair in rows], return_inverse=True)[1]
    return Premises(statements, tuple(text for text, *_ in rows), labels, pairs)


def _told(entry: Any, place: str) -> tuple[tuple[str, str], list[list[str]]]:
    given = entry if isinstance(entry, Mapping) else {}
    statement, inversion = given.get("statement"), given.get("inversion")
    for text in (statement, inversion):
        if not isinstance(text, str) or not text.strip():
            must = f"{place} must have a statement and an inversion"
            raise InputError(must, f"one is {text!r}", "Write both, as texts.")
    groups = [_sentences(given.get(kind, []), f"{place}, {kind}") for kind in _KINDS]
    if not groups[0] or not groups[2]:
        raise InputError(f"{place} must have sentences for and against it", "one of the two is empty", "Write some.")
    return (str(statement), str(inversion)), groups


def _sentences(value: Any, place: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise InputError(f"{place} must be a list of sentences", f"it is {value!r}"[:80], "Correct the file.")
    return value


def _refuse_twins(texts: list[str], what: str) -> None:
    seen: set[str] = set()
    for text in texts:
        if text.casefold() in seen:
            raise InputError(f"{what} must differ", f"'{text}' is there twice", "Remove one.")
        seen.add(text.casefold())
