"""`tol` gives a value to a stated error, with bounds that prove it; at blurs so small that sweeps stall too."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch

from geobias.distances import converged, newton, pairwise_sinkhorn_divergence, sinkhorn_divergence, solve_sinkhorn
from geobias.distances.backends import BACKENDS

Normal = Callable[..., torch.Tensor]


@pytest.fixture(params=["native", "torch"])
def backend(request: pytest.FixtureRequest) -> str:
    if obstacle := BACKENDS[request.param].obstacle():
        pytest.skip(obstacle)
    return str(request.param)


def tokens(n: int, m: int, d: int = 64) -> tuple[torch.Tensor, torch.Tensor]:
    """Float32 clusters, outliers and repetitions, as token vectors have them; the two share their centres."""
    generator = torch.Generator().manual_seed(0)
    centres = 3 * torch.randn(12, d, generator=generator)
    x, y = (
        centres[torch.randint(0, 12, (size,), generator=generator)] + torch.randn(size, d, generator=generator)
        for size in (n, m)
    )
    y[: m // 10] = x[: m // 10]
    x[-3:] *= 4
    return x, y


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("sizes", [(150, 150), (170, 90), (60, 130)])
@pytest.mark.parametrize("p", [1, 2])
def test_at_a_tiny_blur_it_is_exact_transport(sizes: tuple[int, int], p: int, backend: str) -> None:
    """Between the exact cost and that plus the entropy of a plan; marginals and value to 1e-8."""
    ot = pytest.importorskip("ot")
    x, y = tokens(*sizes)
    distances = torch.cdist(x.double(), y.double())
    cost = distances.square() / 2 if p == 2 else distances
    exact = float(ot.emd2([], [], cost.numpy()))
    solution = solve_sinkhorn(x, y, p=p, blur=0.05, tol=1e-8, debias=False, backend=backend)
    assert solution.residual <= 1e-8
    assert solution.bounds is not None
    lower, upper = map(float, solution.bounds)
    assert exact < lower <= upper < exact + 0.05**p * math.log(sizes[0] * sizes[1])
    assert upper - lower <= 1e-8 * upper
    assert lower * (1 - 1e-7) <= float(solution.value) <= upper * (1 + 1e-7)  # the value is float32


@cache
def plan_of_pot(blur: float) -> torch.Tensor:
    """Between `tokens(60, 50)`; seconds, so once for all backends."""
    ot = pytest.importorskip("ot")
    cost = torch.cdist(*(cloud.double() for cloud in tokens(60, 50))).square() / 2
    options = {"numItermax": 100_000, "stopThr": 1e-10, "method": "sinkhorn_log"}
    return torch.from_numpy(ot.sinkhorn(*(np.full(n, 1 / n) for n in (60, 50)), cost.numpy(), blur**2, **options))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("blur", [2.0, 4.0])
def test_it_is_the_limit_of_pot_in_the_logarithm(blur: float, backend: str) -> None:
    plan = plan_of_pot(blur)
    x, y = (cloud.double() for cloud in tokens(60, 50))
    cost = torch.cdist(x, y).square() / 2
    a, b = torch.full((60,), 1 / 60, dtype=torch.float64), torch.full((50,), 1 / 50, dtype=torch.float64)
    expected = float((plan * cost).sum() + blur**2 * torch.special.xlogy(plan, plan / (a[:, None] * b)).sum())
    solution = solve_sinkhorn(x, y, blur=blur, tol=1e-9, debias=False, backend=backend)
    assert float(solution.value) == pytest.approx(expected, rel=1e-9)
    made = a[:, None] * b * ((solution.f[:, None] + solution.g - cost) / blur**2).exp()
    torch.testing.assert_close(made, plan, rtol=0, atol=1e-8)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("settings", [{}, {"p": 1, "blur": 0.3}, {"reach": 3.0}, {"blur": 6.0}])
def test_backends_have_bounds_in_common(settings: dict[str, Any]) -> None:
    if obstacle := BACKENDS["native"].obstacle():
        pytest.skip(obstacle)
    x, y = (cloud.double() for cloud in tokens(90, 120))
    kind = {"blur": 0.5, "tol": 1e-9, **settings}
    first, second = (solve_sinkhorn(x, y, backend=name, **kind) for name in ("native", "torch"))
    for one, other in ((first, second), (second, first)):
        assert one.bounds is not None
        assert one.bounds[0] <= one.value <= one.bounds[1]
        assert other.bounds is not None
        assert max(one.bounds[0], other.bounds[0]) <= min(one.bounds[1], other.bounds[1])
    torch.testing.assert_close(first.value, second.value, rtol=1e-7, atol=0)


@pytest.mark.filterwarnings("error")
def test_gradients_are_those_of_the_optimum(normal: Normal, backend: str) -> None:
    """Against differences of fourth order, in points and weights together."""
    x, y, way = normal(9, 3, seed=1), normal(7, 3, seed=2), normal(9, 3, seed=3)
    a, b = normal(9, seed=4).abs() + 0.2, normal(7, seed=5).abs() + 0.2
    turn = normal(9, seed=6)
    a, b, turn = a / a.sum(), b / b.sum(), turn - turn.mean()

    def value(step: float) -> torch.Tensor:
        return sinkhorn_divergence(x + step * way, y, a + step * turn / 9, b, blur=0.4, tol=1e-11, backend=backend)

    points, weights = x.clone().requires_grad_(), a.clone().requires_grad_()
    made = sinkhorn_divergence(points, y, weights, b, blur=0.4, tol=1e-11, backend=backend)
    gradients = torch.autograd.grad(made, (points, weights))
    slope = float((gradients[0] * way).sum() + (gradients[1] * turn / 9).sum())
    step = 1e-3
    differences = (8 * (value(step) - value(-step)) - (value(2 * step) - value(-2 * step))) / (12 * step)
    assert slope == pytest.approx(float(differences), rel=1e-7)
    torch.testing.assert_close(made.detach(), value(0.0), rtol=1e-14, atol=0)


def test_a_batch_and_a_table_hold_the_single_values(backend: str) -> None:
    x, y = tokens(40, 50)
    kind: dict[str, Any] = {"blur": 0.5, "tol": 1e-9, "backend": backend}
    batch = solve_sinkhorn(torch.stack([x, 2 * x]).double(), y.double(), **kind)
    single = solve_sinkhorn(2 * x.double(), y.double(), **kind)
    assert batch.bounds is not None
    assert single.bounds is not None
    assert torch.equal(batch.value[1], single.value)
    assert torch.equal(torch.stack(batch.bounds)[:, 1], torch.stack(single.bounds))
    clouds = [x.double(), 2 * x.double(), y.double()]
    table = pairwise_sinkhorn_divergence(clouds, pairs=[(1, 2)], **kind)
    torch.testing.assert_close(table[1, 2], single.value, rtol=1e-8, atol=0)


def test_what_rounding_does_not_allow_is_said(normal: Normal, monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    monkeypatch.setattr(newton, "MOST_STEPS", 2)
    x, y = normal(20, 3, seed=1), normal(20, 3, seed=2)
    with pytest.warns(RuntimeWarning, match=r"must fall below tol=1e-09, but they are .* after \d+ steps\. Pass a la"):
        solution = solve_sinkhorn(x, y, blur=0.7, tol=1e-9, backend=backend)
    assert solution.residual > 1e-9
    assert solution.bounds is not None
    monkeypatch.undo()
    value = solve_sinkhorn(x, y, blur=0.7, tol=1e-9, backend=backend).value
    assert solution.bounds[0] <= value <= solution.bounds[1]


def test_marginals_go_on_where_the_value_needs_it(monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    """A far point makes a little mass in the wrong place dear: its cost, not its share, must be below `tol`."""
    x, y = (cloud.double() for cloud in tokens(60, 50))
    x[0] += 1e4
    solution = solve_sinkhorn(x, y, blur=0.5, tol=1e-4, debias=False, backend=backend)
    assert solution.bounds is not None
    assert float(solution.bounds[1] - solution.bounds[0]) <= 1e-4 * float(solution.value)
    assert converged.ROUNDS > 1
