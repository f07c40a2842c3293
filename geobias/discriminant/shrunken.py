"""The "eigen" solver with a shrunk scatter, for many replicates at once.

Shrinking the scatter of all rows and that within groups by different amounts leaves a difference of full rank, so the
eigenproblem has to be solved as a whole; covariances of groups are never built, since only their sum is needed.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import ledoit_wolf_amount, shrink
from geobias.discriminant.cholesky import blocked_cholesky, inverse_norm
from geobias.discriminant.replicates import Replicates

LARGEST_INVERSE = {torch.float64: 1e4, torch.float32: 1e3}
"""Largest inverse eigenvalue that is trusted of a scatter scaled to ones on its diagonal."""


def shrunken_centroids(
    replicates: Replicates, held: int, shrinkage: str | float, components: int
) -> tuple[Tensor, Tensor]:
    """Centroids (C, G, components) of the rows measured in discriminant space, and which replicates are doubtful."""
    rows, means, counts = replicates.rows(held), replicates.means(held), replicates.counts(held)
    shares = torch.as_tensor(counts / counts.sum()).to(rows)
    fitted, measured = means.split(len(counts), dim=1)
    within = rows.mT @ rows / rows.shape[1]
    total = within + (fitted * shares[:, None]).mT @ fitted
    if shrinkage == "auto":
        groups = replicates.groups(held)
        doubtful = _constant_in_a_group(rows, groups, total.diagonal(dim1=-2, dim2=-1))
        spread, total = _shrunk_within(rows, groups, counts), _shrunk_total(total, rows + fitted[:, groups])
    else:
        doubtful = torch.zeros(len(rows), dtype=torch.bool, device=rows.device)
        spread, total = (
            shrink(matrices, float(shrinkage), matrices.diagonal(dim1=-2, dim2=-1).mean(1))
            for matrices in (within, total)
        )
    scale = spread.diagonal(dim1=-2, dim2=-1).sqrt()
    between = total - spread
    factor, failed = blocked_cholesky(spread)
    doubtful |= failed | ~(inverse_norm(factor, scale) <= LARGEST_INVERSE[rows.dtype])
    half = torch.linalg.solve_triangular(factor, between, upper=False)
    inner = torch.linalg.solve_triangular(factor, half.mT, upper=False).masked_fill_(doubtful[:, None, None], 0.0)
    directions = torch.linalg.eigh((inner + inner.mT) / 2).eigenvectors[..., -components:]
    return torch.linalg.solve_triangular(factor, measured.mT, upper=False).mT @ directions, doubtful


def _constant_in_a_group(rows: Tensor, groups: Tensor, total: Tensor) -> Tensor:
    """Whether a feature that varies between groups (variances `total` (C, p)) does not vary within one of them.

    scikit-learn scales such a feature by 1, which depends on the units that it came in.
    """
    least = (16 * torch.finfo(rows.dtype).eps) ** 2
    squares = rows.square()
    smallest = torch.stack([squares[:, groups == group].mean(1) for group in groups.unique()]).amin(0)
    return ((smallest <= least) & (total > 0)).any(1)


def _shrunk_within(rows: Tensor, groups: Tensor, counts: np.ndarray) -> Tensor:
    """Mean of the groups' covariances, each shrunk by the amount of Ledoit and Wolf in units of its own features."""
    weights, diagonal = rows.new_zeros(rows.shape[:2]), rows.new_zeros(len(rows), rows.shape[2])
    for group, count in enumerate(counts):
        members = rows[:, groups == group]
        scale = _scale(members)
        scaled = members / scale[:, None]
        products = scaled @ scaled.mT if count < rows.shape[2] else scaled.mT @ scaled
        variance = _mean_variance(scaled)
        amount = ledoit_wolf_amount(scaled, products.square().sum((1, 2)) / int(count) ** 2, variance)
        weights[:, groups == group] = ((1 - amount) / rows.shape[1])[:, None]
        diagonal += (amount * count / rows.shape[1] * variance)[:, None] * scale.square()
    spread = (rows * weights[..., None]).mT @ rows
    spread.diagonal(dim1=-2, dim2=-1).add_(diagonal)
    return spread


def _shrunk_total(total: Tensor, rows: Tensor) -> Tensor:
    """The covariance of all rows, shrunk as that of a group is."""
    scale = _scale(rows)
    scaled = rows / scale[:, None]
    variance = _mean_variance(scaled)
    amount = ledoit_wolf_amount(scaled, (total / scale[:, :, None] / scale[:, None]).square().sum((1, 2)), variance)
    shrunk = (1 - amount)[:, None, None] * total
    shrunk.diagonal(dim1=-2, dim2=-1).add_((amount * variance)[:, None] * scale.square())
    return shrunk


def _mean_variance(scaled: Tensor) -> Tensor:
    return scaled.square().mean((1, 2))


def _scale(rows: Tensor) -> Tensor:
    scale = rows.square().mean(1).sqrt()
    return torch.where(scale > 0, scale, torch.ones_like(scale))
