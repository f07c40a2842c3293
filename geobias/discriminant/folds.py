"""Folds within groups: which documents a discriminant is measured on that was fitted on the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from geobias.arguments import whole
from geobias.arrays import generator
from geobias.errors import InputError


def fold_parts(
    names: Sequence[Any], rows: Sequence[np.ndarray], cross_fit: int | None, folds: np.ndarray | None, rng: Any
) -> list[list[np.ndarray]]:
    """For every group its rows of each fold; one part, of all its rows, where nothing is held out.

    rows : for each group the documents it holds; folds : the fold of each document, in place of `cross_fit` drawn ones.
    """
    if folds is not None:
        return _given(names, rows, folds)
    if cross_fit is None:
        return [[members] for members in rows]
    count, source = whole("cross_fit", cross_fit, 2), generator("rng", rng)
    return [np.array_split(source.permutation(members), count) for members in rows]


def _given(names: Sequence[Any], rows: Sequence[np.ndarray], folds: np.ndarray) -> list[list[np.ndarray]]:
    numbers = np.unique(folds[np.concatenate(rows)])
    parts = [[members[folds[members] == number] for number in numbers] for members in rows]
    for name, of_group in zip(names, parts, strict=True):
        if len(numbers) < 2 or not all(map(len, of_group)):
            raise InputError(
                "every group must have documents in each of at least two folds",
                f"'{name}' has {[len(part) for part in of_group]} in the folds {numbers.tolist()}",
                "Use fewer folds, or more documents.",
            )
    return parts
