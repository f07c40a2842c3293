"""Corpus: texts with ids, labels and attributes, and the count of what happened to them on the way in."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.corpora.cells import object_array
from geobias.corpora.crossing import JOINT, crossed, declared_names, joint_name
from geobias.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

UNLABELLED = -1


@dataclass
class CountLog:
    """What was read, repaired, dropped and kept, per source and group: rows of the run's table of counts."""

    records: list[dict[str, Any]] = field(default_factory=list)

    def add(self, source: str, group: str, event: str, reason: str, count: int) -> None:
        """Add a line. `event` is read, repaired, flagged, dropped or kept; a count of 0 adds none."""
        if count:
            record = {"source": source, "group": group, "event": event, "reason": reason, "count": int(count)}
            self.records.append(record)

    def to_frame(self) -> pd.DataFrame:
        import pandas

        return pandas.DataFrame(self.records, columns=["source", "group", "event", "reason", "count"])


@dataclass(frozen=True)
class Corpus:
    """Texts and what is known of them; every array has one entry per text.

    Attributes
    ----------
    ids : unique strings.
    texts : strings, cleaned; never None, an empty one is flagged in `counts` and left out by sampling.
    attributes : name -> array of strings, e.g. {"region": ...}. A group is a value of one attribute.
    labels : None, or int8 (n,) for one label per text, its place among the names, or int8 (n, L) for several;
        -1 = this text is not labelled.
    label_names : the declared labels; of two, where a text has one, the negative is the first.
    ordered : whether the labels are ordered ratings, one per text; `label_names` then go from the lowest to the
        highest.
    splits : strings, "train", "test", "unused" or "" (no split given).
    fingerprint : of the cleaning that every text went through.
    counts : see `CountLog`.
    sources : path or name -> sha256 of what was read.
    roles : attribute -> value -> "pooled" or "baseline", as the loader knows from its data; all others are regions.
    details : other facts of the corpus, e.g. planted truths of a synthetic one.
    notices : what a reader should know of how it was read, one sentence each.
    """

    ids: np.ndarray
    texts: np.ndarray
    attributes: Mapping[str, np.ndarray]
    labels: np.ndarray | None = None
    label_names: tuple[str, ...] = ()
    splits: np.ndarray | None = None
    fingerprint: str = "none"
    counts: CountLog = field(default_factory=CountLog)
    sources: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    ordered: bool = False

    def __post_init__(self) -> None:
        splits = np.full(len(self.ids), "", dtype=object) if self.splits is None else self.splits
        strings = {"ids": self.ids, "texts": self.texts, "splits": splits}
        strings.update({f"attribute '{name}'": values for name, values in self.attributes.items()})
        for name, values in strings.items():
            _checkstrings(name, values, len(self.ids))
        object.__setattr__(self, "ids", object_array(self.ids))
        object.__setattr__(self, "texts", object_array(self.texts))
        object.__setattr__(self, "splits", object_array(splits))
        object.__setattr__(self, "attributes", {k: object_array(v) for k, v in self.attributes.items()})
        self._check_ids()
        self._check_labels()

    def _check_ids(self) -> None:
        values, counts = np.unique(self.ids.astype(str), return_counts=True)
        if (counts > 1).any():
            most = counts.argmax()
            raise InputError(
                "ids of a corpus must be unique",
                f"'{values[most]}' occurs {counts[most]} times",
                "Leave the id column out to number the rows.",
            )

    def _check_labels(self) -> None:
        if self.labels is None:
            return
        labels = np.asarray(self.labels)
        top = len(self.label_names) - 1 if labels.ndim == 1 else 1
        low, high = labels.min(initial=0), labels.max(initial=-1)
        width_fits = labels.ndim == 1 or labels.shape[1] == len(self.label_names)
        # Compared before the cast: as int8 a 256 would pass for a 0, and a NaN for anything.
        if len(labels) != len(self.ids) or not width_fits or not (low >= -1 and high <= top):
            raise InputError(
                f"labels must be one of {list(self.label_names)[:8]} by position (or 0/1 per label), -1 = none",
                f"they have shape {labels.shape} and run from {low} to {high}",
                "Map the labels to the declared names.",
            )
        if self.ordered and labels.ndim == 2:
            raise InputError("ordered labels must be one per text, int8 (n,)", f"they are {labels.shape}", "Join them.")
        object.__setattr__(self, "labels", labels.astype(np.int8))

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def task(self) -> str:
        """ "none", "binary" (one of two labels per text), "multiclass" (one of more) or "multilabel" (several per
        text)."""
        if self.labels is None or not self.labelled.any():
            return "none"
        if self.labels.ndim == 2:
            return "multilabel"
        return "binary" if len(self.label_names) <= 2 else "multiclass"

    @property
    def labelled(self) -> np.ndarray:
        """bool (n,): which texts carry a label."""
        if self.labels is None:
            return np.zeros(len(self), dtype=bool)
        return (self.labels if self.labels.ndim == 1 else self.labels.min(1, initial=1)) >= 0

    def groups(self, attribute: str | Sequence[str] = "region") -> dict[str, np.ndarray]:
        """Rows of every group, int64, by value of an attribute (or of several, see `grouped`), in order of appearance;
        "" is no group."""
        if not isinstance(attribute, str) or attribute not in self.attributes:
            return self.grouped(attribute)._of_values(joint_name(attribute))
        return self._of_values(attribute)

    def _of_values(self, attribute: str) -> dict[str, np.ndarray]:
        if attribute not in self.attributes:
            raise InputError(
                f"the corpus must have the attribute '{attribute}' to group by",
                f"it has {sorted(self.attributes)}",
                "Name one of these as sampling.by.",
            )
        values = self.attributes[attribute]
        return {name: np.flatnonzero(values == name) for name in dict.fromkeys(values) if name}

    def grouped(self, by: str | Sequence[str]) -> Corpus:
        """The corpus with an attribute to group by: one that it has, or of several, in a list or joined by " / ", the
        joint one, e.g. "country / sex" with values such as "us / f".

        A text that lacks one of the values is in no group. A pooled group or baseline stays whole, under its own name.
        """
        name = joint_name(by)
        parts = name.split(JOINT) if isinstance(by, str) else list(dict.fromkeys(by))
        if name in self.attributes or any(part not in self.attributes for part in parts):
            return self
        columns = [self.attributes[part].tolist() for part in parts]
        whole, roles = declared_names(columns, [self.roles.get(part, {}) for part in parts])
        joint = object_array(crossed(columns, "the corpus", whole))
        return replace(self, attributes={**self.attributes, name: joint}, roles={**self.roles, name: roles})

    def with_role(self, attribute: str, role: str) -> tuple[str, ...]:
        """Values of an attribute that have a role by declaration, as far as they occur."""
        found = set(self.attributes.get(attribute, ()))
        return tuple(value for value, of in self.roles.get(attribute, {}).items() if of == role and value in found)

    def select(self, rows: np.ndarray) -> Corpus:
        """The corpus of some rows, in the order given."""
        return replace(
            self,
            ids=self.ids[rows],
            texts=self.texts[rows],
            splits=self.splits[rows],  # type: ignore[index]
            labels=None if self.labels is None else self.labels[rows],
            attributes={name: values[rows] for name, values in self.attributes.items()},
        )

    def digest(self) -> str:
        """sha256 of ids, texts, attributes, labels and splits, with their names: equal for equal corpora alone."""
        digest = hashlib.sha256()
        columns = {"ids": self.ids, "texts": self.texts, "splits": self.splits, "labels": self.label_names}
        columns |= {f"attribute {name}": values for name, values in sorted(self.attributes.items())}
        for name, values in columns.items():
            for value in (name, str(len(values)), *values):  # type: ignore[arg-type, misc]
                data = value.encode("utf-8", "surrogatepass")
                digest.update(len(data).to_bytes(8, "little") + data)
        if self.labels is not None:
            digest.update(f"{self.labels.dtype.str}{self.labels.shape}".encode())
            digest.update(np.ascontiguousarray(self.labels).tobytes())
        if self.ordered:
            digest.update(b"ordered")
        return digest.hexdigest()


def _checkstrings(name: str, values: Any, length: int) -> None:
    if len(values) != length:
        raise InputError(
            f"{name} of a corpus must have one entry an id ({length})",
            f"there are {len(values)}",
            "Align them.",
        )
    for index, value in enumerate(values):
        if not isinstance(value, str):
            raise InputError(
                f"{name} of a corpus must be strings",
                f"entry {index} is {value!r} ({type(value).__name__})",
                "Drop such rows, or fill them, before building the corpus.",
            )
