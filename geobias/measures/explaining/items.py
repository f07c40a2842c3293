"""The words, or tokens, of groups' texts: which points of a cloud are of which, and how often each unit says them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.clouds import TokenClouds
from geobias.corpora import words_of

NONE = -1
"""The item of a point that is of none, or of one that takes no part."""


@dataclass(frozen=True)
class Spoken:
    """The compared texts of a group, item by item.

    Attributes
    ----------
    clouds : of n texts. units : int64 (n,), the unit (author, day) of each, from 0 to U - 1.
    of_points : object (T,), the item that each point of the clouds belongs to, "" = of none.
    said : for every text its items in order, also of tokens that were cut.
    """

    clouds: TokenClouds
    units: np.ndarray
    of_points: np.ndarray
    said: Sequence[Sequence[str]]

    def counts(self) -> Counter[str]:
        """Occurrences of every item."""
        return Counter(item for text in self.said for item in text)


def words_at(text: str, spans: np.ndarray) -> list[str]:
    """The word that each token of a text is a part of, "" for one of none; spans int64 (tokens, 2) in characters.

    >>> words_at("a braai!", np.array([[0, 1], [2, 5], [5, 7], [7, 8]]))
    ['a', 'braai', 'braai', '']
    """
    of_characters = np.full(len(text) + 1, "", dtype=object)
    for word, start, end in words_of(text):
        of_characters[start:end] = word
    return [next(filter(None, of_characters[start:end]), "") for start, end in spans.tolist()]


@dataclass(frozen=True)
class Vocabulary:
    """The k items that take part, by their places; all others together are the last, `k`."""

    items: tuple[str, ...]

    @classmethod
    def of(cls, groups: Sequence[Spoken], least: int, least_units: int) -> Vocabulary:
        """Those with `least` occurrences in these groups together, said by `least_units` of their units."""
        counts = sum((group.counts() for group in groups), Counter())
        speakers: dict[str, set[tuple[int, int]]] = defaultdict(set)
        for number, group in enumerate(groups):
            for unit, text in zip(group.units.tolist(), group.said, strict=True):
                for item in text:
                    speakers[item].add((number, unit))
        return cls(tuple(sorted(i for i, n in counts.items() if n >= least and len(speakers[i]) >= least_units)))

    def __len__(self) -> int:
        return len(self.items)

    @property
    def places(self) -> dict[str, int]:
        return {item: place for place, item in enumerate(self.items)}

    def of_points(self, group: Spoken) -> np.ndarray:
        """The place of each point's item, int64 (T,); k for all others."""
        places, others = self.places, len(self)
        return np.array([places.get(item, others) for item in group.of_points], dtype=np.int64)

    def counts_by_unit(self, group: Spoken) -> np.ndarray:
        """Occurrences in every unit, float64 (U, k + 1)."""
        places, others = self.places, len(self)
        counts = np.zeros((int(group.units.max()) + 1, others + 1))
        for unit, text in zip(group.units.tolist(), group.said, strict=True):
            for item in text:
                counts[unit, places.get(item, others)] += 1
        return counts

    def prior(self, groups: Mapping[str, Spoken], size: float) -> np.ndarray:
        """`size` pseudo-counts shared out as all groups use items, float64 (k + 1,), above 0."""
        counts = sum((group.counts() for group in groups.values()), Counter())
        known = np.array([counts[item] for item in self.items], dtype=np.float64)
        rest = max(sum(counts.values()) - known.sum(), 1.0)
        shares = np.append(known, rest)
        return size * shares / shares.sum()
