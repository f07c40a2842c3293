"""Exact prices, sparse plans and their equations in C++, on every instruction set of this processor."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias_kernels import native_library, native_plan
from geobias_kernels.dual_plan import DensePlan, Transport, Ways
from geobias_kernels.native_plan import SparsePlan, exact_prices

pytestmark = pytest.mark.skipif(
    native_library.obstacle() is not None, reason=f"the native library {native_library.obstacle()}"
)
LEVELS = native_library.levels()


def drawn(n: int, m: int, seed: int = 0, uniform: bool = False) -> Transport:
    generator = torch.Generator().manual_seed(seed)
    x, y = (torch.randn(size, 30, dtype=torch.float64, generator=generator) for size in (n, m))
    a, b = (torch.rand(size, dtype=torch.float64, generator=generator) + 0.1 for size in (n, m))
    if uniform:
        a, b = torch.ones_like(a), torch.ones_like(b)
    return Transport(torch.cdist(x, y).square() / 2, a / a.sum(), b / b.sum())


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("uniform", [True, False])
@pytest.mark.parametrize("sizes", [(1, 1), (1, 7), (50, 50), (70, 43)])
def test_prices_are_those_of_exact_transport(
    sizes: tuple[int, int], uniform: bool, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ot = pytest.importorskip("ot")
    monkeypatch.setenv(native_library.LEVEL_VARIABLE, level)
    transport = drawn(*sizes, uniform=uniform)
    u, v = exact_prices(transport, 0.0)
    expected = float(ot.emd2(*(tensor.numpy() for tensor in (transport.a, transport.b, transport.cost))))
    assert float(transport.a @ u + transport.b @ v) == pytest.approx(expected, rel=1e-12)
    assert (transport.cost - u[:, None] - v).min() > -1e-12 * transport.cost.max()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 9), st.integers(1, 9), st.integers(0, 3))
def test_ties_do_not_keep_it_from_the_optimum(seed: int, n: int, m: int, largest: int) -> None:
    """Whole costs and equal masses: nearly every step is degenerate, and many plans are optimal."""
    ot = pytest.importorskip("ot")
    cost = torch.randint(0, largest + 1, (n, m), generator=torch.Generator().manual_seed(seed)).double()
    a, b = torch.full((n,), 1 / n, dtype=torch.float64), torch.full((m,), 1 / m, dtype=torch.float64)
    u, v = exact_prices(Transport(cost, a, b), 0.0)
    assert float(a @ u + b @ v) == pytest.approx(float(ot.emd2(a.numpy(), b.numpy(), cost.numpy())), abs=1e-12)
    assert (cost - u[:, None] - v).min() > -1e-12


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("damping", [1.0, 0.999])
@pytest.mark.parametrize("shift", [0.0, 30.0])
def test_a_sparse_plan_is_the_dense_one(
    damping: float, shift: float, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the guess of g is far off, so that columns start without an entry."""
    monkeypatch.setenv(native_library.LEVEL_VARIABLE, level)
    transport, eps = drawn(90, 131), 0.05
    f, g = exact_prices(transport, 0.0)
    dense = DensePlan(transport, f, eps, damping, Ways())
    sparse = SparsePlan.of(transport, f, g - shift * eps * torch.arange(131) / 7, eps, damping, Ways())
    assert sparse is not None
    x, y = torch.rand(90, dtype=torch.float64), torch.rand(131, dtype=torch.float64)
    pairs = [
        (sparse.g, dense.g), (sparse.rows, dense.rows), (sparse.columns, dense.columns),
        (sparse.times(y), dense.times(y)), (sparse.transposed_times(x), dense.transposed_times(x)),
    ]  # fmt: skip
    for ours, theirs in pairs:
        torch.testing.assert_close(ours, theirs, rtol=1e-9, atol=1e-14)


@pytest.mark.parametrize("fill", [10**6, 0])
def test_equations_are_solved_by_elimination_and_by_a_factor(fill: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_plan, "FILL", fill)
    monkeypatch.setattr(native_plan, "LARGEST_SHARE", 1.0)
    transport, eps = drawn(90, 131), 0.2
    f, g = exact_prices(transport, 0.0)
    sparse = SparsePlan.of(transport, f, g, eps, 1.0, ways := Ways())
    dense = DensePlan(transport, f, eps, 1.0, Ways(iteration=False))
    assert sparse is not None
    equations = 1e-3 * transport.a, 1e-2 * transport.b, transport.a - dense.rows
    torch.testing.assert_close(sparse.solve(*equations), dense.solve(*equations), rtol=1e-8, atol=1e-10)
    assert ways.elimination == (fill > 0)


def test_parts_that_hang_together_by_nothing_keep_their_digits() -> None:
    """Two pairs of points, tied by 1e-30: what crosses decides their potentials, in closed form."""
    weak, plan = 1e-30, torch.tensor([0.5, 1e-30, 0.5], dtype=torch.float64)
    starts, places = torch.tensor([0, 2, 3]), torch.tensor([0, 1, 1])
    rows = torch.tensor([0.5 + weak, 0.5], dtype=torch.float64)
    sparse = SparsePlan(torch.zeros(2, dtype=torch.float64), rows, starts, places, plan, Ways())
    ground, right = torch.tensor([0.0, 1e-12], dtype=torch.float64), torch.tensor([weak, 0.0], dtype=torch.float64)
    found = sparse.solve(ground, torch.zeros(2, dtype=torch.float64), right)
    assert found is not None
    # All that comes in at the first row leaves by the second's ground, over the tie: a drop of 1e-30 / 1e-30.
    assert float(found[0] - found[1]) == pytest.approx(1.0, rel=1e-12)


def test_a_plan_that_is_full_is_left_to_the_dense_one() -> None:
    zeros = torch.zeros(130, dtype=torch.float64)
    assert SparsePlan.of(drawn(60, 70), zeros[:60], zeros[60:], 100.0, 1.0, Ways()) is None


def test_a_tensor_that_cpp_would_misread_is_refused() -> None:
    zeros = torch.zeros(130, dtype=torch.float64)
    with pytest.raises(TypeError, match=r"float64 or int64 and on the CPU: one is torch\.float32"):
        SparsePlan.of(drawn(60, 70), zeros[:60], zeros[60:].float(), 0.1, 1.0, Ways())
    with pytest.raises(TypeError, match="contiguous"):
        SparsePlan.of(drawn(60, 70), zeros[:120:2], zeros[60:], 0.1, 1.0, Ways())
