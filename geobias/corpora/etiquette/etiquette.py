"""Etiquette: statements with a region and whether it accepts what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.corpora.corpus import Corpus, CountLog
from geobias.corpora.crossing import JOINT
from geobias.errors import InputError
from geobias.memo import digest
from geobias.suggest import nearest

if TYPE_CHECKING:
    import pandas as pd

REGION, TYPE, COUNTRY = "region", "type", "country"
ACCEPTED = {1: "yes", -1: "no"}
"""A label as the right answer to "is this acceptable here?"."""
LABEL_NAMES = ("not accepted", "accepted")


@dataclass(frozen=True, repr=False)
class Etiquette:
    """N statements of what to do.

    Attributes
    ----------
    ids : (N,) unique strings. texts : (N,) strings.
    labels : int8 (N,), 1 = accepted in the statement's region, -1 = not.
    attributes : name -> strings (N,), "" = not known. "region" is known of all; others are "type" (dining, travel,
        visits, business or others), "country", and what else the data have.
    cleaning : fingerprint of the cleaning that every text went through.
    counts : see `CountLog`. files : path -> sha256 of what was read. details : planted truths of made ones.
    notices : what a reader should know of how it was read, one sentence each.

    Raises
    ------
    InputError : no statement, arrays of unlike lengths, ids that repeat, a label that is neither, no region.
    """

    ids: np.ndarray
    texts: np.ndarray
    labels: np.ndarray
    attributes: Mapping[str, np.ndarray]
    cleaning: str = "none"
    counts: CountLog = field(default_factory=CountLog)
    files: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not len(self.ids):
            raise InputError("there must be at least one statement", "there is none", "Check what was left out.")
        if len(set(self.ids)) < len(self.ids):
            raise InputError("statements must have ids of their own", "some repeat", "Name each once.")
        arrays = {"texts": self.texts, "labels": self.labels}
        arrays |= {f"attribute '{name}'": values for name, values in self.attributes.items()}
        for name, values in arrays.items():
            if len(values) != len(self.ids):
                raise InputError(f"{name} must have {len(self.ids)} entries", f"there are {len(values)}", "Align them.")
        if strange := sorted(set(np.asarray(self.labels).tolist()) - {*ACCEPTED}):
            raise InputError("labels must be 1 or -1", f"one is {strange[0]!r}", "Map them.")
        if REGION not in self.attributes or "" in self.attributes[REGION]:
            raise InputError("every statement must have a region", "one has none", "Leave it out.")

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        accepted = int((self.labels == 1).sum())
        return f"<Etiquette: {len(self)} statements, {accepted} accepted, of {len(self.groups(REGION))} regions>"

    def attribute(self, name: str) -> np.ndarray:
        """Strings (N,), "" = not known; of several, as "region / type", joined, "" where one is not known.

        Raises `InputError`, with the nearest name, for one that there is not.
        """
        columns = [self._column(part) for part in ([name] if name in self.attributes else name.split(JOINT))]
        out = np.empty(len(self), dtype=object)
        out[:] = [JOINT.join(values) if all(values) else "" for values in zip(*columns, strict=True)]
        return out

    def _column(self, name: str) -> np.ndarray:
        if name not in self.attributes:
            raise InputError(
                f"statements must have the attribute '{name}'",
                f"they have {sorted(self.attributes)}",
                f"{nearest(name, self.attributes)}Name one of these.",
            )
        return self.attributes[name]

    def groups(self, by: str = REGION) -> dict[str, np.ndarray]:
        """value -> int64 places, in order of appearance; "" is no group. by : as in `attribute`."""
        values = self.attribute(by)
        return {name: np.flatnonzero(values == name) for name in dict.fromkeys(values) if name}

    def select(self, places: np.ndarray) -> Etiquette:
        """Some statements, by their places or a mask."""
        return replace(
            self,
            ids=self.ids[places],
            texts=self.texts[places],
            labels=self.labels[places],
            attributes={name: values[places] for name, values in self.attributes.items()},
        )

    def noting(self, notices: Sequence[str]) -> Etiquette:
        """With further notices, each once."""
        return replace(self, notices=tuple(dict.fromkeys((*self.notices, *notices))))

    def to_frame(self) -> pd.DataFrame:
        """A statement a row: id, statement, label, attributes, and "cell": "<region> / <type> / <yes or no>".

        It is what `geobias ask` fills a prompt from; "cell" is what a scripted responder's answers are declared by.
        """
        import pandas

        parts = [self.attributes[name].tolist() for name in (REGION, TYPE) if name in self.attributes]
        parts.append([ACCEPTED[int(label)] for label in self.labels])
        columns = {"id": self.ids, "statement": self.texts, "label": self.labels, **self.attributes}
        return pandas.DataFrame({**columns, "cell": [JOINT.join(cell) for cell in zip(*parts, strict=True)]})

    def to_corpus(self) -> Corpus:
        """The statements as texts of regions, with two labels, for distances and classifiers."""
        return Corpus(
            ids=self.ids,
            texts=self.texts,
            attributes=self.attributes,
            labels=(self.labels == 1).astype(np.int8),
            label_names=LABEL_NAMES,
            fingerprint=self.cleaning,
            counts=self.counts,
            sources=self.files,
            details=self.details,
            notices=self.notices,
        )

    def digest(self) -> str:
        """sha256 of all that decides a number: equal for equal statements alone."""
        parts = ("ids", "texts", "labels", "attributes", "cleaning")
        return digest({name: getattr(self, name) for name in parts})
