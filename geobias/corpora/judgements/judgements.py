"""Judgements: what annotators answered to items, who they are, and what sources say of the same items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.corpora.corpus import CountLog
from geobias.corpora.crossing import JOINT
from geobias.errors import InputError
from geobias.memo import digest
from geobias.suggest import nearest

if TYPE_CHECKING:
    import pandas as pd

Values = tuple[str, ...]
"""What one annotator gave for one attribute: one value as a rule; none where nothing was given; several at times."""


@dataclass(frozen=True)
class Judgements:
    """Answers of annotators to items; a text judged by 30 people is one item, and 30 judgements.

    Attributes
    ----------
    items, annotators : unique names, (I,) and (A,).
    item, annotator : int64 (n,), places of every judgement's item and annotator; no two judgements have both alike.
    answers : float64 (n,); NaN = the annotator did not know.
    attributes : name -> what each annotator gave, A tuples of values.
    sources : name -> float64 (I,), what else is known of the items: labels, scores, predictions; NaN = nothing.
    texts : (I,) strings, "" where there is none.
    scale : the lowest and the highest answer that there may be.
    rows : int64 (n,), in how many rows of the file a judgement stood: one for every combination of several values.
    ways : attribute -> int64 (A,), in how many ways an annotator's rows fill it, blank ones too; else 1.
    counts : see `CountLog`. files : path -> sha256 of what was read. details : planted truths of synthetic ones.
    notices : what a reader should know of how it was read, one sentence each.

    Raises
    ------
    InputError : arrays of unlike lengths, names that repeat, a pair judged twice, an answer outside the scale.
    """

    items: np.ndarray
    annotators: np.ndarray
    item: np.ndarray
    annotator: np.ndarray
    answers: np.ndarray
    attributes: Mapping[str, Sequence[Values]]
    sources: Mapping[str, np.ndarray]
    texts: np.ndarray
    scale: tuple[float, float]
    rows: np.ndarray
    ways: Mapping[str, np.ndarray] = field(default_factory=dict)
    counts: CountLog = field(default_factory=CountLog)
    files: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, names in (("items", self.items), ("annotators", self.annotators)):
            if len(set(names)) < len(names):
                raise InputError(f"{name} must have names of their own", "some repeat", "Name each once.")
        pairs = {"item": self.item, "annotator": self.annotator, "answers": self.answers, "rows": self.rows}
        by_item = {f"source '{name}'": values for name, values in self.sources.items()} | {"texts": self.texts}
        by_annotator: dict[str, Any] = {f"attribute '{name}'": values for name, values in self.attributes.items()}
        for axis, parts in ((self.item, pairs), (self.items, by_item), (self.annotators, by_annotator)):
            for name, values in parts.items():
                if len(values) != len(axis):
                    raise InputError(f"{name} must have {len(axis)} entries", f"there are {len(values)}", "Align them.")
        if len(np.unique(self._pairs)) < len(self.item):
            raise InputError("an annotator must judge an item once", "a pair occurs twice", "Join its judgements.")
        known = self.answers[~np.isnan(self.answers)]
        low, high = self.scale
        if known.size and not (low <= known.min() and known.max() <= high):
            raise InputError(
                f"answers must lie between {low:g} and {high:g}",
                f"they run from {known.min():g} to {known.max():g}",
                "Widen the scale, or leave such answers out.",
            )

    @property
    def _pairs(self) -> np.ndarray:
        return self.annotator * len(self.items) + self.item

    def __len__(self) -> int:
        return len(self.item)

    @property
    def known(self) -> np.ndarray:
        """bool (n,): which judgements have an answer."""
        return ~np.isnan(self.answers)

    def values_of(self, attribute: str | Sequence[str]) -> list[Values]:
        """What each annotator gave; of several attributes every combination, "women / 20-29", where all are given."""
        columns = zip(*(self._attribute(part) for part in self._parts(attribute)), strict=True)
        return [tuple(map(JOINT.join, product(*given))) for given in columns]

    def ways_of(self, attribute: str | Sequence[str]) -> np.ndarray:
        """int64 (A,), in how many ways the rows of an annotator fill an attribute, or all that are crossed."""
        once = np.ones(len(self.annotators), dtype=np.int64)
        return np.prod([self.ways.get(part, once) for part in self._parts(attribute)], axis=0, dtype=np.int64)

    def _parts(self, attribute: str | Sequence[str]) -> list[str]:
        """The attributes that are crossed; one alone where it is none of several."""
        if not isinstance(attribute, str):
            return list(attribute)
        return [attribute] if attribute in self.attributes else attribute.split(JOINT)

    def _attribute(self, name: str) -> Sequence[Values]:
        if name not in self.attributes:
            raise InputError(
                f"annotators must have the attribute '{name}'",
                f"they have {sorted(self.attributes)}",
                f"{nearest(name, self.attributes)}Name one of these.",
            )
        return self.attributes[name]

    def members(self, attribute: str | Sequence[str]) -> dict[str, np.ndarray]:
        """value -> bool (A,), who gave it, in order of appearance; an annotator of two values is in both."""
        given = self.values_of(attribute)
        names = dict.fromkeys(value for values in given for value in values)
        return {name: np.array([name in values for values in given], dtype=bool) for name in names}

    def select(self, judgements: np.ndarray) -> Judgements:
        """Some judgements, given by their places or by a mask; items and annotators stay, also those without any."""
        parts = ("item", "annotator", "answers", "rows")
        return replace(self, **{name: getattr(self, name)[judgements] for name in parts})

    def with_attribute(self, name: str, values: Sequence[Values]) -> Judgements:
        """With another attribute of the annotators."""
        return replace(self, attributes={**self.attributes, name: list(values)})

    def with_source(self, name: str, values: np.ndarray) -> Judgements:
        """With another source, float64 (I,)."""
        return replace(self, sources={**self.sources, name: np.asarray(values, dtype=np.float64)})

    def to_frame(self) -> pd.DataFrame:
        """One judgement a row: item, annotator, answer, attributes (several values joined by "|"), sources."""
        import pandas

        columns: dict[str, Any] = {
            "item": self.items[self.item],
            "annotator": self.annotators[self.annotator],
            "answer": self.answers,
        }
        for name, given in self.attributes.items():
            joined = np.array(["|".join(values) for values in given], dtype=object)
            columns[name] = joined[self.annotator]
        columns |= {name: values[self.item] for name, values in self.sources.items()}
        return pandas.DataFrame(columns)

    def digest(self) -> str:
        """sha256 of all that decides a number: equal for equal judgements alone."""
        return digest(
            {
                "items": self.items.tolist(),
                "annotators": self.annotators.tolist(),
                "judgements": [self.item, self.annotator, self.answers, self.rows],
                "attributes": {name: [list(values) for values in given] for name, given in self.attributes.items()},
                "sources": dict(self.sources),
                "texts": self.texts.tolist(),
                "scale": list(self.scale),
            }
        )
