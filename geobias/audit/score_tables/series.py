"""Columns that are another column, and repeats that do not vary."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

import numpy as np

Name = TypeVar("Name", bound=Hashable)
_LEAST_VALUES = 3


def identical_series(columns: Mapping[Name, np.ndarray]) -> list[tuple[Name, ...]]:
    """Names of columns that hold the very same numbers, where these vary and are not few.

    >>> identical_series({"a": np.array([1.0, 2, 3]), "b": np.array([1.0, 2, 3]), "c": np.array([1.0, 2, 4])})
    [('a', 'b')]
    """
    found: dict[tuple[int, ...] | bytes, list[Name]] = {}
    for name, values in columns.items():
        flat = np.ascontiguousarray(values, dtype=np.float64).ravel()
        known = flat[~np.isnan(flat)]
        if len(known) >= _LEAST_VALUES and known.min() < known.max():
            found.setdefault(str(values.shape).encode() + (flat + 0.0).tobytes(), []).append(name)
    return [tuple(names) for names in found.values() if len(names) > 1]


def same_in_every_repeat(values: np.ndarray) -> bool:
    """Whether the scores of every model, float64 (models, repeats), are the same in all repeats."""
    return values.shape[1] > 1 and bool(np.nanmax(np.nanmax(values, 1) - np.nanmin(values, 1)) == 0)
