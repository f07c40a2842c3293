"""Derivatives of a dual term that are written out are those of its graph."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from geobias.distances.dual_values import dual_slopes, dual_value
from geobias.distances.sinkhorn_options import SinkhornOptions

Normal = Callable[..., torch.Tensor]


@pytest.mark.parametrize("reach", [None, 0.5, 3.0])
@pytest.mark.parametrize("p", [1, 2])
def test_slopes_are_those_of_the_graph(normal: Normal, p: int, reach: float | None) -> None:
    options = SinkhornOptions(p=p, blur=0.7, reach=reach)
    w, f = normal(4, 9, seed=1).abs().requires_grad_(), normal(4, 9, seed=2).requires_grad_()
    value = dual_value([w], [f], options)
    assert value.shape == (4,)
    in_weights, in_potential = torch.autograd.grad(value.sum(), (w, f))
    found = dual_slopes(w, f.detach(), options)
    torch.testing.assert_close(found[0], in_potential, rtol=1e-13, atol=1e-15)
    torch.testing.assert_close(found[1], in_weights, rtol=1e-13, atol=1e-15)
