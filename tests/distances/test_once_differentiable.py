"""A second derivative that would be wrong is refused, whatever it is asked through."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from geobias.distances import (
    exact_wasserstein,
    gaussian_wasserstein,
    pairwise_sinkhorn_divergence,
    sinkhorn_divergence,
    solve_sinkhorn,
)
from geobias.errors import InputError

Normal = Callable[..., torch.Tensor]
Value = Callable[..., torch.Tensor]
CASES: dict[str, tuple[Value, str]] = {
    "sinkhorn": (sinkhorn_divergence, "the Sinkhorn divergence"),
    "unbalanced": (lambda *args: sinkhorn_divergence(*args, reach=1.0), "the Sinkhorn divergence"),
    "potential": (lambda *args: solve_sinkhorn(*args).f.sum(), "the Sinkhorn divergence"),
    "geomloss": (lambda *args: sinkhorn_divergence(*args, backend="geomloss"), "the Sinkhorn divergence"),
    "table": (lambda x, y, a, b: pairwise_sinkhorn_divergence([x, y], [a, b])[0, 1], "the Sinkhorn divergence"),
    "gaussian": (gaussian_wasserstein, "the Gaussian distance"),
    "exact": (exact_wasserstein, "the exact transport cost"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_second_derivative_is_refused(name: str, normal: Normal) -> None:
    pytest.importorskip({"exact": "ot", "geomloss": "geomloss"}.get(name, "torch"))
    function, what = CASES[name]
    x, a = normal(4, 2, seed=1).requires_grad_(), torch.full((4,), 0.25, dtype=torch.float64, requires_grad=True)
    value = function(x, normal(3, 2, seed=2), a, torch.full((3,), 1 / 3, dtype=torch.float64))
    gradients = torch.autograd.grad(value, (x, a), create_graph=True, allow_unused=name == "potential")
    for gradient in gradients:
        if gradient is None:
            continue
        with pytest.raises(InputError) as caught:
            torch.autograd.grad(gradient.square().sum(), x, retain_graph=True)
        assert str(caught.value) == (
            f"{what} must be differentiated once, but a gradient of its gradient was asked for. "
            "Take differences of gradients, or a measure with second derivatives: energy_distance or mmd."
        )


def test_first_derivatives_may_be_kept_and_repeated(normal: Normal) -> None:
    x, y = normal(4, 2, seed=1).requires_grad_(), normal(3, 2, seed=2)
    value = sinkhorn_divergence(x, y)
    plain = torch.autograd.grad(value, x, retain_graph=True)[0]
    kept = torch.autograd.grad(value, x, create_graph=True)[0]
    assert torch.equal(plain, kept.detach())
