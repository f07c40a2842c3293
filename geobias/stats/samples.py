"""What every statistic asks of its samples: real numbers, NaN for a missing one, none infinite."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.arguments import choice
from geobias.arrays import reals
from geobias.errors import InputError


def as_sample(values: object, name: str) -> np.ndarray:
    """`values` as float64 of any shape; NaN = missing. Raises InputError for infinite values."""
    sample = reals(f"'{name}'", values)
    infinite = np.isinf(sample)
    if infinite.any():
        raise InputError(
            f"'{name}' must be finite, with NaN for a missing value",
            f"{int(infinite.sum())} of its {sample.size} values are infinite",
            "Find where the division or the overflow happened, or mark those values as NaN.",
        )
    return sample


def as_columns(values: object) -> np.ndarray:
    """The columns of (n, k), each a row here."""
    sample = as_sample(values, "columns")
    if sample.ndim != 2 or not sample.size:
        got = f"their shape is {sample.shape}"
        raise InputError("columns must be (n, k), with n and k at least 1", got, "Pass one observation per row.")
    return sample.T


def as_line(values: object, name: str) -> np.ndarray:
    """One sample (n,)."""
    sample = as_sample(values, name)
    if sample.ndim != 1:
        raise InputError(f"{name} must be 1-D", f"its shape is {sample.shape}", "Pass one number per observation.")
    return sample


def known_pairs(x: object, y: object, names: tuple[str, str] = ("x", "y")) -> tuple[np.ndarray, np.ndarray]:
    """Two 1-D samples of equal length without the observations that either lacks."""
    first, second = (as_sample(values, name) for values, name in zip((x, y), names, strict=True))
    if first.ndim != 1 or first.shape != second.shape:
        raise InputError(
            f"{names[0]} and {names[1]} must be 1-D and of equal length",
            f"their shapes are {first.shape} and {second.shape}",
            "Pass one number per observation, NaN where it is missing.",
        )
    known = ~(np.isnan(first) | np.isnan(second))
    return first[known], second[known]


def undefined_reason(x: np.ndarray, y: np.ndarray, least: int) -> str:
    """Why a coefficient of two complete samples is undefined; empty where it is defined."""
    if len(x) < least:
        return f"needs at least {least} complete observations, {len(x)} remain"
    constant = [name for name, values in (("x", x), ("y", y)) if values.min() == values.max()]
    return f"{' and '.join(constant)} constant over the {len(x)} observations used" if constant else ""


def measured_groups(names: Sequence[str], unknown: np.ndarray, missing: str) -> tuple[list[int], str]:
    """Which groups of a pairwise table to use when some pairs were not measured.

    `unknown` is bool (G, G), symmetric, False on the diagonal. "drop-pair" keeps every group with a measured
    pair; "drop-group" leaves out the group with most missing pairs (of equals the last by name) until none is
    missing. Returns the indices of the groups kept, in order, and a note that names the others.

    >>> unknown = np.array([[False, True, False], [True, False, False], [False, False, False]])
    >>> measured_groups(["au", "ca", "nz"], unknown, "drop-group")
    ([0, 2], "group 'ca' left out, 1 of its pairs not measured")
    """
    choice("missing", missing, ("drop-pair", "drop-group"))
    kept = list(range(len(names)))
    dropped = []
    while len(kept) > 1:
        lacking = unknown[np.ix_(kept, kept)].sum(1)
        count, name, worst = max(zip(lacking, (names[i] for i in kept), kept, strict=True))
        if count < (len(kept) - 1 if missing == "drop-pair" else 1):
            break
        kept.remove(worst)
        dropped.append(f"group '{name}' left out, {count} of its pairs not measured")
    return kept, "; ".join(dropped)
