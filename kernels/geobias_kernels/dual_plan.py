"""The plan of entropic transport as its dual sees it, dense and in torch; `native_plan` has the sparse one.

With potentials f of the rows, those of the columns are their softmins, g = T f, so that the dual is a function of f
alone (the semi-dual). Its slope is the marginal error of the plan's rows, its curvature a graph's Laplacian: rows that
send mass to one column are neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

ITERATIONS, REDUCTION = 12, 0.05
"""Conjugate gradients must bring the residual down by this factor in so many steps, or a Cholesky factor is faster."""

BLOCKS = 8
"""Stripes in which a product that is symmetric is made, of which only the part below the diagonal is."""

LEAST_EXPONENT = -80.0
"""Below it an entry counts as if it were here: `exp` of very negative numbers is many times slower on CPUs."""


@dataclass(frozen=True)
class Transport:
    """Costs (n, m) and weights (n,) and (m,), float64 on one device; weights are positive."""

    cost: Tensor
    a: Tensor
    b: Tensor


@dataclass
class Ways:
    """Which quick ways of solving the equations are still worth a try in a problem; those that failed are not."""

    elimination: bool = True
    iteration: bool = True


class Plan(Protocol):
    """P_ij = a_i b_j exp((f_i + g_j - C_ij) / eps) for a given f and g = T f.

    `g` (m,) is balanced the exact softmin, unbalanced `damping` times it; `rows` (n,) and `columns` (m,) are sums of P.
    """

    g: Tensor
    rows: Tensor
    columns: Tensor

    def times(self, columns: Tensor) -> Tensor:
        """P y, (n,)."""

    def transposed_times(self, rows: Tensor) -> Tensor:
        """P^T x, (m,)."""

    def solve(self, ground_rows: Tensor, ground_columns: Tensor, right: Tensor) -> Tensor | None:
        """z (n,) with (diag(P 1 + ground_rows) - P diag(1 / (P^T 1 + ground_columns)) P^T) z = right, about.

        None where rounding makes that singular: a larger ground helps.
        """


class DensePlan:
    """Every entry in memory."""

    def __init__(self, transport: Transport, f: Tensor, eps: float, damping: float, ways: Ways):
        exponents = (f[:, None] - transport.cost).div_(eps).add_(transport.a.log()[:, None])
        most = exponents.amax(0)
        plan = exponents.sub_(most).clamp_min_(LEAST_EXPONENT).exp_()
        sums = plan.sum(0)
        softmins = -eps * (sums.log() + most)
        self.g = damping * softmins
        self.columns = transport.b * ((self.g - softmins) / eps).exp()
        self._plan, self._ways = plan.mul_(self.columns / sums), ways
        self.rows = self._plan.sum(1)

    def times(self, columns: Tensor) -> Tensor:
        return self._plan @ columns

    def transposed_times(self, rows: Tensor) -> Tensor:
        return rows @ self._plan

    def solve(self, ground_rows: Tensor, ground_columns: Tensor, right: Tensor) -> Tensor | None:
        diagonal, shares = self.rows + ground_rows, 1 / (self.columns + ground_columns)
        if self._ways.iteration:
            found = self._iterate(diagonal, shares, right)
            if found is not None:
                return found
            self._ways.iteration = False
        shared = self._plan * shares.sqrt()
        system = torch.zeros(len(right), len(right), dtype=right.dtype, device=right.device)
        step = -(-len(right) // BLOCKS)
        for top in range(0, len(right), step):
            bottom = top + step
            torch.mm(shared[top:bottom], shared[:bottom].T, out=system[top:bottom, :bottom])
        return solve_positive(system.neg_(), diagonal, right)

    def _iterate(self, diagonal: Tensor, shares: Tensor, right: Tensor) -> Tensor | None:
        """By conjugate gradients, preconditioned by the diagonal; None where they are slow."""
        found, residual = torch.zeros_like(right), right.clone()
        enough = REDUCTION * residual.abs().sum()
        way = scaled = residual / diagonal
        product = residual @ scaled
        for _ in range(ITERATIONS):
            image = diagonal * way - self._plan @ (shares * (way @ self._plan))
            length = product / (way @ image)
            found, residual = found + length * way, residual - length * image
            if residual.abs().sum() <= enough:
                return found
            scaled, before = residual / diagonal, product
            product = residual @ scaled
            way = scaled + (product / before) * way
        return None


def solve_positive(system: Tensor, diagonal: Tensor, right: Tensor) -> Tensor | None:
    """The solution of a positive definite system, of which the lower triangle is read, with more on its diagonal.

    None where rounding made it something else. The system is overwritten.
    """
    system.diagonal().add_(diagonal)
    scale = system.diagonal().clamp_min(torch.finfo(system.dtype).tiny).rsqrt()
    factor, failed = torch.linalg.cholesky_ex(system.mul_(scale).mul_(scale[:, None]))
    if bool(failed):
        return None
    return scale * torch.cholesky_solve((scale * right)[:, None], factor)[:, 0]
