"""What a discriminant is fitted on: features that are finite, labels of at least two classes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from geobias.errors import InputError


def as_classes(features: Tensor, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sorted classes of the labels, and the place of each label in them."""
    if labels.shape != (len(features),):
        raise InputError(
            f"y must have one label a row ({len(features)})", f"its shape is {labels.shape}", "Align X and y."
        )
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise InputError("y must hold at least two classes", f"it holds only {classes.tolist()}", "Add another group.")
    if len(labels) <= len(classes):
        raise InputError(
            f"X must have more rows than the {len(classes)} classes",
            f"it has {len(labels)}",
            "Add documents to every group.",
        )
    return classes, codes


def as_features(X: Any) -> Tensor:
    tensor = torch.as_tensor(X)
    if tensor.ndim != 2 or tensor.numel() == 0:
        raise InputError("X must be (n, d)", f"its shape is {tuple(tensor.shape)}", "Pass one row a document.")
    tensor = tensor.detach().double()
    # A finite sum has finite terms, and is ten times faster to find than which term is not.
    if not math.isfinite(tensor.sum()) and not bool(torch.isfinite(tensor).all()):
        row = int((~torch.isfinite(tensor)).any(1).nonzero()[0])
        raise InputError("X must be finite", f"row {row} holds NaN or infinity", "Drop that document.")
    return tensor


def as_draws(draws: Any, count: int) -> tuple[list[Any], list[np.ndarray]]:
    """The groups' names and their draws, int64 (R, n_g) each, of rows below `count`."""
    if not isinstance(draws, Mapping):
        by_group = draws.swapaxes(0, 1) if getattr(draws, "ndim", 0) == 3 else draws
        draws = dict(enumerate(by_group))
    names = list(draws)
    if len(names) < 2:
        raise InputError("draws must be of at least two groups", f"they are of {names}", "Add another group.")
    rows = [np.asarray(torch.as_tensor(of_group).cpu()) for of_group in draws.values()]
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
