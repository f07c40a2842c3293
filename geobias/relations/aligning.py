"""Pairwise tables on the same groups, and what is done about pairs that were not measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.stats import as_sample, measured_groups, merge_ties
from geobias.tables import PairTable

LEAST = 3  # groups, and pairs: with fewer a coefficient is +1 or -1 whatever the data


def common_groups(tables: Sequence[PairTable]) -> tuple[str, ...]:
    """Base groups that all tables have, in the order of the first: pooled groups and references stay out of
    inference."""
    return tuple(name for name in tables[0].base_groups if all(name in table.base_groups for table in tables[1:]))


@dataclass(frozen=True)
class Aligned:
    """Two tables on the same groups: float64 (pairs,) each, NaN in both where either was not measured."""

    x: str
    y: str
    groups: tuple[str, ...]
    first: np.ndarray
    second: np.ndarray
    note: str

    @property
    def known(self) -> np.ndarray:
        return ~np.isnan(self.first)

    def problem(self, coefficient: str) -> str:
        """Why this coefficient cannot be computed; empty where it can."""
        if len(self.groups) < LEAST:
            return f"needs at least {LEAST} groups in common, there are {len(self.groups)}"
        count = int(self.known.sum())
        if count < LEAST:
            return f"needs at least {LEAST} measured pairs, there are {count}"
        for name, values in ((self.x, self.first), (self.y, self.second)):
            if np.nanmin(values) == np.nanmax(values):
                return f"'{name}' is constant over the {count} pairs used"
        if coefficient == "distance_correlation" and count < 4:
            return f"bias-corrected distance correlation needs at least 4 measured pairs, there are {count}"
        return ""


def align(x: PairTable, y: PairTable, names: Sequence[str], missing: str, tie_tolerance: float) -> Aligned:
    """Both tables on the groups named, in that order, by the policy for missing pairs."""
    tables = [as_sample(table.select(names).mean(), table.quantity) for table in (x, y)]
    unknown = np.isnan(tables[0]) | np.isnan(tables[1])
    np.fill_diagonal(unknown, False)
    kept, note = measured_groups(names, unknown, missing)
    index, upper = np.ix_(kept, kept), np.triu_indices(len(kept), 1)
    lost = unknown[index][upper]
    if lost.any():
        note = "; ".join(filter(None, [note, f"{lost.sum()} of {len(lost)} pairs not measured"]))
    first, second = (merge_ties(np.where(lost, np.nan, t[index][upper]), tie_tolerance) for t in tables)
    return Aligned(x.quantity, y.quantity, tuple(names[i] for i in kept), first, second, note)
