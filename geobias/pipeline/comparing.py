"""Rows of differences: the omnibus test of pairs of groups and the size of each, as they are or after matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

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
from geobias.tables import PLACEBO, Difference

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
        return [test.with_size(effect) for test, effect in zip(tests, effects, strict=True)]

    def adjusted(self, groups: Units, covariates: Covariates) -> list[Difference]:
        """Every pair, both groups brought to one distribution of the covariates."""
        found = {}
        for a, b in combinations(groups, 2):
            rng = generator(self.seed, "matching", *sorted((a, b)))
            both = [np.concatenate([covariates[a][name], covariates[b][name]]) for name in covariates[a]]
            found[a, b] = _Matched(*adjusted_groups((groups[a], groups[b]), both, rng), (a, b))
        return self._rows(found, groups, adjusted=", ".join(next(iter(covariates.values()))))

    def placebos(self, groups: Units, covariates: Covariates) -> list[Difference]:
        """Every group's shorter texts against its longer ones, as they are and matched by length."""
        raw, matched = {}, {}
        for name, group in groups.items():
            rng = generator(self.seed, "placebo", name)
            parts, lengths = length_split(group, covariates[name][LENGTH], rng)
            pair = f"{name} (shorter)", f"{name} (longer)"
            raw[pair] = _Matched(parts, None, (name,))
            matched[pair] = _Matched(*adjusted_groups(parts, [lengths], rng), (name,))
        return [
            *self._rows(raw, groups, compared=PLACEBO),
            *self._rows(matched, groups, adjusted=LENGTH, compared=PLACEBO),
        ]

    def _rows(self, matched: Matches, groups: Units, **named: str) -> list[Difference]:
        """The rows of all pairs that kept enough units, p_max over them; of the others rows that say so."""
        usable = {pair: one for pair, one in matched.items() if one.least >= LEAST_UNITS}
        tests = dict(zip(usable, self._tests(usable, named), strict=True)) if usable else {}
        rows = []
        for pair, one in matched.items():
            about: dict[str, Any] = {"group_a": pair[0], "group_b": pair[1], **named}
            if pair in tests:
                rows.append(replace(tests[pair].with_size(self._effect(pair, one, groups)), **about))
            else:
                rows.append(Difference(n_a=len(one.groups[0]), n_b=len(one.groups[1]), note=one.few, **about))
        return rows

    def _tests(self, matched: Matches, named: Mapping[str, str]) -> list[Difference]:
        """Each group is another one in every pair, so it has a name of its own there."""
        ends = {(pair, end): f"{pair[end]} ({pair[0]} and {pair[1]})" for pair in matched for end in (0, 1)}
        strata = {ends[pair, end]: one.strata[end] for pair, one in matched.items() if one.strata for end in (0, 1)}
        return omnibus_tests(
            {ends[pair, end]: one.groups[end] for pair, one in matched.items() for end in (0, 1)},
            self.settings,
            strata=strata or None,
            pairs=[(ends[pair, 0], ends[pair, 1]) for pair in matched],
            seed=self.seed,
            keeping=self.keeping.under(of=dict(named)),
        )

    def _effect(self, pair: Pair, one: _Matched, groups: Units) -> Difference:
        """The size of a pair's difference; the other groups help to know the covariance within groups."""
        others = {name: group for name, group in groups.items() if name not in one.made_of}
        [found] = difference_effects(
            {**dict(zip(pair, one.groups, strict=True)), **others},
            self.settings,
            pairs=[pair],
            strata=dict(zip(pair, one.strata, strict=True)) if one.strata else None,
            seed=self.seed,
            workers=self.keeping.workers,
        )
        return found


@dataclass(frozen=True)
class _Matched:
    """Two groups, the stratum of every unit where they were matched, and the groups that they were made of."""

    groups: tuple[UnitGroup, UnitGroup]
    strata: tuple[np.ndarray, np.ndarray] | None
    made_of: tuple[str, ...]

    @property
    def least(self) -> int:
        return min(map(len, self.groups))

    @property
    def few(self) -> str:
        """Why they are not compared."""
        if self.strata is None:
            return f"one of the parts has no more than {self.least} units"
        return f"no more than {self.least} units of a group have like ones in the other"


Matches = Mapping[Pair, _Matched]
