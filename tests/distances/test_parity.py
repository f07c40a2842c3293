"""Values and gradients of geomloss's schedule, on token vectors of a real encoder."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from geobias.distances import cloud_diameter, sinkhorn_divergence

geomloss = pytest.importorskip("geomloss")
pytestmark = pytest.mark.usefixtures("automatic")

Clouds = tuple[torch.Tensor, torch.Tensor]
SETTINGS = [
    {},
    {"p": 1},
    {"debias": False},
    {"reach": 5.0},
    {"reach": 5.0, "debias": False},
    {"p": 1, "reach": 2.0},
    {"blur": 1.0, "scaling": 0.9},
    {"blur": 0.01, "scaling": 0.1},
]


def theirs(x: torch.Tensor, y: torch.Tensor, *weights: torch.Tensor, **settings: Any) -> torch.Tensor:
    loss = geomloss.SamplesLoss("sinkhorn", **{"blur": 0.05, **settings}, backend="tensorized")
    with torch.enable_grad():
        return loss(weights[0], x, weights[1], y) if weights else loss(x, y)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize(("n", "m"), [(80, 75), (5, 60), (1, 3)])
def test_values_are_those_of_geomloss(embedded: Clouds, n: int, m: int, settings: dict[str, Any]) -> None:
    x, y = embedded[0][:n], embedded[1][:m]
    diameter = cloud_diameter([x, y])
    exact = theirs(x.double(), y.double(), diameter=diameter, **settings).item()
    ours = sinkhorn_divergence(x.double(), y.double(), diameter=diameter, **settings).item()
    assert ours == pytest.approx(exact, rel=1e-10)
    assert sinkhorn_divergence(x, y, diameter=diameter, **settings).item() == pytest.approx(exact, rel=1e-6)


@pytest.mark.parametrize("settings", [s for s in SETTINGS if s.get("p") != 1], ids=str)
def test_float32_values_are_those_of_geomloss_in_float32(embedded: Clouds, settings: dict[str, Any]) -> None:
    x, y = embedded
    diameter = cloud_diameter([x, y])
    expected = theirs(x, y, diameter=diameter, **settings).item()
    assert sinkhorn_divergence(x, y, diameter=diameter, **settings).item() == pytest.approx(expected, rel=1e-5)


def test_the_diameter_of_a_pair_is_that_of_geomloss(embedded: Clouds) -> None:
    x, y = (points.double() for points in embedded)
    assert sinkhorn_divergence(x, y).item() == pytest.approx(theirs(x, y).item(), rel=1e-10)


def test_a_batch_is_that_of_geomloss_at_its_diameter(embedded: Clouds) -> None:
    x, y = embedded[0][:60].double().reshape(3, 20, -1), embedded[1][:45].double().reshape(3, 15, -1)
    expected = theirs(x, y, diameter=60.0)
    torch.testing.assert_close(sinkhorn_divergence(x, y, diameter=60.0), expected, rtol=1e-10, atol=0)


@pytest.mark.parametrize("settings", [{}, {"p": 1}, {"debias": False}, {"blur": 1.0}], ids=str)
def test_gradients_are_those_of_geomloss(embedded: Clouds, settings: dict[str, Any]) -> None:
    gradients = []
    for function in (theirs, sinkhorn_divergence):
        x, y = (points[:30].double().requires_grad_() for points in embedded)
        a = torch.arange(1, 31).double().div(465).requires_grad_()
        b = torch.full((30,), 1 / 30, dtype=torch.float64).requires_grad_()
        order = (x, y, a, b)
        value = function(*order, diameter=60.0, **settings)
        gradients.append(torch.autograd.grad(value, order))
    for expected, ours in zip(*gradients, strict=True):
        torch.testing.assert_close(ours, expected, rtol=1e-8, atol=1e-10)
