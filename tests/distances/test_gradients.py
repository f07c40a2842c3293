"""Gradients through the last step are those of the converged value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from geobias.distances import pairwise_sinkhorn_divergence, sinkhorn_divergence, solve_sinkhorn

Normal = Callable[..., torch.Tensor]
CONVERGED = {"tol": 1e-11, "blur": 0.8, "diameter": 4.0}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "settings", [{}, {"p": 1}, {"debias": False}, {"reach": 1.5}, {"reach": 1.5, "debias": False}], ids=str
)
def test_gradcheck_in_points_and_weights(normal: Normal, settings: dict[str, Any]) -> None:
    x, y = normal(4, 2, seed=1).requires_grad_(), normal(3, 2, seed=2).requires_grad_()
    a, b = normal(4, seed=3).requires_grad_(), normal(3, seed=4).requires_grad_()

    def value(x: torch.Tensor, y: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return sinkhorn_divergence(x, y, a.softmax(0), b.softmax(0), **CONVERGED, **settings)

    assert torch.autograd.gradcheck(value, (x, y, a, b), eps=1e-5, atol=1e-6)


def test_unbalanced_gradients_in_free_weights(normal: Normal) -> None:
    x, y = normal(4, 2, seed=1), normal(3, 2, seed=2)
    a = torch.tensor([0.1, 0.5, 0.2, 0.6], dtype=torch.float64, requires_grad=True)

    def value(a: torch.Tensor) -> torch.Tensor:
        return sinkhorn_divergence(x, y, a, a.new_tensor([0.2, 0.3, 0.4]), reach=1.5, **CONVERGED)

    assert torch.autograd.gradcheck(value, (a,), eps=1e-5, atol=1e-6)


def test_a_batch_and_a_table_have_gradients(normal: Normal) -> None:
    x, y = normal(2, 3, 2, seed=1).requires_grad_(), normal(2, 2, 2, seed=2)
    assert torch.autograd.gradcheck(lambda x: sinkhorn_divergence(x, y, **CONVERGED), (x,), eps=1e-5, atol=1e-6)
    clouds = tuple(normal(n, 2, seed=n).requires_grad_() for n in (2, 3, 1))
    table = lambda *clouds: pairwise_sinkhorn_divergence(clouds, **CONVERGED)  # noqa: E731
    assert torch.autograd.gradcheck(table, clouds, eps=1e-5, atol=1e-6)


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
