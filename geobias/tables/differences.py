"""DifferenceTable: whether the texts of two groups differ, by how much, and what so many texts could have shown."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.tables.pairs import PairTable
from geobias.tables.quantity import Quantity
from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number, pair
from geobias.tables.verdicts import NOT_JUDGED

NAN = float("nan")
PAIR, PLACEBO = "pair", "placebo"
"""What a row compares: two groups, or two parts of one group that differ in length alone."""
MAHALANOBIS = "mahalanobis"
"""The quantity of `Difference.distance`."""


@dataclass(frozen=True)
class Difference:
    """A pair of groups under the omnibus test, with its size; what was not measured is NaN, or 0, or "".

    Attributes
    ----------
    group_a, group_b : the groups; n_a, n_b : their units (texts, authors, days) that were compared, each with
        `texts_per_unit` texts.
    adjusted : what both groups were brought to one distribution of, e.g. "length, label"; "" = nothing.
    compared : `PAIR`, or `PLACEBO` for two parts of one group, whose names are then in `group_a` and `group_b`.
    z, strongest : the largest of the statistics on one scale (0 is their median over permutations, 2.33 their 99 %
        point), and its name; p_permutation its p over the statistics, p_max that over all pairs of regions too (max-T);
        p_smallest the least that `n_permutations` could give.
    p_energy, p_mmd, p_contrast, p_classifier, p_sinkhorn : of each statistic alone; NaN = it took no part.
    sinkhorn_m, sinkhorn_blur, sinkhorn_excess : units of a sample, blur and excess of the divergence that took part.
    distance, low, high : squared Mahalanobis distance of the groups' means, unbiased (0 on average for equal means),
        with its interval at `level`.
    auc, auc_low, auc_high : held-out AUC of a linear classifier that tells a text of A from one of B, with interval.
    best_auc, best_auc_low, best_auc_high : the AUC that the best linear rule could reach, from `distance`.
    margin : the smallest `best_auc` of interest; p_equivalent : of the test that it is below that.
    detectable_auc : the `best_auc` that so many texts would have shown in 80 % of cases.
    decisive : whether the answer to "do the groups' texts differ?" goes by this row.
    verdict, alpha, lacking : what `geobias.relations.judge_differences` decides.
    note : why something is NaN.
    """

    group_a: str
    group_b: str
    n_a: int
    n_b: int
    texts_per_unit: int = 1
    adjusted: str = ""
    compared: str = PAIR
    z: float = NAN
    strongest: str = ""
    p_permutation: float = NAN
    p_max: float = NAN
    p_smallest: float = NAN
    n_permutations: int = 0
    p_energy: float = NAN
    p_mmd: float = NAN
    p_contrast: float = NAN
    p_classifier: float = NAN
    p_sinkhorn: float = NAN
    sinkhorn_m: int = 0
    sinkhorn_blur: float = NAN
    sinkhorn_excess: float = NAN
    distance: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    auc: float = NAN
    auc_low: float = NAN
    auc_high: float = NAN
    best_auc: float = NAN
    best_auc_low: float = NAN
    best_auc_high: float = NAN
    margin: float = NAN
    p_equivalent: float = NAN
    detectable_auc: float = NAN
    decisive: bool = False
    verdict: str = ""
    alpha: float = NAN
    lacking: str = ""
    note: str = ""

    def with_size(self, size: Difference) -> Difference:
        """This test with what another row of the same pair has measured beside it, and the notes of both.

        >>> test, size = Difference("au", "ca", 9, 8, p_permutation=0.01), Difference("au", "ca", 9, 8, distance=0.5)
        >>> both = test.with_size(size)
        >>> both.p_permutation, both.distance
        (0.01, 0.5)
        """
        found = {one.name: (getattr(size, one.name), one.default) for one in fields(self) if one.default is not MISSING}
        measured = {name: value for name, (value, unset) in found.items() if value == value and value != unset}
        notes = "; ".join(dict.fromkeys(filter(None, (self.note, size.note))))
        return replace(self, **{**measured, "note": notes})


@dataclass(frozen=True, repr=False)
class DifferenceTable(RowTable):
    """Differences of groups, one per row; `to_frame` has the fields of `Difference` as columns.

    details : what made the numbers, for the record.
    """

    rows: tuple[Difference, ...]
    details: Mapping[str, Any] = field(default_factory=dict)

    row_type = Difference
    key = ("adjusted", "compared", "group_a", "group_b")
    noun = "difference"
    block = "adjusted"

    @staticmethod
    def told(row: Difference) -> dict[str, str]:
        return {
            "pair": pair(row.group_a, row.group_b),
            "AUC": interval(row.auc, row.auc_low, row.auc_high),
            "p": number(row.p_permutation if math.isnan(row.p_max) else row.p_max),
            "by": row.strongest,
            "verdict": row.verdict or NOT_JUDGED,
        }

    @staticmethod
    def size(row: Difference) -> float:
        return row.auc

    def pair_table(
        self, column: str = "distance", adjusted: str = "", pooled_groups: tuple[str, ...] = ()
    ) -> PairTable:
        """One column of the pairs as a pairwise table (1, G, G); raises InputError where there is no such row.

        >>> DifferenceTable((Difference("au", "ca", 40, 50, distance=0.5),)).pair_table().vector().tolist()
        [0.5]
        """
        rows = [row for row in self.rows if row.compared == PAIR and row.adjusted == adjusted]
        if not rows:
            raise InputError(
                "a pairwise table must have a pair of groups",
                f"none is adjusted for {adjusted!r}",
                f"There are {sorted({row.adjusted for row in self.rows})}.",
            )
        groups = tuple(dict.fromkeys(name for row in rows for name in (row.group_a, row.group_b)))
        values = np.full((1, len(groups), len(groups)), NAN)
        values[0, range(len(groups)), range(len(groups))] = 0.0
        for row in rows:
            a, b = groups.index(row.group_a), groups.index(row.group_b)
            values[0, a, b] = values[0, b, a] = getattr(row, column)
        sizes = {row.group_a: row.n_a for row in rows} | {row.group_b: row.n_b for row in rows}
        quantity = Quantity(MAHALANOBIS if column == "distance" else column)
        kept = tuple(name for name in pooled_groups if name in groups)
        return PairTable(groups, values, quantity, pooled_groups=kept, details=dict(self.details), sizes=sizes)
