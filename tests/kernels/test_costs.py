"""Costs against the formula, in float64 and after one rounding."""

from __future__ import annotations

import pytest
import torch

from geobias_kernels import reference
from geobias_kernels.costs import NEAR, StoredCost, StreamedCost, cost_matrix, squares_between, stored_cost


def clouds(n: int, m: int, d: int, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    generator = torch.Generator().manual_seed(n * 1000 + m * 10 + d)
    make = [torch.randn(size, d, dtype=torch.float64, generator=generator).to(dtype) for size in (n, m)]
    return make[0], make[1]


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize(("n", "m", "d"), [(1, 1, 1), (3, 5, 2), (17, 9, 384), (5, 33, 1024)])
def test_cost_is_the_formula(n: int, m: int, d: int, p: int) -> None:
    x, y = clouds(n, m, d, torch.float64)
    torch.testing.assert_close(cost_matrix(x, y, p), reference.cost(x, y, p), rtol=1e-12, atol=1e-12)
    torch.testing.assert_close(stored_cost(x, y, p), reference.cost(x, y, p), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("d", [1, 3, 900])
@pytest.mark.parametrize("step", [0.0, 1e-9, 1e-6, 1e-4, 2 * NEAR**0.5, 1.0])
def test_near_points_are_at_their_distance_and_equal_ones_at_none(d: int, step: float) -> None:
    x, y = clouds(7, 5, d, torch.float64)
    x, y = 1000 * x, 1000 * y
    y[0] = x[3] + 1000 * step * x[4].sign()
    squares = squares_between(x.requires_grad_(), y)
    expected = (x[:, None] - y[None]).square().sum(-1)
    torch.testing.assert_close(squares, expected, rtol=1e-8, atol=0)
    for one, other in zip(*(torch.autograd.grad(s[3, 1:].sqrt().sum(), x) for s in (squares, expected)), strict=True):
        torch.testing.assert_close(one, other, rtol=1e-8, atol=1e-8)
    if step == 0:
        assert squares[3, 0].item() == 0


@pytest.mark.parametrize("p", [1, 2])
def test_an_offset_of_a_thousand_costs_nothing(p: int) -> None:
    x, y = clouds(40, 30, 16, torch.float32)
    x, y = (x + 1000), (y + 1000)
    torch.testing.assert_close(stored_cost(x, y, p).double(), reference.cost(x, y, p), rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("p", [1, 2])
def test_float32_is_float64_rounded_once(p: int) -> None:
    x, y = clouds(50, 60, 384, torch.float32)
    assert torch.equal(cost_matrix(x, y, p), cost_matrix(x.double(), y.double(), p).float())


@pytest.mark.parametrize("setting", ["high", "medium"])
def test_the_global_matrix_precision_neither_leaks_nor_changes(setting: str) -> None:
    x, y = clouds(64, 64, 256, torch.float32)
    before, plain = torch.get_float32_matmul_precision(), stored_cost(x, y, 2)
    torch.set_float32_matmul_precision(setting)
    try:
        assert torch.equal(stored_cost(x, y, 2), plain)
        assert torch.get_float32_matmul_precision() == setting
    finally:
        torch.set_float32_matmul_precision(before)


def test_self_cost_is_symmetric_with_no_distance_on_its_diagonal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("geobias_kernels.costs.BLOCK_ENTRIES", 64)
    x, _ = clouds(45, 1, 7, torch.float32)
    cost = stored_cost(x, None, 2)
    assert torch.equal(cost, cost.T)
    assert float(cost.diagonal().max()) < 1e-12
    torch.testing.assert_close(cost.double(), reference.cost(x, x, 2), rtol=1e-6, atol=1e-12)


def test_streamed_reads_as_stored() -> None:
    x, y = clouds(20, 30, 5, torch.float64)
    stored, streamed = StoredCost(stored_cost(x, y, 2)), StreamedCost(x, y, 2)
    index = torch.tensor([3, 19, 0])
    for a, b in [
        (stored.block(4, 9, 6), streamed.block(4, 9, 6)),
        (stored.rows(index), streamed.rows(index)),
        (stored.columns(index), streamed.columns(index)),
    ]:
        torch.testing.assert_close(a, b, rtol=1e-13, atol=1e-13)
