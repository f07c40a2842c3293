"""Sweeps of small pairs of clouds together with those of each cloud with itself, in torch.

The points of both clouds are one cloud z of N = n + m. A point has two potentials, one for transport to x and one to y:
H (N, 2). All softmins come from one matrix, exp((H_i,c(j) + H_j,c(i) - C_ij) / eps) with c(j) the cloud of z_j, by
its weighted sums over either cloud; see `torch_sweep` for the formulas. It has a quarter more entries than the three
matrices apart, and a third of the steps, which is what small clouds cost.
"""

from __future__ import annotations

import torch
from torch import Tensor

from geobias_kernels.costs import stacked_costs
from geobias_kernels.torch_stack import WHOLE, pulled
from geobias_kernels.torch_sweep import LIMITS, LOG_2


class JoinedSweep:
    """All softmins of B pairs x (B, n, d) and y (B, m, d) with weights a (B, n) and b (B, m), each at its own eps.

    Calling it with potentials H (B, N, 2) and eps (B, 1, 1) gives the softmins (B, N, 2): over the points of x and over
    those of y. What a pair gives does not depend on the others.
    """

    def __init__(self, x: Tensor, y: Tensor, a: Tensor, b: Tensor, p: int):
        count, self.parts, self.p = len(x), (slice(0, x.shape[1]), slice(x.shape[1], None)), p
        self.points = torch.cat([x, y], 1)
        self.cost = stacked_costs(self.points, None, p)
        size = self.cost.shape[1]
        self.side = (torch.arange(size, device=x.device) >= x.shape[1]).long()
        self.buffer = self.cost.new_zeros(count, -(-(size * size) // WHOLE) * WHOLE)
        self.plan = self.buffer[:, : size * size].unflatten(1, (size, size))
        self.total = self.cost.new_zeros(count, size, 2)
        # The matrix by columns and by rows of either cloud, with the costs and sums of the columns.
        self.columns = [
            (self.plan[:, :, part], self.cost[:, :, part], self.total[:, :, side])
            for side, part in enumerate(self.parts)
        ]
        self.rows = [self.plan[:, part] for part in self.parts]
        self.floor, self.lowest, self.highest = LIMITS[a.dtype]
        self.log_masses = torch.stack([w.sum(1, keepdim=True).log() for w in (a, b)], 2)
        self.shares = torch.cat([w / w.sum(1, keepdim=True) for w in (a, b)], 1)[:, None]
        self.logs = torch.cat([a, b], 1).log()

    def __call__(self, potentials: Tensor, eps: Tensor) -> Tensor:
        sides = potentials.unbind(2)
        for potential, (plan, cost, _) in zip(sides, self.columns, strict=True):
            torch.sub(potential.unsqueeze(2), cost, out=plan)
        for potential, plan in zip(sides, self.rows, strict=True):
            plan.add_(potential.unsqueeze(1))
        self.plan.div_(eps * LOG_2).clamp_min_(self.floor / LOG_2)
        self.buffer.exp2_()
        self.plan.mul_(self.shares)
        for plan, _, sums in self.columns:
            torch.sum(plan, 2, out=sums)
        total = self.total
        new = torch.addcmul(potentials, eps, total.log().add_(self.log_masses), value=-1)
        least, most = torch.aminmax(total)
        if float(least) >= self.lowest and float(most) <= self.highest:
            return new
        return self._mended(potentials, new, total, eps)

    def slopes(self, potentials: Tensor, eps: Tensor) -> Tensor:
        """Derivatives (B, N, 2, d) of the softmins in the points that they are of, all else held fixed."""
        across = potentials.index_select(2, self.side).mT
        exponents = (across - self.cost) / eps + self.logs[:, None]
        found = []
        for part in self.parts:
            pulls, cost = exponents[:, :, part].softmax(2), self.cost[:, :, part]
            found.append(pulled(pulls, cost, self.points, self.points[:, part], self.p))
        return torch.stack(found, 2)

    def _mended(self, potentials: Tensor, new: Tensor, total: Tensor, eps: Tensor) -> Tensor:
        """`new` with the softmins whose sums left their range made by a log-sum-exp."""
        pairs, points, sides = ((total < self.lowest) | ~(total <= self.highest)).nonzero().unbind(1)
        at = eps[pairs, 0]
        others = potentials[pairs, :, self.side[points]]
        exponents = (others - self.cost[pairs, points]) / at + self.logs[pairs]
        exponents.masked_fill_(self.side != sides[:, None], -torch.inf)
        return new.index_put((pairs, points, sides), -at[:, 0] * exponents.logsumexp(1))
