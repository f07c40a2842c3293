"""Phrases: wordings as a person lists them, found among the words of a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from geobias.models.prompting.answers.folding import words

_GAP = r"(?:\S+ ){0,3}"


@dataclass(frozen=True)
class Found:
    """Words `start` to `stop` say `what`."""

    start: int
    stop: int
    what: str


@dataclass(frozen=True)
class Phrases:
    """What is said -> the wordings that say it. `(a|b)` in a wording is either, `(a|)` may be left out, and `...` stands for
    up to three words. Where several fit at one place the longest is taken.
    """

    wordings: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, wordings: Iterable[str] | Mapping[str, Iterable[str]]) -> Phrases:
        named = wordings if isinstance(wordings, Mapping) else {"": wordings}
        return cls(tuple((what, wording) for what, listed in named.items() for wording in listed))

    @cached_property
    def _pattern(self) -> tuple[re.Pattern[str], list[str]] | None:
        made = sorted(((_compiled(wording), what) for what, wording in self.wordings), key=lambda one: -len(one[0]))
        if not made:
            return None
        return re.compile("(?<= )(?:" + "|".join(f"({pattern})" for pattern, _ in made) + ")"), [w for _, w in made]

    def find(self, said: Sequence[str]) -> Iterator[Found]:
        """Where the words say one of these, from left to right without overlap.

        >>> [*Phrases.of({"no": ["not (so|that) good"]}).find("it is not so good".split())]
        [Found(start=2, stop=5, what='no')]
        """
        if self._pattern is None:
            return
        text = _joined(said)
        for found in self._pattern[0].finditer(text):
            start = text.count(" ", 0, found.start()) - 1
            yield Found(start, start + found[0].count(" "), self._pattern[1][(found.lastindex or 1) - 1])

    def at_start(self, said: Sequence[str]) -> Found | None:
        """What the words begin with."""
        if self._pattern is None or not said:
            return None
        found = self._pattern[0].match(_joined(said), 1)
        return Found(0, found[0].count(" "), self._pattern[1][(found.lastindex or 1) - 1]) if found else None

    def are(self, said: Sequence[str]) -> bool:
        """Whether the words are one of these and no more."""
        found = self.at_start(said)
        return found is not None and found.stop == len(said)

    def occur(self, said: Sequence[str]) -> bool:
        return next(self.find(said), None) is not None


def _joined(said: Sequence[str]) -> str:
    return f" {' '.join(said)} "


def _compiled(wording: str) -> str:
    """A pattern over words that end in a blank each."""
    out = []
    for part in re.split(r"(\.\.\.|[()|])", wording):
        if part == "...":
            out.append(_GAP)
        elif part == "(":
            out.append("(?:")
        elif part in (")", "|"):
            out.append(part)
        else:
            literal = words(part)
            if part.rstrip().endswith("'"):  # half of a contraction, "n'"
                literal[-1] += "'"
            out.append("".join(re.escape(word) + " " for word in literal))
    return "".join(out)
