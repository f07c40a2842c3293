"""Coordinates in which the scatter within groups is the identity, for the replicates that no Cholesky factor serves.

Eigenvalues show a rank, and which directions are to be dropped: those of the scatter, or of the rows' products where
there are fewer rows than features. Both say which replicates they cannot answer for, because the scatter is too
ill-conditioned for the digits asked.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from geobias.discriminant.cholesky import blocked_cholesky, inverse_norm, scale_of
from geobias.discriminant.replicates import scatter

LARGEST_CONDITION = 1e5
"""Largest ratio of the eigenvalues kept; beyond, a singular value decomposition of the rows keeps more digits."""

SHARED_NULL = 1e-12
"""Directions in which the scaled features vary less than this, in squares, are taken as constant."""


def whiten_by_eigen(within: Tensor, means: Tensor, tol: float) -> tuple[Tensor, Tensor]:
    """Whitened means (C, k, r) of means (C, k, p), and which replicates (C,) are doubtful; float64 alone.

    The eigenvalues of the covariance within groups (C, p, p), scaled to ones on its diagonal, count above tol^2; it is
    read on and below the diagonal.
    """
    scale = scale_of(within.diagonal(dim1=-2, dim2=-1))
    values, vectors = torch.linalg.eigh(within / scale[:, :, None] / scale[:, None])
    inverse, doubtful = _inverse(values, tol)
    return ((means / scale[:, None]) @ vectors) * inverse.sqrt()[:, None], doubtful


def whiten_by_rows(rows: Tensor, means: Tensor, divisor: float, tol: float) -> tuple[Tensor, Tensor]:
    """As `whiten_by_eigen`, from the products (C, n, n) of n < p rows (float64 alone)."""
    scale = scale_of(rows.square().mean(1))
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
    scale = scale_of(moved.square().mean(0))
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
    """Mean products (p, p) of rows (n, p), on and below the diagonal alone."""
    return scatter(rows[None])[0] / len(rows)


def _inverse(values: Tensor, tol: float) -> tuple[Tensor, Tensor]:
    """1 / eigenvalue, 0 up to tol^2; and whether none is kept, or the smallest has lost its digits."""
    kept = values > tol * tol
    inverse = torch.where(kept, 1 / torch.where(kept, values, torch.ones_like(values)), torch.zeros_like(values))
    return inverse, ~kept.any(1) | (inverse.amax(1) * values.amax(1) > LARGEST_CONDITION)
