"""Coordinates in which the scatter within groups is the identity, for many replicates at once.

Whitened means are all that a discriminant needs: their products are the same in any such coordinates. Three ways
lead there, by what the scatter is: a Cholesky factor where it has full rank, an eigendecomposition of the scatter
where it does not, and one of the rows' products where there are fewer rows than features. Every way says which
replicates it cannot answer for, because the scatter is too ill-conditioned for the digits asked.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from geobias.discriminant.cholesky import blocked_cholesky, inverse_norm

LARGEST_INVERSE = {torch.float64: 1e4, torch.float32: 1e3}
"""Largest inverse eigenvalue that is trusted of a scatter scaled to ones on its diagonal; beyond, a singular value
decomposition of the rows keeps more digits."""

LARGEST_CONDITION = 1e5
"""The same for eigenvalues, which lose digits relative to the largest."""

SHARED_NULL = 1e-12
"""Directions in which the scaled features vary less than this, in squares, are taken as constant."""


def whiten_by_cholesky(
    scatter: Tensor, means: Tensor, divisor: float, null: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Whitened means (C, k, p), and which replicates (C,) are doubtful; their means are 0.

    Parameters
    ----------
    scatter : sums of squares within groups (C, p, p), valid on and below the diagonal; overwritten.
    means : (C, k, p).
    divisor : what makes the scatter a covariance.
    null : (p, q), directions in which nothing varies (`shared_null_space`). They are filled up, which leaves all
        products of means as the pseudo-inverse of the scaled scatter has them.
    """
    if null is not None and null.shape[1]:
        scale = _scale(scatter.diagonal(dim1=-2, dim2=-1))
        constant = torch.linalg.qr(null.to(scale) * scale[..., None]).Q
        scaled = means / scale[:, None]
        means = (scaled - (scaled @ constant) @ constant.mT) * scale[:, None]
        constant = constant * scale[..., None]
        scatter.baddbmm_(constant, constant.mT)
    scale = _scale(scatter.diagonal(dim1=-2, dim2=-1))
    factor, failed = blocked_cholesky(scatter)
    white = torch.linalg.solve_triangular(factor, means.mT, upper=False).mT * math.sqrt(divisor)
    doubtful = failed | ~(inverse_norm(factor, scale) <= LARGEST_INVERSE[factor.dtype])
    return white.masked_fill_(doubtful[:, None, None], 0.0), doubtful


def whiten_by_eigen(within: Tensor, means: Tensor, tol: float) -> tuple[Tensor, Tensor]:
    """As `whiten_by_cholesky`, from the eigenvalues of the scaled covariance that are above tol^2 (float64 alone)."""
    scale = _scale(within.diagonal(dim1=-2, dim2=-1))
    values, vectors = torch.linalg.eigh(within / scale[:, :, None] / scale[:, None])
    inverse, doubtful = _inverse(values, tol)
    return ((means / scale[:, None]) @ vectors) * inverse.sqrt()[:, None], doubtful


def whiten_by_rows(rows: Tensor, means: Tensor, divisor: float, tol: float) -> tuple[Tensor, Tensor]:
    """As `whiten_by_eigen`, from the products (C, n, n) of n < p rows (float64 alone)."""
    scale = _scale(rows.square().mean(1))
    scaled = rows / (scale * math.sqrt(divisor))[:, None]
    values, vectors = torch.linalg.eigh(scaled @ scaled.mT)
    inverse, doubtful = _inverse(values, tol)
    return ((means / scale[:, None]) @ scaled.mT @ vectors) * inverse[:, None], doubtful


def shared_null_space(features: Tensor) -> Tensor:
    """Directions (p, q) in which no row of float64 (N, p) differs from another; q is mostly 0 or 1.

    Encoders that end in a layer normalisation have one: it holds a weighted sum of the outputs of every token fixed.
    """
    # What is constant over all rows is so over a part of them: a few rows a feature find the candidates.
    part = features[:: max(1, len(features) // (2 * features.shape[1]))]
    centre = part.mean(0)
    moved = part - centre
    scale = _scale(moved.square().mean(0))
    products = _products(moved / scale)
    factor, failed = blocked_cholesky(products[None].clone())
    if not failed and float(inverse_norm(factor, torch.ones_like(factor[:, 0]))) < 1e-3 / SHARED_NULL:
        return products[:, :0]
    values, vectors = torch.linalg.eigh(products)
    found = vectors[:, values < SHARED_NULL] / scale[:, None]
    if found.shape[1]:
        values, vectors = torch.linalg.eigh(_products(features @ found - centre @ found))
        found = found @ vectors[:, values < SHARED_NULL]
    return found


def _products(rows: Tensor) -> Tensor:
    return rows.T @ rows / len(rows)


def _scale(variance: Tensor) -> Tensor:
    """Standard deviations, 1 where nothing varies."""
    return torch.where(variance > 0, variance, torch.ones_like(variance)).sqrt()


def _inverse(values: Tensor, tol: float) -> tuple[Tensor, Tensor]:
    """1 / eigenvalue, 0 up to tol^2; and whether none is kept, or the smallest has lost its digits."""
    kept = values > tol**2
    inverse = torch.where(kept, 1 / torch.where(kept, values, torch.ones_like(values)), torch.zeros_like(values))
    return inverse, ~kept.any(1) | (inverse.amax(1) * values.amax(1) > LARGEST_CONDITION)
