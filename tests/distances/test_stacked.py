"""Stacks of small problems in torch: what each gives alone, with gradients, whatever stands beside it."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from geobias.distances import sinkhorn_divergence, solve_sinkhorn
from geobias.distances.backends import BACKENDS
from geobias.distances.inputs import make_cloud
from geobias.distances.problems import Problem
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.stacked import is_small, solve_stacked
from geobias.distances.sweeping import solve_by_sweeps, torch_sweep

SETTINGS: list[dict[str, Any]] = [{}, {"p": 1}, {"reach": 2.0}, {"p": 1, "debias": False}, {"blur": 3.0}]


def batch(n=12, m=9, pairs=5, dtype=torch.float64):
    rng = torch.Generator().manual_seed(0)
    scales = torch.logspace(-1, 1, pairs, dtype=dtype)[:, None, None]  # so schedules are of several lengths
    x, y = (torch.randn(pairs, size, 7, generator=rng, dtype=dtype) * scales for size in (n, m))
    a, b = (torch.rand(pairs, size, generator=rng, dtype=dtype) + 0.1 for size in (n, m))
    return x, y + scales, a / a.sum(1, keepdim=True), b / b.sum(1, keepdim=True)


def clouds(x, a):
    return [make_cloud(points, weights, "x") for points, weights in zip(x, a, strict=True)]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_stacked_potentials_are_those_of_one_problem_after_another(settings):
    x, y, a, b = batch()
    options = SinkhornOptions(**settings)
    pairs = zip(clouds(x, a), clouds(y, b), strict=True)
    problems = [Problem(one, two, options.schedule(3.0 * k + 1)) for k, (one, two) in enumerate(pairs)]
    problems += [Problem(one, None, options.schedule(8.0)) for one in clouds(y, b)]
    assert all(map(is_small, problems))
    for problem, found in zip(problems, solve_stacked(problems, options), strict=True):
        alone = solve_by_sweeps(torch_sweep(problem, options), problem, options, False)
        assert found.n_iter == alone.n_iter
        assert found.residual == pytest.approx(alone.residual, rel=1e-6, abs=1e-9)
        for stacked, wanted in zip((*found.before, *found.after), (*alone.before, *alone.after), strict=True):
            assert torch.allclose(stacked, wanted, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_values_and_gradients_of_a_batch_are_those_of_single_pairs_in_cpp(settings):
    if BACKENDS["native"].obstacle():
        pytest.skip("the C++ library is not built")
    given, found = batch(), {}
    for backend in ("torch", "native"):
        tensors = [tensor.clone().requires_grad_() for tensor in given]
        x, y, a, b = tensors
        pairs = [slice(None)] if backend == "torch" else range(len(x))
        values = [sinkhorn_divergence(x[k], y[k], a[k], b[k], backend=backend, **settings) for k in pairs]
        whole = torch.cat([value.reshape(-1) for value in values])
        (whole * torch.arange(1.0, 6.0)).sum().backward()
        found[backend] = [whole, *(tensor.grad for tensor in tensors)]
    for ours, theirs in zip(*found.values(), strict=True):
        assert torch.allclose(ours, theirs, rtol=1e-9, atol=1e-9 * float(theirs.detach().abs().max()))


def test_one_cloud_against_many_and_the_bits_of_each():
    x, y, *_ = batch(dtype=torch.float32)
    many = solve_sinkhorn(x[0], y, diameter=20.0, backend="torch")
    for k in range(len(y)):
        one = solve_sinkhorn(x[0], y[k], diameter=20.0, backend="torch")
        assert torch.equal(one.value, many.value[k])
        assert torch.equal(one.f, many.f[k])
        assert torch.equal(one.g, many.g[k])


def test_large_clouds_are_not_stacked():
    x = torch.randn(300, 2)
    cloud = make_cloud(x, torch.full((300,), 1 / 300), "x")
    assert not is_small(Problem(cloud, None, SinkhornOptions().schedule(1.0)))
    found = sinkhorn_divergence(torch.stack([x, x]), torch.stack([x + 1, x + 3]), backend="torch")
    assert found.tolist() == pytest.approx([1.0, 9.0], rel=1e-3)
