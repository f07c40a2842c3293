"""The plain formulas in float64: slow, short, and the truth that kernels are tested against."""

from __future__ import annotations

import torch
from torch import Tensor

from geobias_kernels.costs import SMALLEST_SQUARE


def cost(x: Tensor, y: Tensor, p: int) -> Tensor:
    """|x_i - y_j|^2 / 2 (p=2) or |x_i - y_j| (p=1) from the differences themselves, float64 (n, m)."""
    squares = (x.double()[:, None] - y.double()[None]).square().sum(-1)
    return squares / 2 if p == 2 else squares.clamp_min(SMALLEST_SQUARE).sqrt()


def softmin(costs: Tensor, weights: Tensor, potential: Tensor, eps: float) -> Tensor:
    """-eps log sum_j weights_j exp((potential_j - costs_ij) / eps), float64 (n,); a weight of 0 is absent."""
    exponents = weights.double().log() + (potential.double() - costs.double()) / eps
    return -eps * torch.logsumexp(exponents, dim=1)


def softmins(costs: Tensor, a: Tensor, b: Tensor, f: Tensor, g: Tensor, eps: float) -> tuple[Tensor, Tensor]:
    """Both softmins of a pair: that of (b, g) on the rows (n,), that of (a, f) on the columns (m,)."""
    return softmin(costs, b, g, eps), softmin(costs.T, a, f, eps)
