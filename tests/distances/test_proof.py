"""Bounds hold at any potentials, and close in at the optimum."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.distances.newton import Dual, climb
from geobias.distances.proof import bounds, combined
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias_kernels.dual_plan import Transport


def drawn(seed: int, n: int, m: int, reach: float | None, blur: float) -> Dual:
    generator = torch.Generator().manual_seed(seed)
    x, y = (torch.randn(size, 3, dtype=torch.float64, generator=generator) for size in (n, m))
    a, b = (torch.rand(size, dtype=torch.float64, generator=generator) + 0.05 for size in (n, m))
    cost = torch.cdist(x, y).square() / 2
    options = SinkhornOptions(blur=blur, reach=reach, tol=1e-12)
    return Dual(Transport(cost, a / a.sum(), b / b.sum()), options, options.eps, False)


def plain_value(dual: Dual, turns: int = 20_000) -> float:
    """By alternating softmins of the textbook, in the logarithm, until nothing moves."""
    a, b, eps = dual.transport.a, dual.transport.b, dual.eps
    f, g = torch.zeros_like(a), torch.zeros_like(b)
    for _ in range(turns):
        old = f
        g = -dual.damping * eps * (a.log()[:, None] + (f[:, None] - dual.transport.cost) / eps).logsumexp(0)
        f = -dual.damping * eps * (b.log() + (g - dual.transport.cost) / eps).logsumexp(1)
        if float((f - old).abs().max()) < 1e-14:
            break
    if dual.rho is None:
        return float(a @ f + b @ g)
    # Sejourne et al. 2019, Proposition 12, with masses of 1.
    return float(-(dual.rho + eps / 2) * (a @ torch.expm1(-f / dual.rho) + b @ torch.expm1(-g / dual.rho)))


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 8), st.sampled_from([None, 1.0]),
    st.sampled_from([0.5, 1.5]), st.floats(0, 2),
)  # fmt: skip
def test_the_value_lies_between(seed: int, n: int, m: int, reach: float | None, blur: float, away: float) -> None:
    dual = drawn(seed, n, m, reach, blur)
    value = plain_value(dual)
    f = away * torch.randn(n, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))
    zeros = torch.zeros(m, dtype=torch.float64)
    lower, upper = bounds(dual, dual.at(f, zeros))
    assert lower <= value + 1e-11
    assert value <= upper + 1e-11
    top, _ = climb(dual, dual.at(f, zeros), 1e-12)
    lower, upper = bounds(dual, top)
    assert lower <= value + 1e-11
    assert value <= upper + 1e-11
    assert upper - lower < 1e-9


def test_the_rounded_plan_is_one_that_the_bound_is_above() -> None:
    """The upper bound is at least the cost of the plan of Altschuler et al., made entry by entry."""
    dual = drawn(3, 6, 9, None, 0.7)
    a, b, eps, cost = dual.transport.a, dual.transport.b, dual.eps, dual.transport.cost
    f = torch.randn(6, dtype=torch.float64, generator=torch.Generator().manual_seed(4))
    point = dual.at(f, torch.zeros_like(b))
    plan = a[:, None] * b * ((point.f[:, None] + point.plan.g - cost) / eps).exp()
    plan = plan * (a / plan.sum(1)).clamp_max(1)[:, None]
    plan = plan * (b / plan.sum(0)).clamp_max(1)
    rows, columns = a - plan.sum(1), b - plan.sum(0)
    plan = plan + rows[:, None] * columns / columns.sum()
    torch.testing.assert_close(plan.sum(1), a, rtol=1e-12, atol=0)
    torch.testing.assert_close(plan.sum(0), b, rtol=1e-12, atol=0)
    value = float((plan * cost).sum() + eps * torch.special.xlogy(plan, plan / (a[:, None] * b)).sum())
    _, upper = bounds(dual, point)
    assert value <= upper <= value + 2 * eps * float(columns.sum()) * (1 - float(a.min().log()))


def test_intervals_of_three_terms_add_up() -> None:
    assert combined([(5.0, 6.0), (1.0, 1.5), (2.0, 4.0)]) == pytest.approx((5 - 2.75, 6 - 1.5))
    assert combined([(5.0, 6.0)]) == (5.0, 6.0)
    assert combined([(5.0, 6.0), None, (1.0, 2.0)]) is None
