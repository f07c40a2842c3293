"""The ragged sweep in plain torch, one problem after another: slow, for any device, and the truth for the kernels."""

from __future__ import annotations

import torch
from torch import Tensor

from geobias_kernels.costs import SMALLEST_SQUARE, cost_between
from geobias_kernels.ragged import Pair, RaggedProblems


class ReferenceSweep:
    """A `RaggedSweep` by log-sum-exps in float64, the cost made anew each time; returns the dtype of the weights."""

    def __init__(self, problems: RaggedProblems, precision: str = "ieee"):
        self.problems = problems

    def __call__(self, potentials: Pair, eps: Tensor) -> Pair:
        problems = self.problems
        (f, g), (new_f, new_g) = potentials, problems.zeros()
        for k in range(len(problems)):
            rows, cols = problems.row_slice(k), problems.col_slice(k)
            cost, step = self.cost(k), eps[k].double()
            if problems.symmetric[k]:
                new_f[rows] = _softmin(cost, problems.a[rows], f[rows], step).to(new_f)
            else:
                new_f[rows] = _softmin(cost, problems.b[cols], g[cols], step).to(new_f)
                new_g[cols] = _softmin(cost.T, problems.a[rows], f[rows], step).to(new_g)
        return new_f, new_g

    def point_gradients(self, potentials: Pair, softmins: Pair, eps: Tensor, upstream: Pair) -> Pair:
        problems = self.problems
        d = problems.points.shape[1]
        grad_x, grad_y = problems.points.new_empty(len(problems.a), d), problems.points.new_empty(len(problems.b), d)
        for k in range(len(problems)):
            rows, cols = problems.row_slice(k), problems.col_slice(k)
            x, y = self.clouds(k)
            other = (problems.a[rows], potentials[0][rows])
            there = other if problems.symmetric[k] else (problems.b[cols], potentials[1][cols])
            step, p = eps[k].double(), problems.p
            grad_x[rows] = _gradient(x, y, *there, softmins[0][rows], upstream[0][rows], step, p).to(grad_x)
            if not problems.symmetric[k]:
                grad_y[cols] = _gradient(y, x, *other, softmins[1][cols], upstream[1][cols], step, p).to(grad_y)
        return grad_x, grad_y

    def clouds(self, k: int) -> Pair:
        """Points of problem k, centred, float64 (n, d) and (m, d)."""
        problems = self.problems
        rows, cols = problems.rows[problems.row_slice(k)], problems.cols[problems.col_slice(k)]
        centre = problems.centre if problems.centre.ndim == 1 else problems.centre[k]
        x = problems.points[rows].double() - centre
        return x, (x if problems.symmetric[k] else problems.points[cols].double() - centre)

    def cost(self, k: int) -> Tensor:
        """Costs of problem k, float64 (n, m)."""
        return cost_between(*self.clouds(k), self.problems.p)


def _softmin(costs: Tensor, weights: Tensor, potential: Tensor, eps: Tensor) -> Tensor:
    return -eps * torch.logsumexp(weights.double().log() + (potential.double() - costs) / eps, dim=1)


def _gradient(
    x: Tensor,
    y: Tensor,
    weights: Tensor,
    potential: Tensor,
    softmin: Tensor,
    upstream: Tensor,
    eps: Tensor,
    p: int,
) -> Tensor:
    """upstream_i sum_j plan_ij dC(x_i, y_j) / dx_i, float64 (n, d)."""
    costs = cost_between(x, y, p)
    plan = weights.double() * torch.exp((softmin.double()[:, None] + potential.double() - costs) / eps)
    if p == 1:
        # Where the square is clamped the cost is constant.
        plan = torch.where(costs.square() > SMALLEST_SQUARE, plan / costs, 0.0)
    return upstream.double()[:, None] * (x * plan.sum(1, keepdim=True) - plan @ y)
