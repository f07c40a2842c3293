"""Sentences: tokens become clauses, and clauses the parts that one connective begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from geobias.models.prompting.answers.folding import END, QUESTION, is_word
from geobias.models.prompting.answers.phrases import Phrases

MAIN = ""


@dataclass(frozen=True)
class Sentence:
    """Clauses of words. `followed` : whether its line goes on after it, as after the number of an item."""

    clauses: tuple[tuple[str, ...], ...]
    question: bool = False
    followed: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word for clause in self.clauses for word in clause)


@dataclass(frozen=True)
class Part:
    """Words that say one thing, and the `kind` of connective that they began with; `words` are without it."""

    words: tuple[str, ...]
    kind: str = MAIN


def sentences(tokens: Sequence[str]) -> Iterator[Sentence]:
    """
    >>> [(one.clauses, one.question, one.followed) for one in sentences(["b", ".", "no", ",", "it", "?"])]
    [((('b',),), False, True), ((('no',), ('it',)), True, False)]
    """
    clauses: list[tuple[str, ...]] = []
    clause: list[str] = []
    for place, token in enumerate([*tokens, END]):
        if is_word(token):
            clause.append(token)
            continue
        if token == "/":  # "n/a" is one thing
            continue
        if clause:
            clauses.append(tuple(clause))
            clause = []
        if token in (END, QUESTION, "\n"):
            if clauses:
                rest = tokens[place + 1 : place + 2]
                yield Sentence(tuple(clauses), token == QUESTION, token == END and bool(rest) and rest[0] != "\n")
            clauses = []


def parts(sentence: Sentence, connectives: Phrases, whole: Phrases, kept: Phrases) -> Iterator[Part]:
    """The sentence in parts. A clause that is one of `whole` stays one, and so do the words of one of `kept` ("anything
    but"), whatever connective is spelt like them.
    """
    for clause in sentence.clauses:
        if whole.are(clause):
            yield Part(clause)
            continue
        start, kind = 0, MAIN
        spans = [*kept.find(clause)]
        for found in connectives.find(clause):
            if any(one.start < found.stop and found.start < one.stop for one in spans):
                continue
            if found.start > start or kind != MAIN:
                yield Part(clause[start : found.start], kind)
            start, kind = found.stop, found.what
        yield Part(clause[start:], kind)
