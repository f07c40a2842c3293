"""Steps reach the top of the dual, whatever they start from."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from geobias.distances import newton
from geobias.distances.newton import Dual, climb, settle
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias_kernels import native_library
from geobias_kernels.dual_plan import Transport

Normal = Callable[..., torch.Tensor]
NATIVE = [
    False,
    pytest.param(True, marks=pytest.mark.skipif(native_library.obstacle() is not None, reason="not built")),
]


def problem(normal: Normal, n: int = 80, m: int = 110, reach: float | None = None, blur: float = 0.3) -> Dual:
    x, y = normal(n, 5, seed=1), normal(m, 5, seed=2)
    a, b = normal(n, seed=3).abs() + 0.1, normal(m, seed=4).abs() + 0.1
    transport = Transport(torch.cdist(x, y).square() / 2, a / a.sum(), b / b.sum())
    options = SinkhornOptions(blur=blur, reach=reach, tol=1e-9)
    return Dual(transport, options, options.eps, False)


def height(dual: Dual, f: torch.Tensor) -> torch.Tensor:
    """The dual at f and the best g for it, up to a constant."""
    a, b, eps, rho = dual.transport.a, dual.transport.b, dual.eps, dual.rho
    softmin = -eps * (a.log()[:, None] + (f[:, None] - dual.transport.cost) / eps).logsumexp(0)
    if rho is None:
        return a @ f + b @ softmin
    g = softmin / (1 + eps / rho)
    return -rho * (a @ (-f / rho).exp()) - (rho + eps) * (b @ (-g / rho).exp())


@pytest.mark.parametrize("reach", [None, 1.5])
def test_slope_and_gain_are_those_of_the_dual(normal: Normal, reach: float | None) -> None:
    dual = problem(normal, reach=reach)
    f, other = normal(80, seed=5).requires_grad_(), normal(80, seed=6)
    point, reached = (dual.at(g.detach(), torch.zeros(110, dtype=torch.float64)) for g in (f, other))
    (slope,) = torch.autograd.grad(height(dual, f), f)
    torch.testing.assert_close(point.slope, slope, rtol=1e-9, atol=1e-13)
    assert dual.gain(point, reached) == pytest.approx(float((height(dual, other) - height(dual, f)).detach()), rel=1e-9)


@pytest.mark.parametrize("native_pieces", NATIVE)
@pytest.mark.parametrize("reach", [None, 1.5])
@pytest.mark.parametrize("start", [0.0, 3.0])
def test_the_top_is_reached_from_anywhere(
    normal: Normal, start: float, reach: float | None, native_pieces: bool
) -> None:
    dual = problem(normal, reach=reach)
    dual = Dual(dual.transport, SinkhornOptions(blur=0.3, reach=reach), dual.eps, native_pieces)
    f, g = start * normal(80, seed=7), torch.zeros(110, dtype=torch.float64)
    point, tried = climb(dual, dual.at(f, g), 1e-11)
    assert point.error <= 1e-11
    assert tried < 80


def test_a_climb_that_rounding_ends_stops(normal: Normal) -> None:
    dual = problem(normal)
    zeros = torch.zeros(110, dtype=torch.float64)
    point, tried = climb(dual, dual.at(torch.zeros(80, dtype=torch.float64), zeros), 0.0)
    assert point.error < 1e-12
    assert tried < newton.MOST_STEPS


@pytest.mark.parametrize("reach", [None, 1.5])
@pytest.mark.parametrize("blur", [0.05, 1.0, 20.0])
def test_a_cloud_settles_with_itself(normal: Normal, blur: float, reach: float | None) -> None:
    x, a = normal(60, 4, seed=1), normal(60, seed=2).abs() + 0.1
    transport = Transport(torch.cdist(x, x).square() / 2, a / a.sum(), a / a.sum())
    options = SinkhornOptions(blur=blur, reach=reach, tol=1e-9)
    dual = Dual(transport, options, options.eps, False)
    point, tried = settle(dual, dual.at(torch.zeros_like(a), torch.zeros_like(a)), 1e-9)
    assert point.error <= 1e-9
    assert tried < 45
    middle = (point.f + point.plan.g) / 2
    torch.testing.assert_close(dual.at(middle, middle).plan.g, middle, rtol=0, atol=1e-6 * options.eps)
