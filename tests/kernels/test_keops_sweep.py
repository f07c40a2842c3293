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
