"""Long tables of pairs (distances, gaps) summed up over repeats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.tables import GAP, PairTable, Quantity

if TYPE_CHECKING:
    import pandas as pd

    from geobias.report.groups import Groups

# Share of the repeats that a "resampling spread" leaves out at each end.
TAIL = 0.05


def quantities(frame: pd.DataFrame) -> list[str]:
    """The quantities of a long table in their order."""
    return list(dict.fromkeys(frame["quantity"].astype(str)))


def main_gap(gaps: pd.DataFrame) -> str:
    """The gap that figures and findings speak of: that of accuracy or exact match, else the first."""
    names = quantities(gaps)
    all_gaps = [name for name in names if (one := Quantity.parse(name)).kind == GAP and not one.estimate]
    wanted = (*(Quantity(GAP, metric) for metric in ("accuracy", "exact_match")), *all_gaps, names[0])
    return next(str(name) for name in wanted if name in names)


def pair_table(frame: pd.DataFrame, quantity: str, groups: Groups) -> PairTable:
    """One quantity as a `PairTable` over the groups that it was measured for, regions first."""
    part = frame[frame["quantity"].astype(str) == quantity]
    part = part.assign(group_a=part["group_a"].astype(str), group_b=part["group_b"].astype(str))
    part = part[part["group_a"] != part["group_b"]]
    names = groups.ordered([*part["group_a"], *part["group_b"]])
    pooled_groups = tuple(name for name in names if name in groups.others)
    return PairTable.from_frame(part, groups=names, pooled_groups=pooled_groups)


def pair_summary(table: PairTable) -> pd.DataFrame:
    """One row per pair: group_a, group_b, regions (both are), mean, sd, low, high, repeats.

    `low` and `high` leave out `TAIL` of the repeats at each end; they are NaN with fewer than two repeats.
    """
    import pandas

    rows, columns = np.triu_indices(len(table.groups), 1)
    values = table.values[:, rows, columns]
    repeats = (~np.isnan(values)).sum(0)
    several = repeats > 1
    ends = np.full((2, len(rows)), np.nan)
    if several.any():
        ends[:, several] = np.nanquantile(values[:, several], [TAIL, 1 - TAIL], axis=0)
    names = np.array(table.groups, dtype=object)
    base = np.isin(names, table.base_groups)
    return pandas.DataFrame(
        {
            "group_a": names[rows],
            "group_b": names[columns],
            "regions": base[rows] & base[columns],
            "mean": table.vector(),
            "sd": table.standard_deviation()[rows, columns],
            "low": ends[0],
            "high": ends[1],
            "repeats": repeats,
        }
    )


def spreads(table: PairTable, groups: Sequence[str]) -> tuple[float, float]:
    """How far the pairs of `groups` lie apart, and how far the repeats of one pair do, both as standard deviations.

    The first is of the means of the pairs, the second the root mean square over the pairs; NaN where undefined.
    """
    chosen = table.select([name for name in table.groups if name in groups])
    upper = np.triu_indices(len(chosen.groups), 1)
    means = chosen.vector()
    means = means[~np.isnan(means)]
    within = chosen.standard_deviation()[upper]
    within = within[~np.isnan(within)]
    between = float(np.std(means, ddof=1)) if len(means) > 1 else float("nan")
    return between, float(np.sqrt(np.mean(within**2))) if len(within) else float("nan")
