"""Judgements as they leave and come in: one annotator's answer to one item, as words or numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Answer = str | float | None
"""None = the annotator did not know."""


@dataclass(frozen=True)
class Rows:
    """A table of judgements.

    judged : (item, annotator, answer, reason) in order. people : annotator -> attribute -> values.
    texts : item -> its words. dropped : why people were left out -> how many.
    languages : annotator -> language of the pages that they judged on.
    """

    judged: Sequence[tuple[str, str, Answer, str]]
    people: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    dropped: Mapping[str, int] = field(default_factory=dict)
    languages: Mapping[str, str] = field(default_factory=dict)

    @property
    def attributes(self) -> list[str]:
        """In order of appearance."""
        return list(dict.fromkeys(name for given in self.people.values() for name in given))
