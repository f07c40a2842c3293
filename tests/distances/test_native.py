"""The native backend hands over what it is given, and gives what torch gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.distances import (
    backends,
    bootstrap_sinkhorn_divergence,
    cloud_diameter,
    pairwise_sinkhorn_divergence,
    sinkhorn_divergence,
    solve_sinkhorn,
)
from geobias.distances import native as module
from geobias_kernels import native, native_library

pytestmark = pytest.mark.skipif(
    native_library.obstacle() is not None, reason=f"the native library {native_library.obstacle()}"
)

Normal = Callable[..., torch.Tensor]
Clouds = tuple[torch.Tensor, torch.Tensor]
KINDS = [{}, {"p": 1}, {"reach": 5.0}, {"reach": 0.3}, {"debias": False}, {"blur": 1.0, "scaling": 0.9}]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_values_and_potentials_are_those_of_torch(embedded: Clouds, kind: dict[str, Any]) -> None:
    x, y = (points.double() for points in embedded)
    ours, theirs = (solve_sinkhorn(x, y, backend=name, **kind) for name in ("native", "torch"))
    torch.testing.assert_close(ours.value, theirs.value, rtol=1e-10, atol=0)
    torch.testing.assert_close(ours.f, theirs.f, rtol=1e-9, atol=1e-10)
    torch.testing.assert_close(ours.g, theirs.g, rtol=1e-9, atol=1e-10)
    assert (ours.backend, ours.n_iter) == ("native", theirs.n_iter)
    assert ours.residual == pytest.approx(theirs.residual, rel=1e-6)


@pytest.mark.parametrize("kind", [k for k in KINDS if k.get("p") != 1], ids=str)
def test_float32_is_within_a_ten_millionth_of_float64(embedded: Clouds, kind: dict[str, Any]) -> None:
    diameter = cloud_diameter(embedded)
    exact = sinkhorn_divergence(*(points.double() for points in embedded), diameter=diameter, **kind).item()
    # The value leaves in float32, whose rounding is 6e-8.
    value = sinkhorn_divergence(*embedded, diameter=diameter, backend="native", **kind).item()
    assert value == pytest.approx(exact, rel=1e-7)


def test_a_cost_that_does_not_fit_is_made_anew(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = normal(150, 5, seed=1), normal(41, 5, seed=2)
    stored = sinkhorn_divergence(x, y, backend="native")
    monkeypatch.setattr(module, "STORED_BYTES", 0)
    assert torch.equal(sinkhorn_divergence(x, y, backend="native"), stored)


@pytest.mark.parametrize("kind", [{}, {"p": 1}, {"reach": 2.0}], ids=str)
def test_sharing_costs_changes_no_bits(normal: Normal, kind: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    pools = [TokenClouds(normal(60, 8, seed=g).float() + g, torch.arange(0, 61, 3)) for g in range(2)]
    draws = torch.randint(0, 20, (20, 2, 12), generator=torch.Generator().manual_seed(0))
    made: list[int] = []
    costs = native.costs
    monkeypatch.setattr(native, "costs", lambda *given: made.append(1) or costs(*given))
    shared = bootstrap_sinkhorn_divergence(pools, draws, backend="native", **kind)
    assert len(made) == 3
    monkeypatch.setattr(module, "SHARED_BYTES", 0)
    assert torch.equal(bootstrap_sinkhorn_divergence(pools, draws, backend="native", **kind), shared)
    assert len(made) == 3


def test_threads_are_fewer_where_costs_are_large_or_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STORED_BYTES", 100)
    assert module._threads([10, 50, 101], 8) == 1
    monkeypatch.setattr(module, "THREAD_BYTES", 1)
    assert module._threads([10, 50, 101], 8) == 2
    assert module._threads([101], 3) == 3
    assert module._threads([], 3) == 1


def test_a_table_is_one_call(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    solve, solve_batches = native.solve, module.solve_batches
    monkeypatch.setattr(native, "solve", lambda problems, *rest: calls.append(len(problems)) or solve(problems, *rest))
    monkeypatch.setattr(
        module, "solve_batches", lambda some, *rest: calls.append(sum(map(len, some))) or solve_batches(some, *rest)
    )
    pairwise_sinkhorn_divergence([normal(9, 3, seed=g) for g in range(4)], backend="native")
    sinkhorn_divergence(normal(5, 9, 3), normal(5, 8, 3), backend="native")
    assert calls == [10, 15]


def test_gradients_are_those_of_torch(embedded: Clouds) -> None:
    for kind in ({}, {"p": 1}, {"reach": 3.0}):
        gradients = []
        for name in ("native", "torch"):
            x, y = (points[:40].double().requires_grad_() for points in embedded)
            value = sinkhorn_divergence(x, y, backend=name, diameter=60.0, **kind)
            gradients.append(torch.cat(torch.autograd.grad(value, (x, y))))
        torch.testing.assert_close(*gradients, rtol=1e-8, atol=1e-11)


def test_the_default_type_and_precision_of_products_do_not_leak_in(normal: Normal) -> None:
    x, y = normal(90, 64, seed=1).float(), normal(80, 64, seed=2).float()
    value = sinkhorn_divergence(x, y, backend="native")
    before = torch.get_float32_matmul_precision()
    try:
        torch.set_float32_matmul_precision("medium")
        assert torch.equal(sinkhorn_divergence(x, y, backend="native"), value)
        assert torch.get_float32_matmul_precision() == "medium"
    finally:
        torch.set_float32_matmul_precision(before)


def test_native_is_found_by_auto() -> None:
    assert backends.AUTOMATIC[0] == "native"
    assert solve_sinkhorn(torch.ones(2, 3), torch.zeros(2, 3)).backend == "native"
