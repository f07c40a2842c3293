"""The symbolic sweep against the plain formulas; needs pykeops and a compiler."""

from __future__ import annotations

import shutil

import pytest
import torch

from geobias_kernels import reference
from geobias_kernels.keops_sweep import KeopsSweep

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("g++") is None, reason="pykeops needs a C++ compiler"),
]


@pytest.mark.parametrize("p", [1, 2])
def test_softmins_are_the_reference(p: int) -> None:
    pytest.importorskip("pykeops")
    generator = torch.Generator().manual_seed(0)
    x, y = (torch.randn(n, 3, dtype=torch.float64, generator=generator) + 5 for n in (11, 7))
    a, b = (torch.rand(n, dtype=torch.float64, generator=generator) + 0.1 for n in (11, 7))
    f, g = torch.linspace(-1, 1, 11).double(), torch.linspace(0, 1, 7).double()
    expected = reference.softmins(reference.cost(x, y, p), a, b, f, g, 0.2)
    for actual, wanted in zip(KeopsSweep(x, y, a, b, p)((f, g), 0.2), expected, strict=True):
        torch.testing.assert_close(actual, wanted, rtol=1e-10, atol=1e-10)
    (alone,) = KeopsSweep(x, None, a, None, p)((f,), 0.2)
    torch.testing.assert_close(alone, reference.softmin(reference.cost(x, x, p), a, f, 0.2), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("p", [1, 2])
def test_gradients_are_those_of_the_plain_formula(p: int) -> None:
    pytest.importorskip("pykeops")
    generator = torch.Generator().manual_seed(0)
    x, y = (torch.randn(n, 3, dtype=torch.float64, generator=generator) + 5 for n in (11, 7))
    y[0] = x[0]  # where the cost of p=1 has a kink, its slope is 0
    a, b = (torch.rand(n, dtype=torch.float64, generator=generator) + 0.1 for n in (11, 7))
    f, g = torch.linspace(-1, 1, 11).double(), torch.linspace(0, 1, 7).double()
    up = torch.rand(11, generator=generator).double(), torch.rand(7, generator=generator).double()

    def gradients(softmins: tuple[torch.Tensor, ...], *points: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return torch.autograd.grad(sum(s @ u for s, u in zip(softmins, up, strict=False)), points)

    x.requires_grad_(), y.requires_grad_()
    plain = (
        reference.softmin(reference.cost(x, y.detach(), p), b, g, 0.2),
        reference.softmin(reference.cost(y, x.detach(), p), a, f, 0.2),
    )
    found = gradients(KeopsSweep(x, y, a, b, p)((f, g), 0.2), x, y)
    for actual, wanted in zip(found, gradients(plain, x, y), strict=True):
        torch.testing.assert_close(actual, wanted, rtol=1e-10, atol=1e-10)
    # Of a cloud with itself the gradient is that in the points on which the softmin lives.
    alone = gradients(KeopsSweep(x, None, a, None, p)((f,), 0.2), x)
    itself = gradients((reference.softmin(reference.cost(x, x.detach(), p), a, f, 0.2),), x)
    torch.testing.assert_close(alone, itself, rtol=1e-10, atol=1e-10)
