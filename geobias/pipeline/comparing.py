"""Rows of differences: the omnibus test of pairs of groups and the size of each, as they are or after matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np

from geobias.measures import Keeping
from geobias.measures.differences import (
    DifferenceSettings,
    UnitGroup,
    adjusted_groups,
    difference_effects,
    length_split,
    omnibus_tests,
)
from geobias.pipeline.unit_covariates import LENGTH
from geobias.seeds import generator
from geobias.tables import PAIR, PLACEBO, Difference

LEAST_UNITS = 8
"""Of fewer a group nothing is said; matching may leave less."""
Pair = tuple[str, str]
Units = Mapping[str, UnitGroup]
Covariates = Mapping[str, Mapping[str, np.ndarray]]
"""Group -> name -> a value per unit."""


@dataclass(frozen=True)
class Comparing:
    """How groups are compared, with which seed, and where results are kept."""

    settings: DifferenceSettings
    seed: int
    keeping: Keeping

    def as_they_are(self, groups: Units, family: Sequence[str]) -> list[Difference]:
        """Every pair; p_max is over the pairs of the `family`."""
        pairs = list(combinations(groups, 2))
        tests = omnibus_tests(
            groups, self.settings, pairs=pairs, family=family, seed=self.seed, keeping=self.keeping.under(of="pairs")
        )
        effects = difference_effects(groups, self.settings, pairs=pairs, seed=self.seed, workers=self.keeping.workers)
        return [_row(test, effect) for test, effect in zip(tests, effects, strict=True)]

    def adjusted(self, groups: Units, covariates: Covariates) -> list[Difference]:
        """Every pair, both groups brought to one distribution of the covariates."""
        matched = {}
        for a, b in combinations(groups, 2):
            rng = generator(self.seed, "matching", *sorted((a, b)))
            matched[a, b] = _Matched.of((groups[a], groups[b]), (covariates[a], covariates[b]), rng)
        return self._matched_rows(matched, _names(covariates), PAIR)

    def placebos(self, groups: Units, covariates: Covariates) -> list[Difference]:
        """Every group's shorter texts against its longer ones, as they are and matched by length."""
        raw, matched = {}, {}
        for name, group in groups.items():
            rng = generator(self.seed, "placebo", name)
            lengths = covariates[name][LENGTH]
            parts = length_split(len(group), lengths, rng)
            pair = f"{name} (shorter)", f"{name} (longer)"
            halves = group.some(parts[0]), group.some(parts[1])
            raw[pair] = _Matched(halves, (np.zeros(len(halves[0]), int), np.zeros(len(halves[1]), int)))
            known = tuple({LENGTH: lengths[part]} for part in parts)
            matched[pair] = _Matched.of(halves, known, rng)
        return [*self._matched_rows(raw, "", PLACEBO), *self._matched_rows(matched, LENGTH, PLACEBO)]

    def _matched_rows(self, matched: Mapping[Pair, _Matched], adjusted: str, compared: str) -> list[Difference]:
        """The rows of all pairs that kept enough units, p_max over them; a row without numbers for the others."""
        usable = {pair: one for pair, one in matched.items() if one.least >= LEAST_UNITS}
        ends = {(pair, end): f"{end} of {pair[0]} and {pair[1]}" for pair in usable for end in (0, 1)}
        tests = omnibus_tests(
            {ends[pair, end]: one.groups[end] for pair, one in usable.items() for end in (0, 1)},
            self.settings,
            strata={ends[pair, end]: one.strata[end] for pair, one in usable.items() for end in (0, 1)},
            pairs=[(ends[pair, 0], ends[pair, 1]) for pair in usable],
            seed=self.seed,
            keeping=self.keeping.under(of=compared, adjusted=adjusted),
        )
        found = dict(zip(usable, tests, strict=True))
        rows = []
        for pair, one in matched.items():
            named = {"group_a": pair[0], "group_b": pair[1], "adjusted": adjusted, "compared": compared}
            if pair not in found:
                few = f"no more than {one.least} units of a group are like those of the other"
                rows.append(Difference(**named, n_a=len(one.groups[0]), n_b=len(one.groups[1]), note=few))
                continue
            both = dict(zip(pair, one.groups, strict=True))
            [effect] = difference_effects(both, self.settings, pairs=[pair], seed=self.seed, workers=1)
            rows.append(_row(found[pair], effect, **named))
        return rows


@dataclass(frozen=True)
class _Matched:
    """Two groups and the stratum of every unit."""

    groups: tuple[UnitGroup, UnitGroup]
    strata: tuple[np.ndarray, np.ndarray]

    @classmethod
    def of(
        cls,
        groups: tuple[UnitGroup, UnitGroup],
        covariates: tuple[Mapping[str, np.ndarray], Mapping[str, np.ndarray]],
        rng: np.random.Generator,
    ) -> _Matched:
        names = list(covariates[0])
        given = [(covariates[0][name], covariates[1][name]) for name in names]
        return cls(*adjusted_groups(groups, given, rng))

    @property
    def least(self) -> int:
        return min(map(len, self.groups))


def _names(covariates: Covariates) -> str:
    return ", ".join(next(iter(covariates.values())))


def _row(test: object, effect: object, **named: str) -> Difference:
    return Difference(**{**asdict(test), **asdict(effect), **named})
