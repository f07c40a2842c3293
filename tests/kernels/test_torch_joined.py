"""Joined sweeps: the softmins of pairs, and of each cloud with itself, as their definition has them."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from geobias_kernels.costs import stored_cost
from geobias_kernels.torch_joined import JoinedSweep


def made(n: int, m: int, dtype: torch.dtype, scale: float = 1.0, count: int = 5) -> list[Tensor]:
    """x, y, a, b and potentials (count, n + m, 2)."""
    rng = torch.Generator().manual_seed(0)
    x, y = (torch.randn(count, size, 6, generator=rng, dtype=dtype) * scale for size in (n, m))
    a, b = (torch.rand(count, size, generator=rng, dtype=dtype) + 0.1 for size in (n, m))
    return [x, y + scale, a, b, torch.randn(count, n + m, 2, generator=rng, dtype=dtype) * scale**2]


def softmin(cost: Tensor, weights: Tensor, potential: Tensor, eps: float) -> Tensor:
    """By its definition, in float64."""
    exponents = weights.double().log() + (potential.double() - cost.double()) / eps
    return -eps * exponents.logsumexp(1)


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize(("n", "m"), [(1, 1), (7, 4), (10, 10)])
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-12), (torch.float32, 2e-6)])
@pytest.mark.parametrize("scale", [1.0, 40.0])  # at the larger one most sums leave their range
def test_softmins_are_those_of_the_definition(n, m, dtype, tolerance, p, scale):
    x, y, a, b, potentials = made(n, m, dtype, scale)
    eps = torch.tensor([0.05, 0.3, 1.0, 4.0, 0.5], dtype=dtype)
    found = JoinedSweep(x, y, a, b, p)(potentials, eps[:, None, None])
    assert found.shape == (5, n + m, 2)
    for k in range(len(x)):
        clouds = ((x[k], a[k], slice(0, n)), (y[k], b[k], slice(n, None)))
        for side, (points, _, own) in enumerate(clouds):
            for to, (others, weights, part) in enumerate(clouds):
                cost = stored_cost(points, None if to == side else others, p)
                want = softmin(cost, weights, potentials[k, part, side], float(eps[k]))
                size = max(1.0, float(want.abs().max()), float(cost.max()))
                assert (found[k, own, to] - want).abs().max() <= tolerance * size


@pytest.mark.parametrize(("n", "m"), [(1, 3), (10, 10), (12, 9), (40, 33)])
def test_no_pair_changes_the_bits_of_another(n, m):
    *tensors, potentials = made(n, m, torch.float32, count=9)
    together = JoinedSweep(*tensors, 2)(potentials, torch.full((9, 1, 1), 0.3))
    for k in (0, 4, 8):
        alone = JoinedSweep(*(tensor[k : k + 1] for tensor in tensors), 2)
        assert torch.equal(alone(potentials[k : k + 1], torch.full((1, 1, 1), 0.3))[0], together[k])
