"""Gradients that may be taken once: a second derivative is refused instead of being wrong."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from geobias.errors import InputError


def once_differentiable(name: str, *tensors: Tensor) -> tuple[Tensor, ...]:
    """`tensors`, whose gradients can not be differentiated again: asking for that is an error that names `name`.

    The gradient of a value that is optimal in something else (a potential, a plan) is that with the something held
    fixed. Its own derivative is not the second derivative of the value, and would be wrong in silence.
    """
    inputs = [tensor for tensor in tensors if tensor.requires_grad]
    if not inputs or not torch.is_grad_enabled():
        return tensors
    marked = iter(_Once.apply(name, *inputs))
    return tuple(next(marked) if tensor.requires_grad else tensor for tensor in tensors)


class _Once(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, name: str, *tensors: Tensor) -> tuple[Tensor, ...]:
        ctx.name = name
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(*tensors)
        return tuple(tensor.view_as(tensor) for tensor in tensors)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor | None) -> tuple[Tensor | None, ...]:
        if torch.is_grad_enabled():  # create_graph=True
            # All tensors go along, so that the refusal is met on every way back to any of them.
            grads = tuple(g if g is None else _Refuse.apply(ctx.name, g, *ctx.saved_tensors) for g in grads)
        return (None, *grads)


class _Refuse(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, name: str, grad: Tensor, *_: Tensor) -> Tensor:
        ctx.name = name
        return grad.view_as(grad)

    @staticmethod
    def backward(ctx: Any, *_: Tensor) -> Any:
        raise InputError(
            f"{ctx.name} must be differentiated once",
            "a gradient of its gradient was asked for",
            "Take differences of gradients, or a measure with second derivatives: energy_distance or mmd.",
        )
