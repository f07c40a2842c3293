"""The converged mode reaches the transport problem's solution, or says that it did not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from geobias.distances import loop, sinkhorn_divergence, solve_sinkhorn
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias_kernels import reference
from geobias_kernels.costs import StoredCost
from geobias_kernels.torch_sweep import CrossSweep

Normal = Callable[..., torch.Tensor]


def test_the_converged_value_is_exact_transport_within_a_thousandth() -> None:
    ot = pytest.importorskip("ot")
    generator = torch.Generator().manual_seed(0)
    # Clusters and outliers, as token vectors have: 300 points in 512 dimensions.
    x, y = (
        torch.randn(20, 512, generator=generator)[torch.randint(0, 20, (300,), generator=generator)]
        + 0.3 * torch.randn(300, 512, generator=generator)
        for _ in range(2)
    )
    uniform = torch.full((300,), 1 / 300, dtype=torch.float64).numpy()
    exact = float(ot.emd2(uniform, uniform, reference.cost(x, y, 2).numpy()))
    assert sinkhorn_divergence(x, y, tol=1e-3).item() == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize("reach", [None, 1.0])
def test_a_fixed_point_is_found(normal: Normal, reach: float | None) -> None:
    settings = SinkhornOptions(blur=0.3, tol=1e-10, reach=reach)
    x, y = normal(12, 3, seed=1), normal(9, 3, seed=2)
    a, b = torch.full((12,), 1 / 12, dtype=torch.float64), torch.full((9,), 1 / 9, dtype=torch.float64)
    cost = reference.cost(x, y, 2)
    result = loop.sinkhorn_loop(CrossSweep(StoredCost(cost), a, b), (a, b), settings, settings.schedule(4.0))
    assert result.residual <= 1e-10
    plan = a[:, None] * b * ((result.after[0][:, None] + result.after[1] - cost) / settings.eps).exp()
    if reach is None:
        torch.testing.assert_close(plan.sum(1), a, rtol=1e-8, atol=0)
        torch.testing.assert_close(plan.sum(0), b, rtol=1e-8, atol=0)
    else:
        torch.testing.assert_close(plan.sum(1), a * (-result.after[0] / settings.rho).exp(), rtol=1e-8, atol=0)


def test_no_convergence_is_said(normal: Normal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "MAX_SWEEPS", 3)
    x, y = normal(20, 3, seed=1), normal(20, 3, seed=2)
    settings = SinkhornOptions(tol=1e-9)
    weights = torch.full((20,), 1 / 20, dtype=torch.float64)
    sweep = CrossSweep(StoredCost(reference.cost(x, y, 2)), weights, weights)
    with pytest.warns(
        RuntimeWarning, match=r"must fall below tol=1e-09, but it is .* after \d+ sweeps\. Pass a larger tol"
    ):
        result = loop.sinkhorn_loop(sweep, (weights, weights), settings, settings.schedule(8.0))
    assert result.residual > 1e-9


def test_the_residual_of_the_schedule_is_recorded(normal: Normal) -> None:
    solution = solve_sinkhorn(normal(30, 3, seed=1), normal(30, 3, seed=2))
    assert 0 < solution.residual < 2
