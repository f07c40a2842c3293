"""ResonanceScores: with which statements each response resonates or conflicts, and its place on the axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from geobias.arguments import choice
from geobias.errors import InputError
from geobias.measures.resonance.values import Value

BOTH, TRADITIONAL, SECULAR = "both", "traditional", "secular"
SCORINGS = (BOTH, TRADITIONAL, SECULAR)
"""How statements become a projection; the first is the one of the published analysis."""


@dataclass(frozen=True, eq=False)
class ResonanceScores:
    """n responses, V values.

    Attributes
    ----------
    values : those scored.
    hypotheses, inversions : int8 (n, V), 1 the response resonates with the statement, 0 neutral, -1 it conflicts.
    prompt : n ids; responses of one prompt are a cluster. sample : int64 (n,), number of the response to its prompt.
    design : n names of the wording or setting that the response was asked by; "" = the one of the study.
    fields : name -> n strings, what the prompt was filled with; "" = left out, a marginal prompt.
    notices : what a reader should know, such as how many responses were left out and why.
    """

    values: tuple[Value, ...]
    hypotheses: np.ndarray
    inversions: np.ndarray
    prompt: tuple[str, ...]
    sample: np.ndarray
    design: tuple[str, ...]
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        shape = len(self.prompt), len(self.values)
        for name in ("hypotheses", "inversions"):
            given = np.asarray(getattr(self, name))
            if given.shape != shape or not np.isin(given, (-1, 0, 1)).all():
                got = f"it is of shape {given.shape}" if given.shape != shape else "there are others"
                raise InputError(f"{name} must be of shape {shape}, of 1, 0 and -1", got, "Pass labels of entailment.")
            object.__setattr__(self, name, given.astype(np.int8))
        columns: dict[str, Sequence[object]] = {"design": self.design, **self.fields}
        for name, column in {"sample": list(self.sample), **columns}.items():
            if len(column) != len(self):
                raise InputError(f"'{name}' must have {len(self)} entries", f"it has {len(column)}", "Align both.")

    def __len__(self) -> int:
        return len(self.prompt)

    @property
    def loadings(self) -> np.ndarray:
        """float64 (V,)."""
        return np.array([value.loading for value in self.values])

    def projection(self, scoring: str = BOTH) -> np.ndarray:
        """Place of each response on the axis, float64 (n,); the traditional end is positive.

        "traditional" is the sum of loading x score of the hypotheses, "secular" that of the inversions with opposite
        sign, "both" their mean: each statement with half of its loading. So all lie between minus and plus the sum of
        the loadings, as a survey's projection by the same loadings does. (The published figures turn the sign.)
        """
        choice("scoring", scoring, SCORINGS)
        hypotheses, inversions = self.hypotheses @ self.loadings, -(self.inversions @ self.loadings)
        return {BOTH: (hypotheses + inversions) / 2, TRADITIONAL: hypotheses, SECULAR: inversions}[scoring]

    def by_value(self, scoring: str = BOTH) -> np.ndarray:
        """As `projection`, of every value by itself and without its loading: float64 (n, V) in -1..1."""
        choice("scoring", scoring, SCORINGS)
        hypotheses, inversions = self.hypotheses.astype(np.float64), -self.inversions.astype(np.float64)
        return {BOTH: (hypotheses + inversions) / 2, TRADITIONAL: hypotheses, SECULAR: inversions}[scoring]

    def labels(self, name: str) -> np.ndarray:
        """n strings of a field, "design" or "prompt"; raises `InputError` for a field that there is not."""
        columns = {"prompt": self.prompt, "design": self.design, **self.fields}
        if name not in columns:
            raise InputError(f"'{name}' must be a field of the responses", "it is not", f"There are {list(columns)}.")
        return np.asarray(columns[name], dtype=object)

    @classmethod
    def joined(cls, parts: Sequence[ResonanceScores]) -> ResonanceScores:
        """Scores of the same values in one, in the order of the parts; a field that a part lacks is "" there.

        Raises `InputError` where there is no part, or two are of unlike values.
        """
        if not parts or any(part.values != parts[0].values for part in parts):
            got = "values differ" if parts else "there is none"
            raise InputError("scores to join must be of the same values", got, "Score all by the same statements.")
        names = dict.fromkeys(name for part in parts for name in part.fields)
        return cls(
            parts[0].values,
            np.concatenate([part.hypotheses for part in parts]),
            np.concatenate([part.inversions for part in parts]),
            tuple(prompt for part in parts for prompt in part.prompt),
            np.concatenate([part.sample for part in parts]),
            tuple(design for part in parts for design in part.design),
            {name: tuple(v for part in parts for v in part.fields.get(name, ("",) * len(part))) for name in names},
            tuple(dict.fromkeys(notice for part in parts for notice in part.notices)),
        )

    def only(self, kept: np.ndarray) -> ResonanceScores:
        """Some of the responses. kept : bool (n,), or int64 places."""
        places = np.flatnonzero(kept) if np.asarray(kept).dtype == bool else np.asarray(kept)
        return replace(
            self,
            hypotheses=self.hypotheses[places],
            inversions=self.inversions[places],
            sample=np.asarray(self.sample)[places],
            prompt=_at(self.prompt, places),
            design=_at(self.design, places),
            fields={name: _at(column, places) for name, column in self.fields.items()},
        )

    def where(self, **wanted: str) -> ResonanceScores:
        """Those of which each field named is this: `where(design="", question="general")`."""
        kept = np.ones(len(self), dtype=bool)
        for name, value in wanted.items():
            kept &= self.labels(name) == value
        return self.only(kept)


def _at(column: Sequence[str], places: np.ndarray) -> tuple[str, ...]:
    return tuple(column[place] for place in places)
