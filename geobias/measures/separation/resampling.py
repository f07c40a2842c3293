"""How repeats of a nested bootstrap, or runs with other seeds, scatter: a description, not an uncertainty.

Percentile and BCa intervals are not offered: a Sinkhorn divergence of resampled documents lies above that of the
documents themselves, so that such intervals miss the estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.tables import PairTable, Quantity, SeparationTable


@dataclass(frozen=True)
class ResamplingSpread:
    """Scatter of every pair over nested repeats, float64 (G, G) each.

    Attributes
    ----------
    total : standard deviation over all repeats.
    between, within : standard deviations of the parts that outer samples bring, and repeats of one outer sample
        (one-way random effects; a negative component of variance counts as 0).
    intraclass : the part of the variance that outer samples bring, between^2 / (between^2 + within^2), and so the
        correlation of two repeats of one outer sample.
    label : what to call it.
    """

    groups: tuple[str, ...]
    total: np.ndarray
    between: np.ndarray
    within: np.ndarray
    intraclass: np.ndarray
    label: str = "resampling spread (description, not an interval)"


def resampling_spread(table: PairTable, outer: np.ndarray) -> ResamplingSpread:
    """Total, between-outer and within-outer scatter of a table over nested repeats.

    outer : int (repeats,), the outer sample of each repeat, as `Draws.outer`; all with equally many repeats.
    Components of variance are those of the balanced one-way analysis of variance (Fisher's intraclass correlation).

    >>> values = np.array([1.0, 3, 5, 7])[:, None, None] * (1 - np.eye(2))
    >>> found = resampling_spread(PairTable(("a", "b"), values, "sinkhorn"), np.array([0, 0, 1, 1]))
    >>> (found.within[0, 1] ** 2).round(3).item(), (found.between[0, 1] ** 2).round(3).item()
    (2.0, 7.0)
    """
    samples = np.asarray(outer)
    names, counts = np.unique(samples, return_counts=True)
    if samples.shape != (len(table.values),) or len(names) < 2 or counts.min() < 2 or counts.min() != counts.max():
        raise InputError(
            f"outer must name the outer sample of each of {len(table.values)} repeats, at least 2 with as many repeats",
            f"it names {len(names)} with {counts.tolist()} repeats",
            "Pass Draws.outer of a nested bootstrap.",
        )
    nested = np.stack([table.values[samples == name] for name in names])
    within = nested.var(1, ddof=1).mean(0)
    between = np.maximum(nested.mean(1).var(0, ddof=1) - within / counts[0], 0.0)
    whole = between + within
    intraclass = np.divide(between, whole, out=np.full(whole.shape, np.nan), where=whole > 0)
    return ResamplingSpread(table.groups, table.values.std(0, ddof=1), np.sqrt(between), np.sqrt(within), intraclass)


def seed_spread(tables: Sequence[SeparationTable], column: str = "excess") -> PairTable:
    """Standard deviation (ddof 1) of a column over runs that differ in their seed alone, a pair a cell.

    It says how much of a number is the luck of dealing clusters into samples; the interval of each run has it in it.
    """
    if len(tables) < 2:
        raise InputError("a spread over seeds needs two runs", f"there is {len(tables)}", "Run another seed.")
    first = tables[0].pair_table(column)
    values = np.concatenate([table.pair_table(column).select(first.groups).values for table in tables])
    return PairTable(
        first.groups,
        values.std(0, ddof=1)[None],
        Quantity.parse(first.quantity).further("seed_sd"),
        details={"n": len(tables)},
    )
