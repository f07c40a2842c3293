"""Sweeps against the plain log-sum-exp, where one exponential suffices and where it does not."""

from __future__ import annotations

import pytest
import torch

from geobias_kernels import reference, torch_sweep
from geobias_kernels.costs import StoredCost, stored_cost
from geobias_kernels.torch_sweep import CrossSweep, SelfSweep

SHAPES = [(1, 1, 1), (2, 7, 1), (64, 33, 3), (100, 257, 1024)]
TOLERANCE = {torch.float32: 2e-6, torch.float64: 1e-13}


def problem(n: int, m: int, d: int, dtype: torch.dtype, seed: int = 0) -> tuple[torch.Tensor, ...]:
    generator = torch.Generator().manual_seed(seed)
    x, y = (torch.randn(size, d, dtype=torch.float64, generator=generator).to(dtype) for size in (n, m))
    a, b = (torch.rand(size, dtype=torch.float64, generator=generator).add(0.01).to(dtype) for size in (n, m))
    return x, y, a / a.sum(), b / b.sum()


def agree(actual: torch.Tensor, expected: torch.Tensor, scale: float) -> None:
    assert float((actual.double() - expected).abs().max()) <= TOLERANCE[actual.dtype] * scale


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize(("n", "m", "d"), SHAPES)
@pytest.mark.parametrize("eps", [100.0, 1.0, 0.0025])
def test_cross_sweep_is_both_softmins(n: int, m: int, d: int, eps: float, dtype: torch.dtype) -> None:
    x, y, a, b = problem(n, m, d, dtype)
    cost = stored_cost(x, y, 2)
    f, g = reference.softmins(cost, a, b, torch.zeros(n), torch.zeros(m), eps)
    f, g = f.to(dtype) / 2, g.to(dtype) / 2
    expected = reference.softmins(cost, a, b, f, g, eps)
    for actual, wanted in zip(CrossSweep(StoredCost(cost), a, b)((f, g), eps), expected, strict=True):
        agree(actual, wanted, 1 + float(cost.max()))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("block", [1, 37, 1 << 18])
def test_self_sweep_is_the_softmin_whatever_the_block(
    block: int, dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch_sweep, "CPU_BLOCK", block)
    x, _, a, _ = problem(41, 1, 6, dtype)
    cost = stored_cost(x, None, 2)
    f = torch.linspace(-1, 1, 41, dtype=dtype)
    (actual,) = SelfSweep(StoredCost(cost), a)((f,), 0.5)
    agree(actual, reference.softmin(cost, a, f, 0.5), 1 + float(cost.max()))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("shift", [-1e3, 1e3, 1e5])
def test_sums_that_leave_the_range_are_recomputed(shift: float, dtype: torch.dtype) -> None:
    x, y, a, b = problem(30, 20, 4, dtype)
    cost = stored_cost(x, y, 2)
    f, g = torch.zeros(30, dtype=dtype), torch.zeros(20, dtype=dtype)
    f[::3] += shift
    expected = reference.softmins(cost, a, b, f, g, 1.0)
    for actual, wanted in zip(CrossSweep(StoredCost(cost), a, b)((f, g), 1.0), expected, strict=True):
        agree(actual, wanted, 1 + abs(shift))
    own = stored_cost(x, None, 2)
    (actual,) = SelfSweep(StoredCost(own), a)((f,), 1.0)
    agree(actual, reference.softmin(own, a, f, 1.0), 1 + abs(shift))


def test_masses_need_not_be_one() -> None:
    x, y, a, b = problem(12, 9, 3, torch.float64)
    cost, f, g = stored_cost(x, y, 2), torch.zeros(12).double(), torch.zeros(9).double()
    for scale in (1e-30, 1e30):
        expected = reference.softmins(cost, scale * a, b / scale, f, g, 0.3)
        for actual, wanted in zip(
            CrossSweep(StoredCost(cost), scale * a, b / scale)((f, g), 0.3), expected, strict=True
        ):
            torch.testing.assert_close(actual, wanted, rtol=1e-12, atol=1e-12)


def test_memory_left_by_others_does_not_matter() -> None:
    x, y, a, b = problem(40, 50, 3, torch.float32)
    sweep = CrossSweep(StoredCost(stored_cost(x, y, 2)), a, b)
    clean = sweep((torch.zeros(40), torch.zeros(50)), 0.1)
    sweep.buffer.fill_(torch.nan)
    for first, second in zip(clean, sweep((torch.zeros(40), torch.zeros(50)), 0.1), strict=True):
        assert torch.equal(first, second)
