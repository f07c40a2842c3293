"""Gradients by slopes that are known already, without a graph of how values and potentials came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from geobias.distances.dual_values import dual_slopes
from geobias.distances.sinkhorn_options import SinkhornOptions


def sloped(potentials: Tensor, slopes: Tensor, points: Tensor) -> Tensor:
    """`potentials` (..., n), each a function of its own point (..., n, d) with these slopes (..., n, d)."""
    found: Tensor = _Sloped.apply(potentials, slopes, points)
    return found


class _Sloped(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, potentials: Tensor, slopes: Tensor, _: Tensor) -> Tensor:
        ctx.save_for_backward(slopes)
        return potentials.view_as(potentials)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[None, None, Tensor]:
        (slopes,) = ctx.saved_tensors
        return None, None, grad.to(slopes.dtype)[..., None] * slopes


@dataclass(frozen=True)
class Half:
    """What a side is to B divergences: potentials (B, n) with slopes (B, n, d) of transport to the other side and,
    debiased, of its clouds with themselves, which are taken off. `points` and `weights` are in the graph."""

    points: Tensor
    weights: Tensor
    potentials: Sequence[Tensor]
    slopes: Sequence[Tensor | None]

    @property
    def debiased(self) -> Tensor:
        """Its potentials (B, n), without a graph."""
        return self.potentials[0] if len(self.potentials) == 1 else self.potentials[0] - self.potentials[1]


def divergences(value: Tensor, x: Half, y: Half, options: SinkhornOptions) -> tuple[Tensor, Tensor, Tensor]:
    """Divergences (B,) and debiased potentials (B, n) and (B, m) in the graph of points and weights."""
    found: tuple[Tensor, Tensor, Tensor] = _Divergences.apply(
        (x, y), options, value, x.debiased, y.debiased, x.points, x.weights, y.points, y.weights
    )
    return found


class _Divergences(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, halves: tuple[Half, Half], options: SinkhornOptions, *tensors: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        ctx.halves, ctx.options = halves, options
        value, f, g = (tensor.view_as(tensor) for tensor in tensors[:3])
        return value, f, g

    @staticmethod
    def backward(ctx: Any, of_value: Tensor, *of_potentials: Tensor) -> tuple[Tensor | None, ...]:
        grads: list[Tensor | None] = []
        for half, of_potential, wanted in zip(ctx.halves, of_potentials, _pairs(ctx.needs_input_grad[5:]), strict=True):
            slopes = [dual_slopes(half.weights, f, ctx.options) for f in half.potentials]
            shares = [of_value[:, None] * in_potential + of_potential for in_potential, _ in slopes]
            in_weights = slopes[0][1] if len(slopes) == 1 else slopes[0][1] - slopes[1][1]
            grads.append(_in_points(half, shares) if wanted[0] else None)
            grads.append(_fitted(of_value[:, None] * in_weights, half.weights) if wanted[1] else None)
        return None, None, None, None, None, *grads


def _pairs(flags: tuple[bool, ...]) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
    return (flags[0], flags[1]), (flags[2], flags[3])


def _in_points(half: Half, shares: Sequence[Tensor]) -> Tensor:
    """The gradient in the points, from that in each potential (B, n)."""
    parts = [share.to(half.points.dtype)[..., None] for share in shares]
    slopes = [slope for slope in half.slopes if slope is not None]
    total = parts[0] * slopes[0]
    if len(parts) > 1:
        total = total.addcmul(parts[1], slopes[1], value=-1)
    return _fitted(total, half.points)


def _fitted(grad: Tensor, leaf: Tensor) -> Tensor:
    """A gradient (B, ...) as that of what all pairs may share (1, ...)."""
    return grad.to(leaf.dtype).sum_to_size(leaf.shape)
