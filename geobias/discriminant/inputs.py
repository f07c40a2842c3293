"""What a discriminant is fitted on: features that are finite, labels of at least two classes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from geobias.arguments import items
from geobias.arrays import labels, plain
from geobias.errors import InputError
from geobias.tensors import dense

LARGEST = 1e100
"""Larger features have squares that overflow, or their sums do."""


def as_classes(features: Tensor, y: Any) -> tuple[np.ndarray, np.ndarray]:
    """The sorted classes of the labels, and the place of each label in them."""
    found = labels("y", y, (len(features),))
    classes = _distinct(found)
    codes = np.searchsorted(classes, found)
    if len(classes) < 2:
        raise InputError("y must hold at least two classes", f"it holds only {classes.tolist()}", "Add another group.")
    if len(found) <= len(classes):
        raise InputError(
            f"X must have more rows than the {len(classes)} classes",
            f"it has {len(found)}",
            "Add documents to every group.",
        )
    return classes, codes


def as_features(X: Any) -> Tensor:
    """Finite float64 features (n, d), row after row, so that sums do not depend on how they stood."""
    tensor = dense("X", X)
    if tensor.ndim != 2 or tensor.numel() == 0 or tensor.is_complex():
        got = f"it is {tensor.dtype} of shape {tuple(tensor.shape)}"
        raise InputError("X must be (n, d) real numbers", got, "Pass one row per document.")
    tensor = tensor.detach().double().contiguous()
    # A finite sum has finite terms, and is ten times faster to find than which term is not.
    if not math.isfinite(tensor.sum()) and not bool(torch.isfinite(tensor).all()):
        row = int((~torch.isfinite(tensor)).any(1).nonzero()[0])
        raise InputError("X must be finite", f"row {row} holds NaN or infinity", "Drop that document.")
    if float(tensor.abs().max()) > LARGEST:
        raise InputError(f"X must be below {LARGEST:g}", "its squares overflow", "Divide it by one number.")
    return tensor


def as_groups(X: Any, y: Any, groups: Any | None) -> tuple[Tensor, list[Any], list[np.ndarray]]:
    """Features (n, d), the names of the groups compared, and the rows of each."""
    features = as_features(X)
    found = labels("y", y, (len(features),))
    names = list(_distinct(found)) if groups is None else items("groups", groups, "labels")
    if len(names) < 2:
        raise InputError("groups must be at least two", f"there are {names}", "Add another group.")
    return features, names, [np.flatnonzero([label == name for label in found]) for name in names]


def as_folds(folds: Any | None, count: int) -> np.ndarray | None:
    """The fold of each of `count` rows, integers, or None."""
    if folds is None:
        return None
    found = labels("folds", folds, (count,))
    if not np.issubdtype(found.dtype, np.integer):
        raise InputError(
            "folds must be whole numbers, one per row", f"they are {found.dtype}", "Number the folds from 0."
        )
    return found


def _distinct(found: np.ndarray) -> np.ndarray:
    try:
        return np.unique(found)
    except TypeError:
        raise InputError(
            "y must hold labels of one kind", "some cannot be sorted", "Pass strings, or numbers."
        ) from None


def as_draws(draws: Any, count: int) -> tuple[list[Any], list[np.ndarray]]:
    """The groups' names and their draws, int64 (R, n_g) each, of rows below `count`."""
    if not isinstance(draws, Mapping):
        by_group = draws.swapaxes(0, 1) if getattr(draws, "ndim", 0) == 3 else draws
        draws = dict(enumerate(items("draws", by_group, "integers (R, n), one per group")))
    names = list(draws)
    if len(names) < 2:
        raise InputError("draws must be of at least two groups", f"they are of {names}", "Add another group.")
    rows = [plain(f"draws of group '{name}'", of_group) for name, of_group in draws.items()]
    for name, of_group in zip(names, rows, strict=True):
        whole = of_group.ndim == 2 and np.issubdtype(of_group.dtype, np.integer)
        if not whole or of_group.size == 0 or len(of_group) != len(rows[0]):
            raise InputError(
                "draws must be integers (R, n) for each group, R alike",
                f"those of group '{name}' are {of_group.dtype} of shape {of_group.shape}",
                "Pass a tensor (R, G, n), or group -> (R, n_g).",
            )
        if of_group.min() < 0 or of_group.max() >= count:
            raise InputError(
                f"draws must be rows of the features, 0 to {count - 1}",
                f"those of group '{name}' go from {of_group.min()} to {of_group.max()}",
                "Pass the rows that the features hold.",
            )
    return names, [of_group.astype(np.int64) for of_group in rows]
