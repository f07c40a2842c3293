"""Cross-validated Mahalanobis distances between groups: of expectation 0 where two groups have one mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import shrunk_covariance
from geobias.discriminant.centroids import check_sizes
from geobias.discriminant.folds import fold_parts
from geobias.discriminant.inputs import as_folds, as_groups
from geobias.discriminant.model import checked_shrinkage
from geobias.errors import InputError


def crossnobis(
    X: Any,
    y: Any,
    groups: Sequence[Any] | None = None,
    *,
    cross_fit: int = 5,
    folds: Any = None,
    shrinkage: str | float | None = "auto",
    rng: np.random.Generator | int | None = None,
) -> np.ndarray:
    """Squared Mahalanobis distances between group means, cross-validated over folds; negative ones are kept.

    Parameters
    ----------
    X : features (n, d); y : labels (n,).
    groups : the labels to compare, in the order of the table; None = all, sorted.
    cross_fit : folds drawn within groups by `rng`; folds : integers (n,) in their place, for documents that share
        sources and so belong in one fold. Every group must be in every fold.
    shrinkage : of the covariance within groups, as in `geobias.covariance.shrunk_covariance`; "auto" = Ledoit-Wolf.

    Returns
    -------
    float64 (G, G), symmetric with a zero diagonal: the mean over ordered pairs of folds (k, l) of
    d_k' S^-1 d_l, where d_k is the difference of the two groups' means in fold k and S the covariance of all folds but
    k (Walther et al. 2016, NeuroImage 137; rsatoolbox divides it by the number of features). d_k meets nothing that its
    own documents went into, so equal means give 0 in expectation, whatever the law and the shrinkage.

    >>> rng = np.random.default_rng(0)
    >>> X, y = rng.normal(size=(400, 3)), np.repeat(["a", "b"], 200)
    >>> X[200:, 0] += 2
    >>> bool(abs(crossnobis(X, y, rng=0)[0, 1] - 4) < 1.2)
    True
    """
    products = fold_products(X, y, groups, cross_fit=cross_fit, folds=folds, shrinkage=shrinkage, rng=rng)
    return mean_over_folds(products)


def fold_products(
    X: Any,
    y: Any,
    groups: Sequence[Any] | None = None,
    *,
    cross_fit: int = 5,
    folds: Any = None,
    shrinkage: str | float | None = "auto",
    rng: np.random.Generator | int | None = None,
) -> np.ndarray:
    """d_k' S^-1 d_l of `crossnobis` for every pair of folds, float64 (F, F, G, G); its diagonal k = l is NaN."""
    features, names, rows = as_groups(X, y, groups)
    shrinkage = checked_shrinkage(shrinkage)
    if folds is None:
        check_sizes(names, [len(members) for members in rows], 1, cross_fit)
    parts = fold_parts(names, rows, cross_fit, as_folds(folds, len(features)), rng)
    _check_width(features, rows, shrinkage)
    means = torch.stack([torch.stack([features[fold].mean(0) for fold in of_group]) for of_group in parts], 1)
    products = torch.full((len(means), len(means), len(names), len(names)), torch.nan, dtype=torch.float64)
    for held in range(len(means)):
        rest = [np.concatenate([*of_group[:held], *of_group[held + 1 :]]) for of_group in parts]
        solved = torch.cholesky_solve(means[held].T, _factor(features, rest, shrinkage)).T
        for other in range(len(means)):
            if other != held:
                products[held, other] = _contrasts(solved @ means[other].T)
    return products.numpy()


def mean_over_folds(products: np.ndarray) -> np.ndarray:
    """The distances (G, G) from `fold_products`: the mean over pairs of distinct folds, made symmetric."""
    table = products[~np.eye(len(products), dtype=bool)].mean(0)
    table = (table + table.T) / 2
    np.fill_diagonal(table, 0.0)
    return table


def _contrasts(inner: Tensor) -> Tensor:
    """(a_g - a_h)' (b_g - b_h) for all g and h, from the inner products a_g' b_h (G, G)."""
    own = inner.diagonal()
    return own[:, None] + own[None] - inner - inner.T


def _factor(features: Tensor, rows: Sequence[np.ndarray], shrinkage: str | float | None) -> Tensor:
    """The Cholesky factor of the covariance about the groups' means; a feature that never varies weighs nothing."""
    residuals = torch.cat([features[members] - features[members].mean(0) for members in rows])
    covariance = shrunk_covariance(residuals, shrinkage)
    flat = covariance.diagonal() <= 0
    covariance[flat, flat] = 1.0
    return torch.linalg.cholesky(covariance)


def _check_width(features: Tensor, rows: Sequence[np.ndarray], shrinkage: str | float | None) -> None:
    n, width = sum(map(len, rows)), features.shape[1]
    if shrinkage in (None, 0, 0.0) and n - len(rows) <= width:
        raise InputError(
            f"an unshrunk covariance of {width} features needs more documents than that",
            f"there are {n} in {len(rows)} groups",
            "Pass shrinkage='auto'.",
        )
