"""SeparationTable: how far apart two groups are, beside how far apart one group is from itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.tables.pairs import PairTable
from geobias.tables.quantity import FLOOR, VALUE, Quantity
from geobias.tables.rows import RowTable
from geobias.tables.summaries import interval, number, pair
from geobias.tables.verdicts import NOT_JUDGED

NAN = float("nan")


@dataclass(frozen=True)
class Separation:
    """A pair of groups under one quantity.

    Attributes
    ----------
    quantity : what is measured, by name or as `Quantity`, e.g. "sinkhorn", "energy".
    group_a, group_b : the groups; n_a, n_b : their clusters (documents, authors, days).
    m : clusters of each sample that is compared; 0 where the quantity takes whole groups.
    value : mean distance between samples of m clusters of either group; of the unbiased quantities the estimate itself.
    floor_a, floor_b : mean distance between two samples of m clusters of one group that share no cluster; `floor` is
        their mean. NaN for the unbiased quantities, whose expectation for equal groups is 0.
    excess : value - floor, signed; of the unbiased quantities the value. It estimates the expected excess at m.
    low, high : interval for the expected excess at m, at `level`, by the method that `interval` names.
    ratio : signal to floor, value / floor; 1 = no further apart than a group from itself.
    p_permutation : share of permutations of clusters between the two groups that reach the excess; `p_smallest` is the
        least that `n_permutations` of them could give. n_drawn : how many were drawn, all of them or fewer where these
        settled the verdict; `drawn_until` says which, "all drawn" or "settled".
    note : why something is NaN.
    verdict, alpha, p_holm : what `geobias.relations.judge_separations` decides: a word of `tables.verdicts` ("" = not
        judged) at the level alpha, by p_permutation after Holm over the pairs of regions of this quantity. `lacking`
        says what keeps the test from a small p ("so few samples", "so many pairs").
    """

    quantity: str
    group_a: str
    group_b: str
    n_a: int
    n_b: int
    m: int
    value: float
    floor_a: float = NAN
    floor_b: float = NAN
    floor: float = NAN
    excess: float = NAN
    low: float = NAN
    high: float = NAN
    level: float = 0.95
    interval: str = ""
    ratio: float = NAN
    p_permutation: float = NAN
    p_smallest: float = NAN
    n_permutations: int = 0
    n_drawn: int = 0
    drawn_until: str = ""
    note: str = ""
    verdict: str = ""
    alpha: float = NAN
    p_holm: float = NAN
    lacking: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "quantity", str(self.quantity))


@dataclass(frozen=True, repr=False)
class SeparationTable(RowTable):
    """Separations, one per row; `to_frame` has the fields of `Separation` as columns.

    `summary` tells of every quantity the verdicts, and the pairs with the largest excess, those that are told apart
    first, with p after Holm where the table was judged.

    details : what made the numbers (settings, diameter, blocks ...), for the record.
    """

    rows: tuple[Separation, ...]
    details: Mapping[str, Any] = field(default_factory=dict)

    row_type = Separation
    key = ("quantity", "m", "group_a", "group_b")
    noun = "separation"
    block = "quantity"

    @staticmethod
    def told(row: Separation) -> dict[str, str]:
        return {
            "pair": pair(row.group_a, row.group_b),
            "m": str(row.m or ""),
            "excess": interval(row.excess, row.low, row.high, "+"),
            "floor": number(row.floor),
            "p": number(row.p_permutation if np.isnan(row.p_holm) else row.p_holm),
            "verdict": row.verdict or NOT_JUDGED,
        }

    @staticmethod
    def size(row: Separation) -> float:
        return row.excess

    def pair_table(self, column: str = "excess") -> PairTable:
        """One column as a pairwise table, (1, G, G), that relations take; of one quantity at one m.

        The diagonal holds the floors for "value" and "floor", else 0; `sizes` are the groups' clusters.

        >>> row = Separation("energy", "au", "ca", 40, 50, 0, value=0.5, excess=0.5)
        >>> SeparationTable((row,)).pair_table().vector().tolist()
        [0.5]
        """
        kinds = sorted({(row.quantity, row.m) for row in self.rows})
        if len(kinds) != 1:
            raise InputError(
                "a pairwise table must be of one quantity at one m",
                f"the rows are of {kinds}",
                "Pass the rows of one of them.",
            )
        groups = tuple(dict.fromkeys(name for row in self.rows for name in (row.group_a, row.group_b)))
        values = np.full((1, len(groups), len(groups)), np.nan)
        values[0, range(len(groups)), range(len(groups))] = 0.0
        for row in self.rows:
            a, b = groups.index(row.group_a), groups.index(row.group_b)
            values[0, a, b] = values[0, b, a] = getattr(row, column)
            if column in (VALUE, FLOOR) and not np.isnan(row.floor):
                values[0, a, a], values[0, b, b] = row.floor_a, row.floor_b
        name, m = kinds[0]
        quantity, details = Quantity.parse(name).further(column), {**self.details, "m": m}
        sizes = {row.group_a: row.n_a for row in self.rows} | {row.group_b: row.n_b for row in self.rows}
        return PairTable(groups, values, quantity, details=details, sizes=sizes)
