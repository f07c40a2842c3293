"""Distances between the centroids of groups in their discriminant space, in-sample or held out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from geobias.arguments import whole
from geobias.discriminant.folds import fold_parts
from geobias.discriminant.inputs import as_folds, as_groups
from geobias.discriminant.model import LinearDiscriminant
from geobias.errors import InputError


def centroid_distances(
    X: Any,
    y: Any,
    groups: Sequence[Any] | None = None,
    *,
    n_components: int | None = None,
    cross_fit: int | None = None,
    folds: Any = None,
    rng: np.random.Generator | int | None = None,
    min_group: int = 10,
    **discriminant: Any,
) -> np.ndarray:
    """Euclidean distances between the centroids of groups in their discriminant space.

    Parameters
    ----------
    X : features (n, d); y : labels (n,).
    groups : the labels to compare, in the order of the table; None = all, sorted. Other rows take no part.
    n_components : as in `LinearDiscriminant`, which the remaining keywords go to.
    cross_fit : None projects the documents that the discriminant was fitted on, as published. A number k >= 2 fits on
        k - 1 of k folds (drawn within groups by `rng`), takes the centroids of the documents held out, and averages
        the distances over the folds. What noise leaves then is the error of means of n_g / k documents alone: few
        folds of many documents leave least.
    folds : integers (n,) that say which fold a document is in, in place of folds that are drawn; for documents that
        share sources, which then belong in one fold. Every group must be in at least two, the same for all groups.
    min_group : a smaller group is an error.

    Returns
    -------
    float64 (G, G), symmetric with a zero diagonal.

    >>> rng = np.random.default_rng(0)
    >>> X, y = rng.normal(size=(60, 4)), np.repeat(["a", "b", "c"], 20)
    >>> inside, outside = centroid_distances(X, y), centroid_distances(X, y, cross_fit=4, rng=0)
    >>> inside.shape, np.allclose(outside, outside.T)
    ((3, 3), True)
    """
    features, names, rows = as_groups(X, y, groups)
    check_sizes(names, [len(members) for members in rows], min_group, cross_fit)
    model = LinearDiscriminant(n_components=n_components, **discriminant)
    fold_of = as_folds(folds, len(features))
    return projected_distances(model, features, fold_parts(names, rows, cross_fit, fold_of, rng))


def check_sizes(names: Sequence[Any], sizes: Sequence[int], min_group: int, cross_fit: int | None) -> None:
    """Raise `InputError` for the first group that is smaller than either asks."""
    smallest = max(whole("min_group", min_group, 0), 0 if cross_fit is None else whole("cross_fit", cross_fit, 2), 1)
    for name, size in zip(names, sizes, strict=True):
        if size < smallest:
            raise InputError(
                f"group '{name}' must have at least {smallest} documents",
                f"it has {size}",
                "Leave it out, add documents, or lower min_group (or cross_fit).",
            )


def projected_distances(
    model: LinearDiscriminant, features: Tensor, parts: Sequence[Sequence[np.ndarray]]
) -> np.ndarray:
    """Distances between the groups' centroids, float64 (G, G), averaged over the folds.

    parts : for every group its rows of each fold. The centroids of a fold are those of its own rows, after a fit on
        the other folds; with one fold, after a fit on itself.
    """
    tables = []
    for held in range(len(parts[0])):
        measured = [of_group[held] for of_group in parts]
        rest = [[*of_group[:held], *of_group[held + 1 :]] for of_group in parts]
        fitted = [np.concatenate(of_group) for of_group in rest] if len(parts[0]) > 1 else measured
        codes = np.repeat(np.arange(len(fitted)), [len(rows) for rows in fitted])
        model.fit(features[np.concatenate(fitted)], codes)
        centroids = torch.stack([model.transform(features[rows]).mean(0) for rows in measured])
        tables.append(torch.linalg.vector_norm(centroids[:, None] - centroids[None], dim=-1))
    return torch.stack(tables).mean(0).cpu().numpy()
