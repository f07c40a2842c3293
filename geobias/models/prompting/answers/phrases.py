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
    """What is said, with the wordings that say it. `(a|b)` in a wording is either, `(a|)` may be left out, and `...`
    stands for up to three words. Where several fit at one place the longest is taken.
    """

    wordings: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, wordings: Iterable[str] | Mapping[str, Iterable[str]]) -> Phrases:
        named = wordings if isinstance(wordings, Mapping) else {"": wordings}
        return cls(tuple((what, wording) for what, listed in named.items() for wording in listed))

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return [(re.compile(f"(?<= ){_compiled(wording)}"), what) for what, wording in self.wordings]

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile("(?<= )(?:" + "|".join(_compiled(wording) for _, wording in self.wordings) + ")")

    def find(self, said: Sequence[str]) -> Iterator[Found]:
        """Where the words say one of these, from left to right without overlap.

        >>> [*Phrases.of({"no": ["not (so|that) good"]}).find("it is not so good".split())]
        [Found(start=2, stop=5, what='no')]
        """
        if not self.wordings:
            return
        text, place = _joined(said), 0
        while found := self._any.search(text, place):
            longest = self._longest(text, found.start())
            yield longest
            place = found.start() + sum(len(one) + 1 for one in said[longest.start : longest.stop])

    def at_start(self, said: Sequence[str]) -> Found | None:
        """What the words begin with."""
        text = _joined(said)
        return self._longest(text, 1) if self.wordings and said and self._any.match(text, 1) else None

    def _longest(self, text: str, place: int) -> Found:
        """Of the wordings that fit at this place the longest, and the first of these."""
        tried = ((one.match(text, place), what) for one, what in self._patterns)
        end, what = max(((found.end(), what) for found, what in tried if found), key=lambda one: one[0])
        return Found(text.count(" ", 0, place) - 1, text.count(" ", 0, end) - 1, what)

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
