"""Survey: what respondents answered on scales from -1 to 1, who they are, and how much each counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from geobias.arguments import choice
from geobias.corpora.corpus import CountLog
from geobias.corpora.survey.ages import Bins, as_bins, binned
from geobias.errors import InputError
from geobias.memo import digest
from geobias.suggest import nearest

NATION, SEX, AGE, AGE_BIN = "nation", "sex", "age", "age_bin"
OUTSIDE = "age_outside_all_bins"
Pole = Literal["traditional", "secular"]


@dataclass(frozen=True, repr=False)
class Survey:
    """Answers of N respondents. They are never written out: there is no way to a frame or file but means of groups.

    Attributes
    ----------
    values : item -> float64 (N,) in [-1, 1], +1 = the traditional pole, NaN = no answer.
    attributes : name -> strings (N,), "" = not known: "nation", "sex", "age" (in years, as text), "age_bin".
    ages : float64 (N,), in years, NaN = not known.
    weights : float64 (N,), at least 0; those of weight 0 count for nothing.
    loadings : item -> its loading in the projection.
    columns : item -> the variable of the survey that it is.
    age_bins : name of an age bin -> the age it goes from, and that which it goes up to below.
    counts : see `CountLog`. files : path -> sha256 of what was read. details : planted truths of synthetic ones.
    notices : what a reader should know of how it was read, one sentence each.

    Raises
    ------
    InputError : no respondents, arrays of unlike lengths, a value outside [-1, 1], items without a loading, weights
        that are negative, not finite, or all 0.
    """

    values: Mapping[str, np.ndarray]
    attributes: Mapping[str, np.ndarray]
    ages: np.ndarray
    weights: np.ndarray
    loadings: Mapping[str, float]
    columns: Mapping[str, str] = field(default_factory=dict)
    age_bins: Bins = field(default_factory=dict)
    counts: CountLog = field(default_factory=CountLog)
    files: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not len(self.ages):
            raise InputError("a survey must have respondents", "it has none", "Check what was left out.")
        arrays = {f"item '{name}'": values for name, values in self.values.items()} | {"weights": self.weights}
        arrays |= {f"attribute '{name}'": values for name, values in self.attributes.items()}
        for name, values in arrays.items():
            if len(values) != len(self.ages):
                raise InputError(
                    f"{name} must have {len(self.ages)} entries", f"there are {len(values)}", "Align them."
                )
        if set(self.loadings) != set(self.values):
            raise InputError(
                f"loadings must be those of the items {sorted(self.values)}",
                f"they are of {sorted(self.loadings)}",
                "Give each item one.",
            )
        for name, values in self.values.items():
            if np.any(np.abs(values) > 1):
                got = f"they run from {np.nanmin(values):g} to {np.nanmax(values):g}"
                raise InputError(f"values of '{name}' must lie between -1 and 1", got, "Scale them.")
        if not np.isfinite(self.weights).all() or self.weights.min() < 0 or not self.weights.any():
            raise InputError(
                "weights must be finite, at least 0, and one above 0",
                f"they run from {self.weights.min():g} to {self.weights.max():g}",
                "Leave out respondents without a weight.",
            )

    def __len__(self) -> int:
        return len(self.ages)

    def __repr__(self) -> str:
        nations = len(set(self.attributes.get(NATION, ())) - {""})
        return f"<Survey: {len(self)} respondents, {int(self.complete.sum())} complete, of {nations} nations>"

    @property
    def complete(self) -> np.ndarray:
        """bool (N,): who answered every item."""
        return ~np.isnan(np.array(list(self.values.values()))).any(0)

    def projection(self, halved: bool = False, positive: Pole = "traditional") -> np.ndarray:
        """Sum over items of loading times value, float64 (N,); NaN where an item has no answer (complete cases).

        Parameters
        ----------
        halved : with half of each loading, as where a response is scored by a hypothesis and its inversion both.
        positive : the pole above 0; the paper draws the secular one there (Benkler et al. 2023, arXiv 2312.10075).
        """
        choice("positive", positive, get_args(Pole))
        factor = (0.5 if halved else 1.0) * (1 if positive == "traditional" else -1)
        return factor * np.sum([loading * self.values[name] for name, loading in self.loadings.items()], axis=0)

    def bins(self, bins: Bins | Sequence[float] | None = None) -> np.ndarray:
        """The age bin of each respondent, strings (N,); "" where the age is not known or in none.

        Parameters
        ----------
        bins : name -> [from, below], or centres, between which the borders lie midway (`bins_around`); None = the
            survey's own.
        """
        return binned(self.ages, self.age_bins if bins is None else as_bins(bins))

    def with_bins(self, bins: Bins | Sequence[float]) -> Survey:
        """With other age bins in the attribute "age_bin"; ages outside all of them are counted."""
        edges = as_bins(bins)
        found = binned(self.ages, edges)
        outside = int(((found == "") & ~np.isnan(self.ages)).sum())
        log = CountLog([line for line in self.counts.records if line["reason"] != OUTSIDE])
        log.add(Path(next(iter(self.files), "survey")).name, AGE_BIN, "flagged", OUTSIDE, outside)
        return replace(self, age_bins=edges, attributes={**self.attributes, AGE_BIN: found}, counts=log)

    def attribute(self, name: str) -> np.ndarray:
        """Strings (N,), "" = not known; raises `InputError` with the nearest name."""
        if name not in self.attributes:
            raise InputError(
                f"respondents must have the attribute '{name}'",
                f"they have {sorted(self.attributes)}",
                f"{nearest(name, self.attributes)}Name one of these.",
            )
        return self.attributes[name]

    def select(self, respondents: np.ndarray) -> Survey:
        """Some respondents, by their places or a mask."""
        return replace(
            self,
            values={name: values[respondents] for name, values in self.values.items()},
            attributes={name: values[respondents] for name, values in self.attributes.items()},
            ages=self.ages[respondents],
            weights=self.weights[respondents],
        )

    def with_attribute(self, name: str, values: Sequence[str]) -> Survey:
        """With another attribute of the respondents, strings (N,), "" = not known."""
        return replace(self, attributes={**self.attributes, name: np.array(list(values), dtype=object)})

    def noting(self, *notices: str) -> Survey:
        """With further notices, each once."""
        return replace(self, notices=tuple(dict.fromkeys((*self.notices, *notices))))

    def digest(self) -> str:
        """sha256 of all that decides a number: equal for equal surveys alone."""
        parts = ("values", "attributes", "ages", "weights", "loadings", "columns", "age_bins")
        return digest({name: getattr(self, name) for name in parts})
