"""Benchmark: items, each of a group and with what is right, as columns of equal length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from geobias.corpora.corpus import Corpus
from geobias.errors import InputError
from geobias.memo import digest

if TYPE_CHECKING:
    import pandas as pd

ACCURACY, DISTANCE = "accuracy", "distance"
Measure = Literal["accuracy", "distance"]
BY_TEMPLATE = "template"
"""As the kind of items: each is asked by every template, whose name is the kind."""


@dataclass(frozen=True)
class Benchmark:
    """N items.

    Attributes
    ----------
    name : of the benchmark. ids : strings (N,), one each.
    groups : strings (N,), whose scores are compared. kinds : strings (N,), "" = none; see `BY_TEMPLATE`.
    truth : strings (N,), the right answer; with the measure "distance" the number that is right.
    units : strings (N,), equal for items that depend on each other, such as those of one story.
    columns : the table's, strings (N,) each, which fill the prompts.
    measure : "accuracy", the share of answers that is right, or "distance", how far an answer's number lies from the
        right one as a share of the scale.
    judged : int (N,), rows of the table behind each item; more than one where they are judgements.
    prompts : the YAML file, whose templates are asked.
    details : facts about the benchmark, such as "own": it comes with geobias.

    Raises
    ------
    InputError : there is no item, ids repeat, arrays are of unlike lengths, or an item has no group or nothing right.
    """

    name: str
    ids: np.ndarray
    groups: np.ndarray
    kinds: np.ndarray
    truth: np.ndarray
    units: np.ndarray
    columns: Mapping[str, np.ndarray]
    measure: Measure
    judged: np.ndarray
    prompts: Path
    by_template: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, bool] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not len(self.ids):
            raise InputError("a benchmark must have an item", "there is none", "Check its table.")
        if len(set(self.ids)) < len(self.ids):
            raise InputError("items must have ids of their own", "some repeat", "Name each once.")
        arrays = {"groups": self.groups, "kinds": self.kinds, "truth": self.truth, "units": self.units}
        for name, values in (arrays | dict(self.columns)).items():
            if len(values) != len(self.ids):
                raise InputError(f"{name} must have {len(self.ids)} entries", f"there are {len(values)}", "Align them.")
        for name in ("groups", "truth"):
            if "" in getattr(self, name):
                raise InputError(f"every item must have {name}", "one has none", "Leave it out.")

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        return f"<Benchmark {self.name}: {len(self)} items of {len(self.members())} groups, by {self.measure}>"

    def members(self, of: str = "groups") -> dict[str, np.ndarray]:
        """Group (or kind, with "kinds") -> int64 places, in order of appearance; "" is none."""
        values = getattr(self, of)
        return {name: np.flatnonzero(values == name) for name in dict.fromkeys(values) if name}

    def to_frame(self) -> pd.DataFrame:
        """An item a row: the table's columns, and item, group, kind, truth and "cell": "<group> / <truth>".

        It is what prompts are filled from; "cell" is what a scripted responder's answers are declared by.
        """
        import pandas

        cells = [f"{group} / {truth}" for group, truth in zip(self.groups, self.truth, strict=True)]
        own = {"item": self.ids, "group": self.groups, "kind": self.kinds, "truth": self.truth, "cell": cells}
        return pandas.DataFrame({**self.columns, **own})

    def to_corpus(self) -> Corpus:
        """The items as texts, all columns of the table joined, with the attribute "group"."""
        columns = zip(*(values.tolist() for values in self.columns.values()), strict=True)
        texts = np.array([" ".join(filter(None, row)) for row in columns])
        return Corpus(ids=self.ids, texts=texts, attributes={"group": self.groups}, sources=self.files)

    def digest(self) -> str:
        """sha256 of all that decides a number but the prompts' words."""
        parts = ("ids", "groups", "kinds", "truth", "units", "columns", "measure", "by_template")
        return digest({name: getattr(self, name) for name in parts})
