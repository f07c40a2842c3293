"""The reliability of pairwise tables, with intervals."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from geobias.means import known_mean, known_variance
from geobias.measures.reliability.resampling import ResampledTables
from geobias.stats import STEPPED, correlate, spearman_brown
from geobias.tables import Reliability, ReliabilityTable

LEAST_GROUPS = 4
"""Three groups have three pairs, whose halves nearly always look alike or opposite."""
_LARGEST = 0.999  # correlation of halves beyond which Fisher's z says nothing more


def reliabilities(
    tables: ResampledTables, coefficients: tuple[str, ...] = STEPPED, *, level: float = 0.95
) -> ReliabilityTable:
    """Split-half reliability of every table, by every coefficient that is known to step up.

    The tables of two halves of every group's units are correlated over the pairs, averaged over the halvings and
    stepped up to the whole (`stats.spearman_brown`). Its root is about the correlation of the table with the one that
    endless texts would give, groups and models being what they are. The formula takes noise to fall with the number of
    units; that of squared distances and of absolute gaps near 0 falls up to twice as fast, so the value errs to the
    low side.

    The interval is made on the scale of Fisher's z of the correlation of halves, by its standard deviation over
    resamples of the units, each halved anew. Its lower end is stepped up as the value is, its upper end as if noise
    fell twice as fast.

    NaN, with a note, for fewer than 4 groups and for a table that cannot be measured on halves.
    """
    rows = [_row(tables, quantity, name, level) for quantity in tables.observed for name in coefficients]
    return ReliabilityTable(tuple(rows))


def _row(tables: ResampledTables, quantity: str, coefficient: str, level: float) -> Reliability:
    groups, splits = len(tables.groups), tables.halves[quantity].shape[1]
    blank = Reliability(quantity, coefficient, groups, level=level, splits=splits)
    if groups < LEAST_GROUPS:
        return _noted(blank, f"needs at least {LEAST_GROUPS} groups, there are {groups}")
    upper = np.triu_indices(groups, 1)
    between = known_mean(_agreement(tables.halves[quantity], upper, coefficient))
    again = known_mean(_agreement(tables.halved[quantity], upper, coefficient))
    if np.isnan(between) or np.isnan(again).mean() >= 0.5:  # resamples that hardly any table has show no spread
        return _noted(blank, "halves of the groups have too few units for it, or are constant")
    centre, varied = (np.arctanh(np.clip(values, -_LARGEST, _LARGEST)) for values in (between, again))
    half = NormalDist().inv_cdf((1 + level) / 2) * float(np.sqrt(known_variance(varied)))
    factor = tables.factors[quantity]
    value, low = spearman_brown([between, np.tanh(centre - half)], factor)
    high = spearman_brown(np.tanh(centre + half), 2 * factor)
    return Reliability(quantity, coefficient, groups, float(value), float(low), float(high), level, splits)


def _agreement(halves: np.ndarray, upper: tuple[np.ndarray, ...], coefficient: str) -> np.ndarray:
    """Correlations over the pairs, float64 (...), of both halves (2, ..., G, G)."""
    first, second = halves[..., upper[0], upper[1]]
    return correlate(first, second, coefficient)


def _noted(row: Reliability, note: str) -> Reliability:
    return Reliability(row.quantity, row.coefficient, row.n_groups, level=row.level, splits=row.splits, note=note)
