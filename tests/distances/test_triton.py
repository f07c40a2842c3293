"""The Triton backend on the CPU: the plain sweep in place of the kernels, and the kernels by Triton's interpreter."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch

from geobias.clouds import TokenClouds
from geobias.distances import (
    available_backends,
    backends,
    bootstrap_sinkhorn_divergence,
    pairwise_sinkhorn_divergence,
    sinkhorn_divergence,
    solve_sinkhorn,
)
from geobias.distances.backends import choose_backend, usable_backends
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.triton import TritonBackend
from geobias.errors import InputError, MissingDependencyError
from geobias_kernels import cuda
from geobias_kernels.ragged_reference import ReferenceSweep

Normal = Callable[..., torch.Tensor]
KINDS = [{}, {"p": 1}, {"reach": 2.0}, {"debias": False}, {"blur": 1.0, "scaling": 0.9}]
PLAIN = TritonBackend(ReferenceSweep, ReferenceSweep, lambda device: 1 << 40, "cpu")


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The backend with plain sweeps on the CPU; called with fields, those instead."""

    def use(**fields: Any) -> None:
        monkeypatch.setitem(backends.BACKENDS, "triton", replace(PLAIN, **fields))

    monkeypatch.setattr(cuda, "obstacle", lambda: None)
    use()
    return use


def clouds(normal: Normal) -> tuple[torch.Tensor, torch.Tensor]:
    return normal(40, 6, seed=1).float(), normal(31, 6, seed=2).float() + 1


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_values_and_potentials_are_those_of_torch(normal: Normal, kind: dict[str, Any]) -> None:
    ours, theirs = (solve_sinkhorn(*clouds(normal), backend=name, **kind) for name in ("triton", "torch"))
    torch.testing.assert_close(ours.value, theirs.value, rtol=1e-5, atol=0)
    torch.testing.assert_close(ours.f, theirs.f, rtol=1e-4, atol=1e-4)
    assert (ours.backend, ours.n_iter) == ("triton", theirs.n_iter)
    assert ours.residual == pytest.approx(theirs.residual, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_gradients_are_those_of_torch(normal: Normal, kind: dict[str, Any]) -> None:
    gradients = []
    for name in ("triton", "torch"):
        x, y = (points.requires_grad_() for points in clouds(normal))
        a = torch.full((40,), 1 / 40, requires_grad=True)
        value = sinkhorn_divergence(x, y, a, backend=name, **kind)
        gradients.append(torch.autograd.grad(value, (x, y, a)))
    for ours, theirs in zip(*gradients, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-3, atol=1e-4 * theirs.abs().max().item())


def test_gradients_reach_one_side_and_weights_alone(normal: Normal) -> None:
    x, y = clouds(normal)
    y.requires_grad_()
    assert torch.isfinite(torch.autograd.grad(sinkhorn_divergence(x, y, backend="triton"), y)[0]).all()
    b = torch.full((31,), 1 / 31, requires_grad=True)
    assert torch.isfinite(
        torch.autograd.grad(sinkhorn_divergence(x, y.detach(), None, b, backend="triton"), b)[0]
    ).all()
    value = sinkhorn_divergence(x, y, backend="triton")
    (first,) = torch.autograd.grad(value, y, create_graph=True)
    with pytest.raises(InputError, match="must be differentiated once"):
        first.sum().backward()


def test_tables_and_replicates_are_those_of_torch(normal: Normal) -> None:
    points = [normal(30 + 6 * g, 5, seed=g).float() + g for g in range(3)]
    tables = [pairwise_sinkhorn_divergence(points, backend=name) for name in ("triton", "torch")]
    torch.testing.assert_close(*tables, rtol=1e-5, atol=1e-6)
    pools = [TokenClouds(cloud, torch.arange(0, len(cloud) + 1, 3)) for cloud in points]
    draws = torch.randint(0, 10, (4, 3, 6), generator=torch.Generator().manual_seed(0))
    for kind in ({}, {"p": 1}, {"weighting": "document", "reach": 3.0}):
        found = [bootstrap_sinkhorn_divergence(pools, draws, backend=name, **kind) for name in ("triton", "torch")]
        torch.testing.assert_close(*found, rtol=1e-5, atol=1e-5)


def test_a_call_is_one_launch_where_the_costs_fit(normal: Normal, plain: Callable[..., None]) -> None:
    made: list[tuple[str, int]] = []

    def counting(kind: str) -> Callable[..., ReferenceSweep]:
        return lambda problems, precision: made.append((kind, len(problems))) or ReferenceSweep(problems, precision)

    points = [normal(20, 3, seed=g).float() for g in range(4)]
    both = {"resident": counting("resident"), "streaming": counting("streaming")}
    plain(**both)
    whole = pairwise_sinkhorn_divergence(points, backend="triton")
    assert made == [("resident", 10)]
    made.clear()
    plain(**both, free=lambda device: 400_000)  # 70 % of it hold four tiles of 68 KB
    assert torch.equal(pairwise_sinkhorn_divergence(points, backend="triton"), whole)
    assert made == [("resident", 4), ("resident", 3), ("resident", 3)]
    made.clear()
    plain(**both, free=lambda device: 0)
    assert torch.equal(pairwise_sinkhorn_divergence(points, backend="triton"), whole)
    assert made == [("streaming", 10)]


def test_too_little_memory_is_met_by_streaming_with_a_notice(normal: Normal, plain: Callable[..., None]) -> None:
    def exhausted(*_: Any) -> ReferenceSweep:
        raise torch.cuda.OutOfMemoryError("no room")

    x, y = clouds(normal)
    expected = sinkhorn_divergence(x, y, backend="triton")
    plain(resident=exhausted)
    with pytest.warns(RuntimeWarning, match=r"costs of .* GiB did not fit .*, though 717 GiB seemed free: 3 "):
        assert torch.equal(sinkhorn_divergence(x, y, backend="triton"), expected)
    plain(resident=exhausted, streaming=exhausted)
    with pytest.warns(RuntimeWarning), pytest.raises(torch.cuda.OutOfMemoryError):
        sinkhorn_divergence(x, y, backend="triton")


def test_what_it_does_not_take_is_left_to_torch(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "AUTOMATIC", ("triton", "torch"))
    x, y = clouds(normal)
    assert solve_sinkhorn(x, y).backend == "triton"
    for change, why in (
        ({"x": x.double()}, "have clouds in float32, but they are torch.float64. Convert them with .float(), or pass"),
        ({"tol": 0.1}, "run without tol, but tol is 0.1. Pass backend='torch', which 'auto' takes too."),
    ):
        given = {"x": x, "y": y, **change}
        solution = solve_sinkhorn(**given)
        assert solution.backend == "torch"
        assert f"not triton: backend 'triton' must {why}" in solution.reason
        with pytest.raises(InputError, match=re.escape(why)):
            solve_sinkhorn(**given, backend="triton")
    monkeypatch.setitem(backends.BACKENDS, "triton", TritonBackend())
    with pytest.raises(InputError, match=r"on a CUDA device, but they are on cpu\. Move them with \.cuda\(\), or"):
        solve_sinkhorn(x, y, backend="triton")


def test_auto_takes_it_first_on_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BACKENDS, "triton", TritonBackend())
    chosen, reason = choose_backend(SinkhornOptions(), torch.device("cuda"))
    assert (chosen.name, reason) == ("triton", TritonBackend.reason)
    assert choose_backend(SinkhornOptions(), torch.device("cuda"), torch.float64)[0].name == "torch"
    monkeypatch.setattr(cuda, "obstacle", lambda: "the device has compute capability 7.5, but the kernels need 8.0")
    chosen, reason = choose_backend(SinkhornOptions(), torch.device("cuda"))
    assert chosen.name == "torch"
    assert "not triton: backend 'triton' cannot run here: the device has compute capability 7.5" in reason
    with pytest.raises(MissingDependencyError, match=r"capability 7\.5, but the kernels need 8\.0\."):
        choose_backend(SinkhornOptions(backend="triton"), torch.device("cuda"))
    assert not next(status for status in available_backends() if status.name == "triton").available


def test_a_machine_with_a_card_still_has_clouds_on_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BACKENDS, "triton", TritonBackend())
    assert "triton" not in usable_backends(SinkhornOptions(), torch.device("cpu"))
    on_card = usable_backends(SinkhornOptions(), torch.device("cuda"))
    assert "triton" in on_card
    assert "native" not in on_card
    assert "triton" not in usable_backends(SinkhornOptions(), torch.device("cuda"), torch.float64)


def test_a_cloud_is_not_taken_for_its_transpose(normal: Normal) -> None:
    x = normal(6, 6).float()
    found = [pairwise_sinkhorn_divergence([x, x.T], backend=name) for name in ("triton", "torch")]
    torch.testing.assert_close(*found, rtol=1e-5, atol=1e-6)
    wide = normal(30, 12).float()[:, ::2]
    pools = [TokenClouds(points, torch.arange(0, 31, 3)) for points in (wide, wide + 1)]
    draws = torch.randint(0, 10, (3, 2, 4), generator=torch.Generator().manual_seed(0))
    found = [bootstrap_sinkhorn_divergence(pools, draws, backend=name) for name in ("triton", "torch")]
    torch.testing.assert_close(*found, rtol=1e-5, atol=1e-6)


def test_nothing_warns(normal: Normal) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sinkhorn_divergence(*clouds(normal), backend="triton")


INTERPRETED = """
import torch
from geobias.clouds import TokenClouds
from geobias.distances import backends, bootstrap_sinkhorn_divergence, sinkhorn_divergence
from geobias.distances.triton import TritonBackend
from geobias_kernels import cuda

cuda.obstacle = lambda: None
generator = torch.Generator().manual_seed(0)
x, y = torch.randn(70, 33, generator=generator), torch.randn(45, 33, generator=generator) + 0.3
for free in (1 << 30, 0):  # resident, then streaming
    backends.BACKENDS["triton"] = TritonBackend(free=lambda device: free, device_type="cpu")
    values, gradients = [], []
    for name in ("triton", "torch"):
        points = x.clone().requires_grad_()
        values.append(sinkhorn_divergence(points, y, backend=name, blur=0.5))
        gradients.append(torch.autograd.grad(values[-1], points)[0])
    torch.testing.assert_close(*values, rtol=1e-5, atol=0)
    torch.testing.assert_close(*gradients, rtol=1e-3, atol=1e-5)
    pools = [TokenClouds(cloud, torch.arange(0, len(cloud) + 1, 5)) for cloud in (x, y)]
    draws = torch.randint(0, 9, (2, 2, 4), generator=generator)
    # The interpreter swaps triton's functions while a kernel runs: one thread.
    settings = {"p": 1, "blur": 1.0, "workers": 1}
    tables = [bootstrap_sinkhorn_divergence(pools, draws, backend=name, **settings) for name in ("triton", "torch")]
    torch.testing.assert_close(*tables, rtol=1e-5, atol=1e-6)
print("equal")
"""


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("triton") is None, reason="triton is absent")
def test_the_kernels_give_what_torch_gives() -> None:
    environment = {**os.environ, "TRITON_INTERPRET": "1"}
    done = subprocess.run([sys.executable, "-c", INTERPRETED], env=environment, capture_output=True, text=True)
    assert done.stdout.strip().endswith("equal"), done.stderr


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no CUDA device")
@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(("precision", "tolerance"), [("ieee", 1e-5), ("tf32x3", 1e-5), ("tf32", 1e-4)])
def test_on_a_card_values_are_those_of_float64(
    normal: Normal, plain: Callable[..., None], kind: dict[str, Any], precision: str, tolerance: float
) -> None:
    x, y = normal(700, 384, seed=1).cuda(), normal(513, 384, seed=2).cuda() + 0.2
    truth = sinkhorn_divergence(x, y, backend="torch", diameter=60.0, **kind).item()
    for free in (1 << 33, 0):
        plain(**{**vars(TritonBackend()), "free": lambda device, free=free: free})
        options = {"backend": "triton", "precision": precision, "diameter": 60.0, **kind}
        assert sinkhorn_divergence(x.float(), y.float(), **options).item() == pytest.approx(truth, rel=tolerance)
