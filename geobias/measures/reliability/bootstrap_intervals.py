"""Intervals of relations: the coefficient of two tables when units, models and perhaps groups are drawn anew."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import NormalDist

import numpy as np

from geobias.errors import require
from geobias.means import known_variance
from geobias.measures.reliability.resampling import ResampledTables
from geobias.measures.reliability.settings import ReliabilitySettings
from geobias.measures.reliability.split_halves import LEAST_GROUPS
from geobias.seeds import generator
from geobias.stats import DISTANCE, correlate, dual_bootstrap_sd
from geobias.tables import Relation

UNITS_AND_MODELS = "bootstrap of units and models"
DUAL = "dual bootstrap of units and models, and of groups"
Key = tuple[str, str, str]


def interval_method(tables: ResampledTables, settings: ReliabilitySettings) -> str:
    """What is resampled: groups too where there are enough of them."""
    return DUAL if len(tables.groups) >= settings.fewest_groups else UNITS_AND_MODELS


def relation_intervals(
    tables: ResampledTables, rows: Iterable[Relation], settings: ReliabilitySettings | None = None, *, seed: int = 0
) -> dict[Key, tuple[float, float]]:
    """(x, y, coefficient) -> low, high of every relation of two tables on exactly these groups.

    An interval for what the coefficient would be on average at these numbers of texts: statistic -/+ q sd, kept within
    -1 and 1. With few groups the sd is over resamples of units and models, q normal, and the interval speaks of these
    groups. From `fewest_groups` on groups are drawn anew too, sd is that of `stats.dual_bootstrap_sd`, q of Student's t
    with G - 1 degrees of freedom, and it speaks of groups like these. A group drawn twice is not compared with itself.
    Rows on other groups, on tables that were not resampled, and of distance correlation, whose noise is no spread
    about a centre, are left out.
    """
    chosen = settings or ReliabilitySettings()
    found = {}
    for row in rows:
        known = row.x in tables.observed and row.y in tables.observed and row.x != row.y
        if not known or row.excluded or row.coefficient in DISTANCE or row.n_groups != len(tables.groups):
            continue
        error = _error(tables, row, chosen, seed)
        if len(tables.groups) >= LEAST_GROUPS and np.isfinite([error, row.statistic]).all():
            half = _quantile(len(tables.groups), chosen) * error
            ends = max(-1.0, row.statistic - half), min(1.0, row.statistic + half)
            found[row.x, row.y, row.coefficient] = ends
    return found


def _error(tables: ResampledTables, row: Relation, settings: ReliabilitySettings, seed: int) -> float:
    count = len(tables.groups)
    whole = np.arange(count)[None]
    x, y = tables.replicates[row.x], tables.replicates[row.y]
    units = _coefficients(x, y, whole, row.coefficient)
    if count < settings.fewest_groups:
        return float(np.sqrt(known_variance(units)))
    drawn = generator(seed, "resampled groups").integers(count, size=(len(x), count))
    groups = _coefficients(tables.observed[row.x][None], tables.observed[row.y][None], drawn, row.coefficient)
    both = _coefficients(x, y, drawn, row.coefficient)
    return float(dual_bootstrap_sd(both, units, groups, n_groups=count))


def _coefficients(x: np.ndarray, y: np.ndarray, groups: np.ndarray, coefficient: str) -> np.ndarray:
    """(B,) of tables (B or 1, G, G) on groups int64 (B or 1, G); a pair of one group with itself is left out."""
    a, b = np.triu_indices(groups.shape[1], 1)
    first, second = groups[:, a], groups[:, b]
    repeat = np.arange(max(len(x), len(groups)))[:, None]
    samples = [
        np.where(first == second, np.nan, table[np.minimum(repeat, len(table) - 1), first, second]) for table in (x, y)
    ]
    return correlate(samples[0], samples[1], coefficient)


def _quantile(groups: int, settings: ReliabilitySettings) -> float:
    upper = (1 + settings.level) / 2
    if groups < settings.fewest_groups:
        return NormalDist().inv_cdf(upper)
    law = require("scipy.stats", extra="study", purpose="an interval over groups")
    return float(law.t.ppf(upper, groups - 1))
