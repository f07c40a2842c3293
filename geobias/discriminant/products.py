"""Products of group means in the metric of the inverse scatter within groups, from Cholesky factors alone.

These products are all that a discriminant needs of many replicates: no scatter is inverted and nothing is whitened. The
scatter is factored where there are documents enough for one of full rank; where there are not, the products of the
distinct rows are, whose factor is as good for the pseudo-inverse. What a factor has lost is seen in the residual of
the solution, and put right by it; replicates in which that is not small are left to a surer way.
"""

from __future__ import annotations

import torch
from torch import Tensor

from geobias.discriminant.cholesky import scale_of, solve_factored, trusted_factors
from geobias.discriminant.distinct import distinct_rows
from geobias.discriminant.replicates import Replicates, scatter

LARGEST_STEP = {torch.float64: 1e-7, torch.float32: 1e-2}
"""How much the residual may change the products, relative to them: what it leaves is about the square of it."""

Found = tuple[Tensor, Tensor]
"""Products (C, k, k), float64, and which replicates (C,) are doubtful; theirs are 0."""


def products_by_scatter(
    replicates: Replicates, held: int, divisor: float, tol: float = 0.0, null: Tensor | None = None
) -> Found:
    """Products M S^+ M^T of `replicates.means(held)` M (C, k, p), for a scatter of full rank but for `null`.

    Parameters
    ----------
    divisor : what makes the scatter a covariance S.
    tol : singular values up to it would be dropped from the scaled rows; a replicate that may have one is doubtful.
    null : (p, q), directions in which nothing varies (`shared_null_space`). They are filled up, which leaves all
        products of means as the pseudo-inverse of the scaled scatter has them.
    """
    within, means = replicates.scatter(held), replicates.means(held)
    constant = None
    if null is not None and null.shape[1]:
        means, constant = _without(means, null, scale_of(within.diagonal(dim1=-2, dim2=-1)))
        within.baddbmm_(constant, constant.mT)
    factor, doubtful = trusted_factors(within, tol)
    solved = solve_factored(factor, means.mT)
    images = replicates.images(held, solved).double()
    lengths = images.mT @ images
    if constant is not None:
        filled = (constant.mT @ solved).double()
        lengths += filled.mT @ filled
    # Where a solution Y of S Y = M is off by E, Y M + (Y M)^T - Y S Y is off by E S E alone.
    rough = means.double() @ solved.double()
    return _checked(rough + rough.mT - lengths, rough - lengths, divisor, doubtful, factor.dtype)


def products_by_rows(replicates: Replicates, held: int, divisor: float, tol: float) -> Found:
    """`products_by_scatter` where there are fewer distinct rows than features: from the products of those rows.

    Features are scaled to unit variance within groups, as scikit-learn does, because the pseudo-inverse depends on it.
    """
    points, missing, absent, scale = _weighted(replicates, held)
    gram = scatter(points.mT)
    # A group's rows have one direction without length, that of their weights: filled up, nothing else changes.
    missing = missing * gram.diagonal(dim1=-2, dim2=-1).mean(1).sqrt()[:, None, None]
    gram.baddbmm_(missing, missing.mT)
    gram.diagonal(dim1=-2, dim2=-1).add_(absent)
    smallest = gram.diagonal(dim1=-2, dim2=-1).amin(1)
    factor, doubtful = trusted_factors(gram, tol * (divisor / smallest).sqrt())
    wanted = points @ (replicates.means(held) / scale[:, None]).mT
    solved = solve_factored(factor, wanted)
    residual = wanted - points @ (points.mT @ solved) - missing @ (missing.mT @ solved)
    better = (solved + solve_factored(factor, residual)).double()
    rough, products = solved.double().mT @ solved.double(), better.mT @ better
    return _checked(products, products - rough, divisor, doubtful, factor.dtype)


def _checked(products: Tensor, step: Tensor, divisor: float, doubtful: Tensor, dtype: torch.dtype) -> Found:
    small = step.abs().amax((1, 2)) <= LARGEST_STEP[dtype] * products.abs().amax((1, 2))
    doubtful = doubtful | ~small
    return (products * divisor).masked_fill_(doubtful[:, None, None], 0.0), doubtful


def _without(means: Tensor, null: Tensor, scale: Tensor) -> tuple[Tensor, Tensor]:
    """Means less their part in the null space as the scaled features have it, and what fills that (C, p, q)."""
    constant = torch.linalg.qr(null.to(scale) * scale[..., None]).Q
    scaled = means / scale[:, None]
    return (scaled - (scaled @ constant) @ constant.mT) * scale[:, None], constant * scale[..., None]


def _weighted(replicates: Replicates, held: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Distinct rows about their groups' means, times the roots of how often they were drawn, scaled (C, m, p).

    Then the directions in which these have no length (C, m, G), which of them only fill up (C, m), and what all were
    divided by (C, p).
    """
    features = replicates.features
    found, often, sizes = distinct_rows(replicates.places(held).cpu().numpy(), replicates.groups(held).cpu().numpy())
    points = features.index_select(0, torch.as_tensor(found, device=features.device).reshape(-1))
    points = points.unflatten(0, found.shape)
    times = torch.as_tensor(often).to(features)
    counts = torch.as_tensor(replicates.counts(held)).to(features)
    missing = features.new_zeros(*found.shape, len(sizes))
    start = 0
    for group, size in enumerate(sizes):
        cell = slice(start, start + size)
        points[:, cell] -= (times[:, None, cell] / counts[group]) @ points[:, cell]
        missing[:, cell, group] = (times[:, cell] / counts[group]).sqrt()
        start += size
    points *= times.sqrt()[..., None]
    scale = scale_of(points.square().sum(1) / counts.sum())
    return points.div_(scale[:, None]), missing, times == 0, scale
