"""The words of a text with their places in it: those that `normalise_text` makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from geobias.characters import WORDS
from geobias.corpora.cleaning import normalise_text


class Word(NamedTuple):
    """A word in its normal form, and where it begins and ends in its text, in characters."""

    word: str
    start: int
    end: int


def words_of(text: str) -> list[Word]:
    """The words of a text in their order; none in a text without a letter or digit.

    >>> [tuple(word) for word in words_of("It's a Braai!")]
    [('it', 0, 2), ('s', 3, 4), ('a', 5, 6), ('braai', 7, 12)]
    """
    found = []
    for start, end in _runs(text):
        part = text[start:end]
        if any(map(str.isalnum, part)):
            found += [Word(word, start, end) for word in normalise_text(part).split()]
    return found


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Where characters stand that are no blanks to `normalise_text`, as (first, behind the last)."""
    start = None
    for place, character in enumerate(text):
        blank = character.isspace() or WORDS[ord(character)] == " "
        if start is not None and blank:
            yield start, place
            start = None
        elif start is None and not blank:
            start = place
    if start is not None:
        yield start, len(text)
