"""Potentials with known slopes have the gradients of the function that they are of."""

from __future__ import annotations

from collections.abc import Callable

import torch

from geobias.distances.slopes import sloped

Normal = Callable[..., torch.Tensor]


def test_gradients_follow_the_slopes(normal: Normal) -> None:
    points, way = normal(7, 3, seed=1).requires_grad_(), normal(7, seed=2)
    plain = points.square().sum(1).sin()
    slopes = torch.autograd.grad(plain.sum(), points)[0]
    made = sloped(points.detach().square().sum(1).sin(), slopes, points)
    assert torch.equal(made, plain)
    ours, theirs = (torch.autograd.grad((f.exp() * way).sum(), points)[0] for f in (made, points.square().sum(1).sin()))
    torch.testing.assert_close(ours, theirs, rtol=1e-13, atol=1e-15)


def test_float64_potentials_of_float32_points_keep_their_digits(normal: Normal) -> None:
    points = normal(5, 2, seed=1).float().requires_grad_()
    potential = normal(5, seed=2)
    made = sloped(potential, torch.ones(5, 2), points)
    assert torch.equal(made, potential)
    assert torch.equal(torch.autograd.grad(made.sum(), points)[0], torch.ones(5, 2))
