"""Derivatives of a dual term that are written out are those of its graph."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from geobias.distances.dual_values import divergence, dual_slopes, dual_value, even_divergence, valued
from geobias.distances.precision import left_over
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


@pytest.mark.parametrize("debias", [True, False])
@pytest.mark.parametrize("reach", [None, 3.0])
def test_divergences_laid_side_by_side_are_those_of_their_parts(
    normal: Normal, reach: float | None, debias: bool
) -> None:
    options = SinkhornOptions(blur=0.7, reach=reach, debias=debias)
    schedule = options.schedule(5.0)
    a, b = normal(1, 9, seed=1).abs(), normal(4, 7, seed=2).abs()  # the first cloud is shared
    if reach is None:
        a, b = a / a.sum(1, keepdim=True), b / b.sum(1, keepdim=True)
    potentials = [normal(*shape, seed=k) for k, shape in enumerate([(4, 9), (4, 7), (1, 9), (4, 7)])]
    parts = [((a, b), potentials[:2]), ((a,), potentials[2:3]), ((b,), potentials[3:])][: 3 if debias else 1]
    wanted = divergence([valued(w, tuple(f), options, schedule) for w, f in parts], options, schedule)
    sides = [side for w, f in parts for side in zip(w, f, strict=True)]
    left = torch.tensor([[left_over(options, schedule)]], dtype=torch.float64)
    value, carried = even_divergence(sides, options, schedule, left)
    torch.testing.assert_close(value, wanted[0], rtol=1e-13, atol=1e-14)
    assert torch.equal(carried, wanted[1])
