"""What an audit of texts looks at: a corpus in groups, with what tokenizing said of it and what is drawn from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from geobias.corpora import Corpus, normalise_text


@dataclass(frozen=True)
class TextStatistics:
    """What tokenizing said of every text of a corpus.

    tokens : before cutting, int64 (n,). truncated : whether it was cut, bool (n,).
    unknown : those of its tokens that stand for what the encoder has no token for, int64 (n,).
    """

    tokens: np.ndarray
    truncated: np.ndarray
    unknown: np.ndarray

    @property
    def usable(self) -> np.ndarray:
        """Texts with at least one token besides special ones."""
        return self.tokens > 0


@dataclass(frozen=True)
class Audited:
    """A corpus in groups.

    Attributes
    ----------
    groups : those that are compared -> all their rows, usable or not, int64.
    statistics : of tokens; None where no encoder reads the texts: then words stand for tokens, and none is unknown.
    beside : groups that are measured and take part in no comparison, declared or built: a pool of regions, a baseline.
    copied : groups that nobody declared to be made of others' texts, and that are -> all their rows. They are kept out
        of the comparison.
    names : every group of the file -> its number of texts, also those that are too small to compare.
    units : int64 (n,), equal for texts of one author (day); None = not known.
    drawn : setting -> how many texts of every group it draws. pool : how many of a group they come from at most.
    dropped : bool (n,), texts that are left out because they stand in several groups; None = none is.
    """

    corpus: Corpus
    groups: Mapping[str, np.ndarray]
    statistics: TextStatistics | None = None
    beside: Mapping[str, np.ndarray] = field(default_factory=dict)
    copied: Mapping[str, np.ndarray] = field(default_factory=dict)
    names: Mapping[str, int] = field(default_factory=dict)
    units: np.ndarray | None = None
    drawn: Mapping[str, int] = field(default_factory=dict)
    pool: int | None = None
    dropped: np.ndarray | None = None

    @cached_property
    def usable(self) -> np.ndarray:
        """bool (n,): texts that hold a token, or, without an encoder, any character."""
        if self.statistics is not None:
            return self.statistics.usable
        return np.array([bool(text) for text in self.corpus.texts], dtype=bool)

    @cached_property
    def kept(self) -> dict[str, np.ndarray]:
        """Compared groups -> their usable rows."""
        return {name: rows[self.usable[rows]] for name, rows in self.groups.items()}

    @cached_property
    def kinds(self) -> np.ndarray:
        """int64 (n,): equal for texts that are equal once they are normalised."""
        places: dict[str, int] = {}
        return np.array([places.setdefault(normalise_text(t), len(places)) for t in self.corpus.texts], dtype=np.int64)

    def ids(self, rows: np.ndarray) -> list[str]:
        """What a finding calls these rows."""
        return [str(name) for name in self.corpus.ids[rows]]
