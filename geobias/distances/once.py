"""Gradients that may be taken once: a second derivative is refused instead of being wrong."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from geobias.errors import InputError


def once_differentiable(tensor: Tensor, name: str) -> Tensor:
    """`tensor`, whose gradient can not be differentiated again: asking for that is an error that names `name`.

    The gradient of a value that is optimal in something else (a potential, a plan) is that with the something held
    fixed. Its own derivative is not the second derivative of the value, and would be wrong in silence.
    """
    return _Once.apply(tensor, name) if tensor.requires_grad and torch.is_grad_enabled() else tensor


class _Once(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, tensor: Tensor, name: str) -> Tensor:
        ctx.name = name
        return tensor.view_as(tensor)

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
        if torch.is_grad_enabled():  # create_graph=True
            grad = _Refuse.apply(grad.detach().requires_grad_(), ctx.name)
        return grad, None


class _Refuse(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, grad: Tensor, name: str) -> Tensor:
        ctx.name = name
        return grad.view_as(grad)

    @staticmethod
    def backward(ctx: Any, *_: Tensor) -> Any:
        raise InputError(
            f"{ctx.name} must be differentiated once",
            "a gradient of its gradient was asked for",
            "Take differences of gradients, or a measure with second derivatives: energy_distance or mmd.",
        )
