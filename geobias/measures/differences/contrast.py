"""The squared distance of two groups' means as a U-statistic of units, with what its law needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from geobias.measures.differences.dealt import DealtGroup
from geobias.measures.differences.whitening import HeldOutWhitening


@dataclass(frozen=True)
class Contrast:
    """D = |mean_A - mean_B|^2 in whitened coordinates, without the products of a unit with itself.

    Attributes
    ----------
    distance : the estimate; 0 on average for equal means.
    trace, squares : of the covariance W of the whitened difference of means, tr(W) and tr(W^2).
    along : variance of that difference along itself, d' W d for the true d.
    """

    distance: float
    trace: float
    squares: float
    along: float


@dataclass(frozen=True)
class OwnProducts:
    """Products of the units of one group: the mean of those of distinct units; of each unit with the mean of all, (n,);
    tr(C) and tr(C^2), C the units' covariance; what strata took from the square of their mean (`centred_in_strata`)."""

    mean: float
    with_mean: np.ndarray
    trace: float
    squares: float
    taken: float = 0.0


def products(a: DealtGroup, b: DealtGroup, whitening: HeldOutWhitening) -> Tensor:
    """Whitened inner products (n, m) of the means of two groups' units, each without the folds of both units."""
    out = torch.empty(len(a.means), len(b.means), dtype=torch.float64)
    rows, columns = (
        [torch.from_numpy(np.flatnonzero(group.folds == fold)) for fold in range(whitening.folds)] for group in (a, b)
    )
    for fold, here in enumerate(rows):
        for other, there in enumerate(columns):
            out[here[:, None], there] = a.means[here] @ whitening.between(fold, other) @ b.means[there].T
    return out


def own_products(matrix: Tensor, residual: Tensor, taken: np.ndarray | None = None) -> OwnProducts:
    """Of the products (n, n) of one group's units, n >= 4, and those of the units about their own mean.

    taken : (n,), of `centred_in_strata`.

    tr(C^2) is the U-statistic of Li and Chen (2012, Annals of Statistics 40, equation 2.1): unbiased for any law, with
    sums over distinct units by inclusion and exclusion. Both traces know of no mean, but each fold's whitening differs
    a little, and of a mean far out that would leave more than the units' own variance: so they are of residuals.
    """
    n = len(matrix)
    own = residual.diagonal().clone()
    others = residual - torch.diag(own)
    sums, square = others.sum(1), float(others.square().sum())
    total, chained = float(sums.sum()), float(sums.square().sum()) - square
    apart = total**2 - 4 * chained - 2 * square
    squares = square / (n * (n - 1)) - 2 * chained / (n * (n - 1) * (n - 2)) + apart / (n * (n - 1) * (n - 2) * (n - 3))
    squared = matrix.diagonal()
    mean = float(matrix.sum() - squared.sum()) / (n * (n - 1))
    lost = 0.0 if taken is None else float(squared.numpy() @ taken) / n**2
    trace = float(own.mean()) - total / (n * (n - 1))
    return OwnProducts(mean, (matrix.sum(1) / n).numpy(), trace, squares, lost)


def contrast(a: OwnProducts, b: OwnProducts, between: Tensor, residual: Tensor, variance: float = 1.0) -> Contrast:
    """Of two groups by the products of their own units and those between (n, m), all divided by `variance`.

    residual : the products between, of units about the means of their own groups.

    The variance of the estimate is 2 tr(W^2) + 4 d' W d (Chen and Qin 2010, Annals of Statistics 38, section 3); the
    second term is estimated from the units' products with the difference of means, less what the noise of that
    difference adds, and set to 0 below it.
    """
    n, m = between.shape
    rows, columns = between.sum(1), between.sum(0)
    total, across = float(rows.sum()), _across(residual)
    scores_a, scores_b = a.with_mean - rows.numpy() / m, b.with_mean - columns.numpy() / n
    along = (np.var(scores_a, ddof=1) - a.squares / n - across / m) / n
    along += (np.var(scores_b, ddof=1) - b.squares / m - across / n) / m
    trace = a.trace / n + b.trace / m
    squares = a.squares / (n * (n - 1)) + b.squares / (m * (m - 1)) + 2 * across / (n * m)
    return Contrast(
        (a.mean + b.mean - 2 * total / (n * m) - a.taken - b.taken) / variance,
        trace / variance,
        squares / variance**2,
        max(float(along), 0.0) / variance**2,
    )


def _across(residual: Tensor) -> float:
    """tr(C_A C_B) of the products (n, m) between two groups' units about their means, over distinct units."""
    n, m = residual.shape
    rows, columns = residual.sum(1), residual.sum(0)
    square, total = float(residual.square().sum()), float(rows.sum())
    by_row, by_column = float(rows.square().sum()) - square, float(columns.square().sum()) - square
    apart = total**2 - by_row - by_column - square
    return (
        square / (n * m)
        - by_row / (n * m * (m - 1))
        - by_column / (m * n * (n - 1))
        + apart / (n * m * (n - 1) * (m - 1))
    )
