"""Cholesky factors of many matrices, and how far their solutions can be trusted."""

from __future__ import annotations

import torch
from torch import Tensor

BLOCK = 96
"""Columns factored at a time. The rest are products, and torch's clearing of the other triangle, which takes as long
as a factorisation of this size, falls on small blocks alone. Blocks of a power of two are a quarter slower: their rows
fall on the same lines of the cache."""

LARGEST_INVERSE = {torch.float64: 1e5, torch.float32: 1e4}
"""Largest inverse eigenvalue that is trusted of a matrix scaled to ones on its diagonal; beyond, a singular value
decomposition of the rows keeps more digits."""

_PROBES, _ROUNDS = 4, 2


def trusted_factors(matrices: Tensor, tol: Tensor | float = 0.0) -> tuple[Tensor, Tensor]:
    """`blocked_cholesky`, and which matrices (C,) are doubtful: not positive definite, or ill-conditioned, or such that
    an eigenvalue may be up to tol^2 (one, or one each) when they are scaled to ones on the diagonal."""
    scale = scale_of(matrices.diagonal(dim1=-2, dim2=-1))
    factors, failed = blocked_cholesky(matrices)
    norm = inverse_norm(factors, scale)
    # The norm is an estimate, seldom low by a factor of two.
    return factors, failed | ~(norm <= LARGEST_INVERSE[factors.dtype]) | ~(2 * norm.sqrt() * tol <= 1)


def blocked_cholesky(matrices: Tensor) -> tuple[Tensor, Tensor]:
    """Lower factors (C, p, p) of symmetric matrices, in their place, and which (C,) are not positive definite.

    matrices : read, and overwritten, on and below the diagonal alone; what stands above it has no meaning afterwards.
    """
    failed = torch.zeros(len(matrices), dtype=torch.bool, device=matrices.device)
    for start in range(0, matrices.shape[-1], BLOCK):
        stop = start + BLOCK
        columns = matrices[:, start:, start:stop]
        if start:
            columns -= matrices[:, start:, :start] @ matrices[:, start:stop, :start].mT
        corner, info = torch.linalg.cholesky_ex(columns[:, :BLOCK])
        failed |= info > 0
        columns[:, :BLOCK] = corner
        if columns.shape[1] > BLOCK:
            below = columns[:, BLOCK:]
            below.copy_(torch.linalg.solve_triangular(corner.mT, below, upper=True, left=False))
    return matrices, failed


def scale_of(variance: Tensor) -> Tensor:
    """Standard deviations, 1 where nothing varies."""
    return torch.where(variance > 0, variance, torch.ones_like(variance)).sqrt()


def solve_factored(factor: Tensor, wanted: Tensor) -> Tensor:
    """X (C, p, k) with L L^T X = wanted, of lower factors L (C, p, p)."""
    half = torch.linalg.solve_triangular(factor, wanted, upper=False)
    return torch.linalg.solve_triangular(factor.mT, half, upper=True)


def inverse_norm(factor: Tensor, scale: Tensor) -> Tensor:
    """Norms (C,) of the inverse of S = L L^T scaled to ones on its diagonal.

    factor : lower L (C, p, p); scale : (C, p), square roots of the diagonal of S.

    Estimated by inverse iterations from fixed starts; seldom low by more than a factor of two. Digits that a Cholesky
    factor loses depend on this norm alone (Demmel 1989), however the features are scaled.

    >>> S = torch.tensor([[[1.0, 0.9], [0.9, 1.0]]])
    >>> inverse_norm(torch.linalg.cholesky(S), torch.ones(1, 2)).round().tolist()
    [10.0]
    """
    start = torch.randn(factor.shape[-1], _PROBES, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    vectors = start.to(factor).expand(len(factor), -1, -1)
    for _ in range(_ROUNDS):
        unit = vectors / vectors.norm(dim=1, keepdim=True)
        vectors = scale[..., None] * solve_factored(factor, scale[..., None] * unit)
    return vectors.norm(dim=1).amax(1)
