"""Gradients through the last step are those of the converged value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
import torch

from geobias.distances import pairwise_sinkhorn_divergence, sinkhorn_divergence, solve_sinkhorn
from geobias.distances.backends import BACKENDS

Normal = Callable[..., torch.Tensor]
WAYS: dict[str, dict[str, Any]] = {
    "torch": {"tol": 1e-11},
    "native": {"scaling": 0.9998},
}
"""Backends with what makes their values converged; those without `tol` cool slowly instead."""


def differ(value: Callable[..., torch.Tensor], inputs: Sequence[torch.Tensor], ways: Sequence[torch.Tensor]) -> float:
    """How far the slope along `ways` is from central differences of fourth order, relative to one and the slope."""
    leaves = [tensor.clone().requires_grad_() for tensor in inputs]
    gradients = torch.autograd.grad(value(*leaves), leaves)
    slope = sum(float((gradient * way).sum()) for gradient, way in zip(gradients, ways, strict=True))
    step = 1e-4

    def at(steps: int) -> float:
        return float(value(*(x + steps * step * way for x, way in zip(inputs, ways, strict=True))))

    differences = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step)
    return abs(slope - differences) / (1 + abs(slope))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("backend", WAYS)
@pytest.mark.parametrize("debias", [True, False])
@pytest.mark.parametrize("reach", [None, 1.5])
@pytest.mark.parametrize("p", [1, 2])
def test_slopes_are_those_of_finite_differences(
    normal: Normal, p: int, reach: float | None, debias: bool, backend: str
) -> None:
    """In points and weights together and in the weights alone, of a batch with absent points, and of a table."""
    if obstacle := BACKENDS[backend].obstacle():
        pytest.skip(obstacle)
    x, y = normal(2, 5, 2, seed=1), normal(2, 4, 2, seed=2) + 0.5
    a, b = normal(2, 5, seed=3).abs() + 0.2, normal(2, 4, seed=4).abs() + 0.2
    a[:, 0] = 0
    ways = [normal(*tensor.shape, seed=seed) for seed, tensor in enumerate((x, y, a, b), 5)]
    ways[2][:, 0] = 0
    if reach is None:
        a, b = a / a.sum(1, keepdim=True), b / b.sum(1, keepdim=True)
        for way, weights in ((ways[2], a), (ways[3], b)):
            way -= weights * way.sum(1, keepdim=True)
    allowed = 1e-6 if backend == "torch" else 1e-3
    blur = 0.5 if backend == "torch" else 0.8
    settings = {"p": p, "reach": reach, "debias": debias, "blur": blur, "diameter": 4.0, **WAYS[backend]}

    def value(*inputs: torch.Tensor) -> torch.Tensor:
        return sinkhorn_divergence(*inputs, backend=backend, **settings).sum()

    def table(*inputs: torch.Tensor) -> torch.Tensor:
        clouds, weights = ([inputs[k][0], inputs[k + 1][1], inputs[k][1]] for k in (0, 2))
        made = pairwise_sinkhorn_divergence(clouds, weights, backend=backend, **settings)
        return (made * torch.tensor([[0.5, 1, 2], [1, 0.25, 3], [2, 3, 0.75]])).sum()

    inputs = (x, y, a, b)
    assert differ(value, inputs, ways) < allowed
    assert differ(lambda a, b: value(x, y, a, b), inputs[2:], ways[2:]) < allowed
    assert differ(table, inputs, ways) < allowed
    marked = a.clone().requires_grad_()
    assert not torch.autograd.grad(value(x, y, marked, b), marked)[0][:, 0].any()


@pytest.mark.usefixtures("automatic")
def test_values_with_gradients_are_the_values_without(normal: Normal) -> None:
    x, y = normal(30, 8, seed=1), normal(20, 8, seed=2)
    plain = sinkhorn_divergence(x, y)
    with_graph = sinkhorn_divergence(x.clone().requires_grad_(), y)
    torch.testing.assert_close(with_graph.detach(), plain, rtol=1e-12, atol=0)
    with torch.no_grad():
        assert torch.equal(sinkhorn_divergence(x.clone().requires_grad_(), y), plain)
        assert not torch.is_grad_enabled()


def test_backends_leave_gradients_as_they_were(normal: Normal) -> None:
    pytest.importorskip("geomloss")
    x, y = normal(8, 3, seed=1).requires_grad_(), normal(6, 3, seed=2)
    with torch.no_grad():
        assert not solve_sinkhorn(x, y, backend="geomloss").value.requires_grad
        assert not torch.is_grad_enabled()
    gradients = [torch.autograd.grad(sinkhorn_divergence(x, y, backend=name), x)[0] for name in ("torch", "geomloss")]
    torch.testing.assert_close(*gradients, rtol=1e-9, atol=1e-12)
