"""What the resident sweep alone promises: its costs, and that it leaves unread what cannot matter."""

from __future__ import annotations

import dataclasses

import pytest
import torch

from geobias_kernels import reference
from geobias_kernels.ragged import PRECISIONS, ragged_problems
from geobias_kernels.ragged_reference import ReferenceSweep

pytestmark = pytest.mark.gpu

ROUNDING = 2.0**-24


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("d", [2, 16, 17, 1024])
def test_costs_are_the_reference_up_to_a_few_roundings(d, p, maker, sweep):
    problems = maker.problems([(66, 3)], d, p)
    made = sweep("resident", problems)
    x, y = (problems.points[rows] for rows in (problems.rows, problems.cols))
    expected = reference.cost(x, y, p)
    costs = made.costs.double()
    assert made.costs.shape == (2, 64, 64)
    actual = torch.cat([costs[0, :, :3], costs[1, :2, :3]])
    # Those of p=2 are the difference of half squared lengths of about d / 2 each and of products as large.
    assert float((actual - expected).abs().max()) <= 16 * ROUNDING * (2 * d if p == 2 else (2 * d) ** 0.5)
    costs[0, :, :3] = costs[1, :2, :3] = torch.inf
    assert torch.isinf(costs).all()
    assert made.minima.tolist() == [float(part.min().float()) for part in (actual[:64], actual[64:])]


@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize("d", [3, 1024])
def test_equal_points_cost_exactly_nothing(d, precision, maker, sweep):
    x = maker.side(64, d, scale=10.0)
    twin = dataclasses.replace(x, points=x.points.clone())
    made = sweep("resident", ragged_problems([(x, twin), (x, None)], 2), precision)
    assert made.costs.shape == (2, 64, 64)
    assert not made.costs.diagonal(dim1=1, dim2=2).any()
    assert bool((made.costs >= 0).all())


def test_tiles_that_underflow_are_not_read(maker, sweep, agree):
    """Three heaps far apart, at a small eps: of a cloud with itself only the tiles on the diagonal matter."""
    x = maker.side(192, 20)
    heaps = 30 * torch.arange(3, device=maker.device).repeat_interleave(64)[:, None]
    problems, eps = ragged_problems([(dataclasses.replace(x, points=x.points + heaps), None)], 2), maker.eps(0.5)
    expected = ReferenceSweep(problems)(problems.zeros(), eps)
    made = sweep("resident", problems)
    assert made.costs.shape[0] == 6
    diagonal = torch.tensor([0, 3, 5])
    off = torch.ones(6, dtype=torch.bool)
    off[diagonal] = False
    made.costs[off.to(maker.device)] = torch.nan
    agree(made(problems.zeros(), eps), expected, 1e-5)


def test_what_sweeps_leave_behind_does_not_matter(maker, sweep):
    problems, eps = maker.problems([(70, 66), (66, None)], 4), maker.eps(0.01, 0.02)
    made = sweep("resident", problems)
    clean = made(problems.zeros(), eps)
    made.row_sums.fill_(torch.nan)
    made.col_sums.fill_(torch.nan)
    for first, second in zip(clean, made(problems.zeros(), eps), strict=True):
        assert torch.equal(first, second)
