"""The dense plan against the plain formulas."""

from __future__ import annotations

import pytest
import torch

from geobias_kernels import dual_plan
from geobias_kernels.dual_plan import DensePlan, Transport, Ways, solve_positive


def drawn(n: int, m: int, seed: int = 0) -> tuple[Transport, torch.Tensor]:
    """A transport problem and potentials of its rows."""
    generator = torch.Generator().manual_seed(seed)
    cost = torch.rand(n, m, dtype=torch.float64, generator=generator) * 4
    a, b = (torch.rand(size, dtype=torch.float64, generator=generator) + 0.1 for size in (n, m))
    return Transport(cost, a / a.sum(), b / b.sum()), torch.randn(n, dtype=torch.float64, generator=generator)


def written_out(transport: Transport, f: torch.Tensor, eps: float, damping: float) -> tuple[torch.Tensor, torch.Tensor]:
    """g and P."""
    exponents = (f[:, None] - transport.cost) / eps
    g = -damping * eps * (transport.a.log()[:, None] + exponents).logsumexp(0)
    return g, transport.a[:, None] * transport.b * (exponents + g / eps).exp()


@pytest.mark.parametrize("damping", [1.0, 0.6])
@pytest.mark.parametrize("eps", [0.05, 2.0])
def test_the_plan_is_that_of_the_formula(eps: float, damping: float) -> None:
    transport, f = drawn(9, 13)
    g, plan = written_out(transport, f, eps, damping)
    made = DensePlan(transport, f, eps, damping, Ways())
    x, y = torch.rand(9, dtype=torch.float64), torch.rand(13, dtype=torch.float64)
    pairs = [
        (made.g, g), (made.rows, plan.sum(1)), (made.columns, plan.sum(0)), (made.times(y), plan @ y),
        (made.transposed_times(x), x @ plan),
    ]  # fmt: skip
    for ours, theirs in pairs:
        torch.testing.assert_close(ours, theirs, rtol=1e-11, atol=1e-15)
    if damping == 1:
        torch.testing.assert_close(made.columns, transport.b, rtol=1e-12, atol=0)


@pytest.mark.parametrize("iteration", [True, False])
def test_equations_are_solved(iteration: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dual_plan, "REDUCTION", 1e-12)
    monkeypatch.setattr(dual_plan, "ITERATIONS", 100)
    transport, f = drawn(20, 31)
    made = DensePlan(transport, f, 3.0, 1.0, ways := Ways(iteration=iteration))
    _, plan = written_out(transport, f, 3.0, 1.0)
    ground_rows, ground_columns = 0.1 * transport.a, 0.2 * transport.b
    system = (plan.sum(1) + ground_rows).diag() - plan @ (plan / (plan.sum(0) + ground_columns)).T
    right = transport.a - plan.sum(1)
    torch.testing.assert_close(made.solve(ground_rows, ground_columns, right), torch.linalg.solve(system, right))
    assert ways.iteration == iteration


def test_slow_iterations_are_given_up_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dual_plan, "ITERATIONS", 1)
    transport, f = drawn(20, 31)
    made = DensePlan(transport, f, 0.5, 1.0, ways := Ways())
    solved = made.solve(1e-3 * transport.a, torch.zeros(31, dtype=torch.float64), transport.a - made.rows)
    assert solved is not None
    assert not ways.iteration


def test_what_rounding_made_indefinite_has_no_solution() -> None:
    system = torch.tensor([[0.0, 0.0], [-2.0, 0.0]], dtype=torch.float64)
    assert solve_positive(system, torch.ones(2, dtype=torch.float64), torch.ones(2, dtype=torch.float64)) is None
