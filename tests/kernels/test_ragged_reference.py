"""The plain ragged sweep against the plain formulas, and its gradients against automatic differentiation."""

from __future__ import annotations

import pytest
import torch

from geobias_kernels import reference
from geobias_kernels.ragged import RaggedProblems, Side, ragged_problems
from geobias_kernels.ragged_reference import ReferenceSweep

EPS = torch.tensor([0.3, 2.0, 0.05], dtype=torch.float64)


def problems(p: int, dtype: torch.dtype = torch.float64) -> RaggedProblems:
    generator = torch.Generator().manual_seed(0)

    def side(n: int) -> Side:
        weights = torch.rand(n, generator=generator, dtype=torch.float64) + 0.1
        return Side(torch.randn(n, 3, generator=generator, dtype=torch.float64).to(dtype) + 50, weights.to(dtype))

    return ragged_problems([(side(5), side(7)), (side(6), None), (side(1), side(4))], p)


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_softmins_are_the_plain_formulas(p: int, dtype: torch.dtype) -> None:
    made = problems(p, dtype)
    f, g = (torch.linspace(-1, 1, len(side), dtype=dtype) for side in made.zeros())
    new_f, new_g = ReferenceSweep(made)((f, g), EPS)
    assert new_f.dtype == new_g.dtype == dtype
    for k, eps in enumerate(EPS.tolist()):
        rows, cols = made.row_slice(k), made.col_slice(k)
        x, a = made.points[made.rows[rows]], made.a[rows]
        if made.symmetric[k]:
            expected = [(new_f[rows], reference.softmin(reference.cost(x, x, p), a, f[rows], eps))]
        else:
            costs = reference.cost(x, made.points[made.cols[cols]], p)
            both = reference.softmins(costs, a, made.b[cols], f[rows], g[cols], eps)
            expected = list(zip((new_f[rows], new_g[cols]), both, strict=True))
        for ours, wanted in expected:
            torch.testing.assert_close(ours, wanted.to(dtype), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("p", [1, 2])
def test_point_gradients_are_those_of_autograd(p: int) -> None:
    made, sweep = problems(p), ReferenceSweep(problems(p))
    potentials = tuple(torch.linspace(-1, 1, len(side), dtype=torch.float64) for side in made.zeros())
    softmins = sweep(potentials, EPS)
    upstream = tuple(torch.linspace(1, 2, len(side), dtype=torch.float64) for side in softmins)
    grad_x, grad_y = sweep.point_gradients(potentials, softmins, EPS, upstream)
    for k, eps in enumerate(EPS.tolist()):
        rows, cols = made.row_slice(k), made.col_slice(k)
        x, y = made.points[made.rows[rows]], made.points[made.cols[cols]]
        sides = [(x, y, made.b[cols], potentials[1][cols], upstream[0][rows], grad_x[rows])]
        if made.symmetric[k]:
            sides = [(x, x, made.a[rows], potentials[0][rows], upstream[0][rows], grad_x[rows])]
        else:
            sides.append((y, x, made.a[rows], potentials[0][rows], upstream[1][cols], grad_y[cols]))
        for here, there, weights, potential, factor, actual in sides:
            own = here.clone().requires_grad_()
            value = factor @ reference.softmin(reference.cost(own, there, p), weights, potential, eps)
            (expected,) = torch.autograd.grad(value, own)
            torch.testing.assert_close(actual, expected, rtol=1e-8, atol=1e-8)


def test_equal_points_at_p_1_pull_at_nothing() -> None:
    point = torch.ones(1, 2, dtype=torch.float64)
    one = Side(point, torch.ones(1, dtype=torch.float64))
    sweep = ReferenceSweep(ragged_problems([(one, None)], 1))
    zeros = (torch.zeros(1, dtype=torch.float64), torch.zeros(0, dtype=torch.float64))
    softmins = sweep(zeros, EPS[:1])
    gradient, _ = sweep.point_gradients(zeros, softmins, EPS[:1], (torch.ones(1).double(), zeros[1]))
    assert gradient.tolist() == [[0.0, 0.0]]
