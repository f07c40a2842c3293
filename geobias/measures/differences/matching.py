"""Groups brought to one distribution of what they should not be told apart by: length, label, topic, time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.errors import InputError
from geobias.measures.differences.groups import UnitGroup

MOST_BINS, PER_BIN = 10, 20
"""Quantile bins of a number, and units of a pair that there are at least for each."""


def strata(covariates: Sequence[np.ndarray]) -> np.ndarray:
    """A number for every combination of values, int64 (units,) from 0 on.

    covariates : each (units,), of the units of both groups. Numbers are cut at quantiles of them all, into 10 bins or
        fewer where units are few; equal numbers stay together, and what is missing (NaN) is a bin of its own. Words and
        truth values are taken as they are.

    Raises
    ------
    InputError : covariates that are not of one length, or none.

    >>> strata([np.array([3.0, 9, 3, 8]), np.array(["x", "x", "y", "x"])]).tolist()
    [0, 2, 1, 2]
    """
    columns = [np.asarray(values) for values in covariates]
    if not columns or any(column.shape != (len(columns[0]),) for column in columns):
        raise InputError(
            "covariates must be (units,), at least one, of the same units",
            f"their shapes are {[column.shape for column in columns]}",
            "Pass one value for every unit of both groups.",
        )
    codes = [_bins(column) if np.issubdtype(column.dtype, np.number) else _places(column) for column in columns]
    return np.unique(np.stack(codes), axis=1, return_inverse=True)[1].reshape(-1)


def _places(values: np.ndarray) -> np.ndarray:
    return np.unique(values.astype(str), return_inverse=True)[1]


def _bins(numbers: np.ndarray) -> np.ndarray:
    """Quantile bins by the share of smaller numbers, ties in the middle; -1 for NaN."""
    known = ~np.isnan(numbers.astype(np.float64))
    values = np.sort(numbers[known])
    bins = int(np.clip(len(numbers) // PER_BIN, 2, MOST_BINS))
    below, upto = (np.searchsorted(values, numbers[known], side) for side in ("left", "right"))
    found = np.full(len(numbers), -1)
    found[known] = (below + upto) * bins // (2 * max(len(values), 1))
    return found


def match(codes_a: np.ndarray, codes_b: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Units of two groups, at random, that have one distribution over strata; ascending positions, int64 (kept,) each.

    codes_a, codes_b : the stratum of every unit, int64 (units,) from 0 on, as of `strata`.

    The share of a stratum is made proportional to the smaller of its shares in the two groups, which keeps the same
    part of each group, as much as they overlap, and no unit twice. A stratum of which nothing is left in one group is
    left out; without any overlap nothing is kept. Numbers are rounded, so the distributions are one up to a unit per
    stratum; units permuted within strata are exchangeable whatever the rounding.
    """
    size = int(max(codes_a.max(initial=-1), codes_b.max(initial=-1))) + 1
    counts = [np.bincount(codes, minlength=size) for codes in (codes_a, codes_b)]
    shares = np.minimum(*(count / max(count.sum(), 1) for count in counts))
    kept = [np.rint(shares * count.sum()).astype(np.int64) for count in counts]
    both = (kept[0] > 0) & (kept[1] > 0)
    a, b = (_drawn(codes, keep * both, rng) for codes, keep in zip((codes_a, codes_b), kept, strict=True))
    return a, b


def _drawn(codes: np.ndarray, counts: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """So many units of every stratum, without replacement."""
    order = rng.permutation(len(codes))
    parts = [order[codes[order] == stratum][:count] for stratum, count in enumerate(counts) if count]
    return np.sort(np.concatenate(parts)) if parts else np.zeros(0, dtype=np.int64)


def adjusted_groups(
    pair: tuple[UnitGroup, UnitGroup], covariates: Sequence[np.ndarray], rng: np.random.Generator
) -> tuple[tuple[UnitGroup, UnitGroup], tuple[np.ndarray, np.ndarray]]:
    """Two groups with some of their units, matched over strata of covariates, and the stratum of each unit kept.

    covariates : each (units of the first + units of the second,), as in `strata`.
    """
    first, second = pair
    codes = strata(covariates)
    if len(codes) != len(first) + len(second):
        raise InputError(
            f"covariates must be of the {len(first)} + {len(second)} units of the pair",
            f"they are of {len(codes)}",
            "Pass those of the first group, then those of the second.",
        )
    of_first, of_second = codes[: len(first)], codes[len(first) :]
    kept_first, kept_second = match(of_first, of_second, rng)
    return (first.some(kept_first), second.some(kept_second)), (of_first[kept_first], of_second[kept_second])
