"""Sweeps through pykeops: the cost is never stored, each softmin is one symbolic log-sum-exp, each gradient one sum."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from geobias_kernels.costs import SMALLEST_SQUARE, pooled_mean
from geobias_kernels.keops_door import first_use, lazy_tensor


class KeopsSweep:
    """Softmins between clouds x (n, d) and y (m, d) with positive weights a, b; `y=None` means x with itself.

    Calling it with potentials and eps gives softmins as `CrossSweep` and `SelfSweep` of `torch_sweep` do. They are
    differentiable, once, in the points that each lives on, all else held fixed.
    """

    def __init__(self, x: Tensor, y: Tensor | None, a: Tensor, b: Tensor | None, p: int):
        centre = pooled_mean(x, x if y is None else y)
        self.x = (x.double() - centre).to(x.dtype).contiguous()
        self.y = self.x if y is None else (y.double() - centre).to(x.dtype).contiguous()
        self.log_a = a.detach().log()
        self.log_b = self.log_a if b is None else b.detach().log()
        self.p, self.symmetric = p, y is None

    def __call__(self, potentials: tuple[Tensor, ...], eps: float) -> tuple[Tensor, ...]:
        f, g = potentials[0], potentials[-1]
        new_f = _Softmin.apply(self.x, self.y.detach(), self._height(self.log_b, g, eps), eps, self.p)
        if self.symmetric:
            return (new_f,)
        return new_f, _Softmin.apply(self.y, self.x.detach(), self._height(self.log_a, f, eps), eps, self.p)

    def _height(self, log_weights: Tensor, potential: Tensor, eps: float) -> Tensor:
        # Divided by eps outside the formula, in float64: its digits are what the softmin lives of.
        return (log_weights.double() + potential.detach().double() / eps).to(self.x.dtype)


class _Softmin(torch.autograd.Function):
    """-eps log sum_j exp(height_j - C(x_i, y_j) / eps), whose gradient in x_i is the mean of that of the cost."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, y: Tensor, height: Tensor, eps: float, p: int) -> Tensor:
        with first_use("softmin", p, x.dtype, x.shape[1], x.device):
            sums = _exponents(_differences(x, y), height, eps, p).logsumexp(1).view(-1)
        ctx.save_for_backward(x, y, height, sums)
        ctx.eps, ctx.p = eps, p
        return -eps * sums

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        x, y, height, sums = ctx.saved_tensors
        with first_use("gradient", ctx.p, x.dtype, x.shape[1], x.device):
            differences = _differences(x, y)
            plan = (_exponents(differences, height, ctx.eps, ctx.p) - _lazy(sums[:, None, None])).exp()
            slopes = differences
            if ctx.p == 1:
                squares = (differences**2).sum(-1)
                slopes = differences * (squares - _number(SMALLEST_SQUARE, x)).step() * _clamped(squares, x).rsqrt()
            means = (plan * slopes).sum(1)
        return grad[:, None] * means, None, None, None, None


def _differences(x: Tensor, y: Tensor) -> Any:
    return _lazy(x[:, None]) - _lazy(y[None])


def _exponents(differences: Any, height: Tensor, eps: float, p: int) -> Any:
    squares = (differences**2).sum(-1)
    costs = squares / 2 if p == 2 else _clamped(squares, height).sqrt()
    return _lazy(height[None, :, None]) - costs * _number(1 / eps, height)


def _clamped(squares: Any, like: Tensor) -> Any:
    smallest = _number(SMALLEST_SQUARE, like)
    return (squares - smallest).relu() + smallest


def _number(value: float, like: Tensor) -> Any:
    """A parameter of the formula instead of a part of it, so that another value needs no other compilation."""
    return _lazy(torch.full((1, 1, 1), value, dtype=like.dtype, device=like.device))


def _lazy(values: Tensor) -> Any:
    return lazy_tensor()(values.contiguous())
