"""Sweeps through pykeops: the cost is never stored, each softmin is one symbolic log-sum-exp.

pykeops compiles a formula at its first use and prints while it is imported, so it is imported by the first sweep.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from geobias_kernels.costs import SMALLEST_SQUARE, pooled_mean


class KeopsSweep:
    """Softmins between clouds x (n, d) and y (m, d) with positive weights a, b; `y=None` means x with itself.

    Calling it with potentials and eps gives softmins as `CrossSweep` and `SelfSweep` of `torch_sweep` do.
    """

    def __init__(self, x: Tensor, y: Tensor | None, a: Tensor, b: Tensor | None, p: int):
        centre = pooled_mean(x, x if y is None else y)
        self.x = (x.detach().double() - centre).to(x.dtype).contiguous()
        self.y = self.x if y is None else (y.detach().double() - centre).to(x.dtype).contiguous()
        self.log_a = a.log()
        self.log_b = self.log_a if b is None else b.log()
        self.p, self.symmetric = p, y is None

    def __call__(self, potentials: tuple[Tensor, ...], eps: float) -> tuple[Tensor, ...]:
        f, g = potentials[0], potentials[-1]
        new_f = self._softmin(self.x, self.y, self.log_b, g, eps)
        if self.symmetric:
            return (new_f,)
        return new_f, self._softmin(self.y, self.x, self.log_a, f, eps)

    def _softmin(self, x: Tensor, y: Tensor, log_weights: Tensor, potential: Tensor, eps: float) -> Tensor:
        from pykeops.torch import LazyTensor

        def lazy(values: Tensor) -> Any:
            return LazyTensor(values.contiguous())

        squares = ((lazy(x[:, None]) - lazy(y[None])) ** 2).sum(-1)
        if self.p == 2:
            costs = squares / 2
        else:
            smallest = torch.full((1, 1, 1), SMALLEST_SQUARE, dtype=x.dtype, device=x.device)
            costs = (squares - lazy(smallest)).relu() + lazy(smallest)
            costs = costs.sqrt()
        # The height is divided by eps outside the formula in float64: its digits are what the softmin lives of.
        height = (log_weights.double() + potential.double() / eps).to(x.dtype)
        scale = torch.full((1, 1, 1), 1 / eps, dtype=x.dtype, device=x.device)
        return -eps * (lazy(height[None, :, None]) - costs * lazy(scale)).logsumexp(1).view(-1)
