"""Stacked sweeps: the softmins of every problem alone, whatever stands beside it."""

from __future__ import annotations

import pytest
import torch

from geobias_kernels.costs import stacked_costs, stored_cost
from geobias_kernels.torch_stack import StackedSweep


def made(n, m, dtype, scale=1.0, count=5, seed=0):
    rng = torch.Generator().manual_seed(seed)
    x = torch.randn(count, n, 6, generator=rng, dtype=dtype) * scale
    y = torch.randn(count, m, 6, generator=rng, dtype=dtype) * scale + scale
    a, b = (torch.rand(count, size, generator=rng, dtype=dtype) + 0.1 for size in (n, m))
    f, g = (torch.randn(count, size, generator=rng, dtype=dtype) * scale**2 for size in (n, m))
    return x, y, a, b, f, g


def softmin(cost, weights, potential, eps):
    """By its definition, in float64."""
    exponents = weights.double().log() + (potential.double() - cost.double()) / eps
    return -eps * exponents.logsumexp(1)


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (7, 4), (40, 33)])
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-12), (torch.float32, 2e-6)])
@pytest.mark.parametrize("scale", [1.0, 40.0])  # at the larger one most sums leave their range
def test_softmins_are_those_of_the_definition(n, m, dtype, tolerance, p, scale):
    x, y, a, b, f, g = made(n, m, dtype, scale)
    eps = torch.tensor([[0.05], [0.3], [1.0], [4.0], [0.5]], dtype=dtype)
    rows, columns = StackedSweep(x, y, a, b, p)((f, g), eps)
    (own,) = StackedSweep(x, None, a, None, p)((f,), eps)
    for k in range(len(x)):
        cost, itself, at = stored_cost(x[k], y[k], p), stored_cost(x[k], None, p), float(eps[k])
        wanted = softmin(cost, b[k], g[k], at), softmin(cost.T, a[k], f[k], at), softmin(itself, a[k], f[k], at)
        for found, want in zip((rows[k], columns[k], own[k]), wanted, strict=True):
            size = max(1.0, float(want.abs().max()), float(cost.max()))
            assert (found - want).abs().max() <= tolerance * size


@pytest.mark.parametrize(("n", "m"), [(1, 3), (10, 10), (12, 9), (19, 21), (20, 20), (40, 33)])
def test_no_problem_changes_the_bits_of_another(n, m):
    x, y, a, b, f, g = made(n, m, torch.float32, count=9)
    eps = torch.full((9, 1), 0.3)
    together = StackedSweep(x, y, a, b, 2)((f, g), eps)
    for k in (0, 4, 8):
        alone = StackedSweep(*(part[k : k + 1] for part in (x, y, a, b)), 2)((f[k : k + 1], g[k : k + 1]), eps[:1])
        assert all(torch.equal(one[0], whole[k]) for one, whole in zip(alone, together, strict=True))


def test_costs_are_those_of_single_clouds_and_equal_points_cost_nothing():
    x, y, *_ = made(12, 9, torch.float32, scale=30.0)
    y[:, 3], y[:, 4] = x[:, 5], x[:, 6] + 1e-4
    for k, cost in enumerate(stacked_costs(x, y, 2)):
        assert torch.allclose(cost, stored_cost(x[k], y[k], 2), rtol=2e-7, atol=0)
        assert cost[5, 3] == 0
    assert not stacked_costs(x, None, 2).diagonal(dim1=1, dim2=2).any()
