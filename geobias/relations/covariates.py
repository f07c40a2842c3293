"""Covariates of a regression on pairs, made of what is known of each group."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from geobias.errors import InputError
from geobias.tables import PairTable, Quantity


def _half_difference(shares: np.ndarray) -> np.ndarray:
    return np.abs(shares[:, None] - shares[None]).sum(-1) / 2


def _entropy(shares: np.ndarray) -> np.ndarray:
    return -np.where(shares > 0, shares * np.log2(np.where(shares > 0, shares, 1.0)), 0.0).sum(-1)


def _jensen_shannon(shares: np.ndarray) -> np.ndarray:
    entropy = _entropy(shares)
    middle = _entropy((shares[:, None] + shares[None]) / 2)
    return np.maximum(middle - (entropy[:, None] + entropy[None]) / 2, 0.0)


NUMBERS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "difference": lambda v: np.abs(v[:, None] - v[None]),
    "mean": lambda v: (v[:, None] + v[None]) / 2,
    "sum": lambda v: v[:, None] + v[None],
    "inverse_sum": lambda v: 1 / v[:, None] + 1 / v[None],
}
DISTRIBUTIONS: Mapping[str, Callable[[np.ndarray], np.ndarray]] = {
    "total_variation": _half_difference,
    "jensen_shannon": _jensen_shannon,
}


def pair_covariate(
    values: Mapping[str, float] | Mapping[str, Sequence[float]],
    kind: str = "difference",
    *,
    name: str,
    units: str = "",
    pooled_groups: Sequence[str] = (),
) -> PairTable:
    """A pairwise table of what each group is like, to regress on beside what is of interest.

    Parameters
    ----------
    values : group -> a number (mean length, prevalence, labels per text, truncated or empty share, documents n), or a
        distribution: counts or shares of the same categories in every group (topic mix). NaN numbers = not known.
    kind : of numbers "difference" |a - b|, "mean", "sum", or "inverse_sum" 1/a + 1/b (of sizes: the part of a squared
        distance of means that sampling alone gives); of distributions "total_variation" (half the absolute
        differences, 0 to 1) or "jensen_shannon" (divergence in bits, 0 to 1: scipy's `jensenshannon(base=2) ** 2`).
    name : what the values are; the quantity is "<kind>[<name>]".
    pooled_groups : groups that stay out of inference unless named; see `PairTable`.

    >>> pair_covariate({"au": 12.0, "ca": 15.0, "nz": 13.5}, name="length").vector().tolist()
    [3.0, 1.5, 1.5]
    """
    if kind not in NUMBERS and kind not in DISTRIBUTIONS:
        raise InputError(f"kind must be one of {[*NUMBERS, *DISTRIBUTIONS]}", f"it is {kind!r}", "Choose one of them.")
    given = {group: np.asarray(value, dtype=np.float64) for group, value in values.items()}
    array = _shares(given, name) if kind in DISTRIBUTIONS else _numbers(given, name, kind)
    table = (DISTRIBUTIONS.get(kind) or NUMBERS[kind])(array)
    table[np.diag_indices(len(table))] = 0.0
    return PairTable(tuple(given), table[None], Quantity(kind, name), units, tuple(pooled_groups))


def _numbers(given: Mapping[str, np.ndarray], name: str, kind: str) -> np.ndarray:
    for group, value in given.items():
        if value.ndim:
            raise InputError(
                f"'{name}' of group '{group}' must be one number for kind '{kind}'",
                f"its shape is {value.shape}",
                f"Pass a number, or choose a kind for distributions: {list(DISTRIBUTIONS)}.",
            )
        if np.isinf(value) or (kind == "inverse_sum" and value <= 0):
            raise InputError(
                f"'{name}' of group '{group}' must be {'positive' if kind == 'inverse_sum' else 'finite'}",
                f"it is {value}",
                "Leave the group out, or mark it as NaN.",
            )
    return np.array(list(given.values()), dtype=np.float64)


def _shares(given: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """Distributions (groups, categories) that sum to 1."""
    shapes = {value.shape for value in given.values()}
    if len(shapes) != 1 or len(next(iter(shapes))) != 1:
        raise InputError(
            f"'{name}' must be a distribution over the same categories in every group",
            f"the shapes are {sorted(shapes)}",
            "Pass counts of the same categories in the same order, 0 where there is none.",
        )
    for group, value in given.items():
        if not np.isfinite(value).all() or (value < 0).any() or value.sum() <= 0:
            raise InputError(
                f"'{name}' of group '{group}' must be counts or shares, some of them positive",
                f"they are {value.tolist()}",
                "Leave the group out, or count its categories.",
            )
    return np.stack([value / value.sum() for value in given.values()])
