"""Answers: what stands in the column of answers becomes numbers on a declared scale."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from geobias.arguments import choice
from geobias.corpora.cells import word_of
from geobias.errors import InputError
from geobias.raw import Places
from geobias.suggest import nearest

OUTSIDE = Literal["error", "drop"]


@dataclass(frozen=True)
class AnswerRules:
    """How answers are read.

    Attributes
    ----------
    map : word -> number, None = the annotator did not know, e.g. {"hate": 1, "not hate": -1, "not sure": None};
        without it answers must be numbers.
    unknown : values that say that the annotator did not know. A blank one does too.
    scale : the lowest and the highest answer there may be; None = as far as the answers go.
    outside : what is done with an answer beyond it: "error", or "drop", counted.
    """

    map: Mapping[Any, float | None] | None = None
    unknown: Sequence[Any] = ()
    scale: tuple[float, float] | None = None
    outside: OUTSIDE = "error"

    def __post_init__(self) -> None:
        choice("outside", self.outside, get_args(OUTSIDE))
        if self.scale is not None and not (len(self.scale) == 2 and self.scale[0] < self.scale[1]):
            raise InputError(
                "scale must be the lowest and the highest answer", f"it is {tuple(self.scale)}", "Put the lower first."
            )

    def read(self, values: Sequence[Any], column: str, source: str, places: Places) -> np.ndarray:
        """float64 (n,), NaN = did not know, infinite = outside the scale.

        Raises
        ------
        InputError : an answer that is no number and in no map, or outside the scale where that is an error.
        """
        words = {word_of(key): value for key, value in (self.map or {}).items()}
        unknown = {word_of(value) for value in self.unknown} | {""}
        known: dict[str, float] = {}
        out = np.empty(len(values))
        for row, value in enumerate(values):
            word = word_of(value)
            if word not in known:
                known[word] = self._number(word, words, unknown, f"{places(row)} of column '{column}' of {source}")
            out[row] = known[word]
        return out

    def _number(self, word: str, words: Mapping[str, float | None], unknown: set[str], place: str) -> float:
        if word in unknown:
            return math.nan
        if words:
            if word not in words:
                raise InputError(
                    f"every answer must be in answer_map, which has {list(words)[:10]}",
                    f"{place} is {word!r}",
                    f"{nearest(word, words)}Add it, with null for 'did not know'.",
                )
            number = words[word]
            return math.nan if number is None else float(number)
        try:
            number = float(word)
        except ValueError:
            number = math.inf
        if not math.isfinite(number):
            raise InputError(
                "answers must be numbers",
                f"{place} is {word!r}",
                "Pass answer_map={<word>: <number>}, or name it in unknown.",
            )
        if self.scale is None or self.scale[0] <= number <= self.scale[1]:
            return number
        if self.outside == "drop":
            return math.inf
        raise InputError(
            f"answers must lie between {self.scale[0]:g} and {self.scale[1]:g}",
            f"{place} is {number:g}",
            "Correct it, widen scale, name it in unknown, or pass outside=drop.",
        )
