"""Moves and sums on a CUDA device, or in Triton's interpreter, against those in plain torch."""

from __future__ import annotations

import pytest
import torch

from geobias_kernels import ragged_steps
from geobias_kernels.cuda.graphs import repeatable
from geobias_kernels.ragged_reference import ReferenceSweep

pytestmark = pytest.mark.gpu

SIZES = [(3, 1500), (1030, None), (1, 1), (20, None)]


def test_moves_are_those_of_plain_torch(maker):
    from geobias_kernels.cuda.steps import move_sides

    problems = maker.problems(SIZES, 2)
    damping, share = maker.eps(1.0, 0.5, 0.25, 1.0), maker.eps(0.5, 1.0, 0.0, 0.5)
    old = (maker.normal(len(problems.a)), maker.normal(len(problems.b)))
    new = (maker.normal(len(problems.a)), maker.normal(len(problems.b)))
    new[1][-1] = torch.nan
    expected = tuple(side.clone() for side in old)
    for side, target, owner in zip(expected, new, (problems.row_problem, problems.col_problem), strict=True):
        moved = side + share[owner] * (damping[owner] * target - side)
        side.copy_(torch.where(share[owner] == 0, side, moved))
    move_sides(problems, old, new, damping, share)
    for ours, wanted in zip(old, expected, strict=True):
        torch.testing.assert_close(ours, wanted, rtol=1e-6, atol=1e-6)


def test_sums_are_in_float64_and_repeat(maker):
    from geobias_kernels.cuda.steps import sum_sides

    problems = maker.problems(SIZES, 2)
    values = (maker.normal(len(problems.a)), maker.normal(len(problems.b)))
    sums = sum_sides(problems, values)
    for k in range(len(problems)):
        expected = [values[0][problems.row_slice(k)].double().sum(), values[1][problems.col_slice(k)].double().sum()]
        torch.testing.assert_close(sums[k], torch.stack(expected), rtol=1e-13, atol=1e-11)
    assert torch.equal(sums, sum_sides(problems, values))


def test_a_graph_of_a_step_is_the_step(maker, sweep, agree):
    problems, eps = maker.problems([(70, 66), (66, None)], 20), maker.eps(0.5, 0.5)
    one, half = torch.ones_like(eps), torch.full_like(eps, 0.5)
    for kind in ("resident", "streaming"):
        made = sweep(kind, problems)
        potentials = problems.zeros()

        def step(made=made, potentials=potentials):
            ragged_steps.move(problems, potentials, made(potentials, eps), one, half)

        again = repeatable(step, maker.device)
        for side in potentials:
            side.zero_()
        again()
        again()
        expected, reference = problems.zeros(), ReferenceSweep(problems)
        for _ in range(2):
            expected = tuple((old + new) / 2 for old, new in zip(expected, reference(expected, eps), strict=True))
        agree(potentials, expected, 1e-5)
