"""Sweeps of many small problems of one shape at a time, in torch; see `torch_sweep` for the formulas."""

from __future__ import annotations

import torch
from torch import Tensor

from geobias_kernels.costs import SMALLEST_SQUARE, stacked_costs
from geobias_kernels.torch_sweep import LIMITS, LOG_2

ONE_BY_ONE = 400
"""Entries of a plan from which torch leaves a batch of products to MKL, which is slow at them, and whose bits depend on
how many there are; so they are taken one by one."""

WHOLE = 64
"""Entries that a plan is filled up to a multiple of: the last few of a tensor would have powers of other bits."""


class StackedSweep:
    """Softmins of B problems of n and m points, each at an eps of its own.

    Calling it with potentials (f (B, n), g (B, m)) and eps (B, 1) gives the softmins (B, n) and (B, m). Of clouds with
    themselves (y None) there is one side, f alone. What a problem gives does not depend on the others.
    """

    def __init__(self, x: Tensor, y: Tensor | None, a: Tensor, b: Tensor | None, p: int):
        self.points, self.p = (x,) if y is None else (x, y), p
        self.cost = stacked_costs(x, y, p)
        entries = self.cost[0].numel()
        self.buffer = self.cost.new_zeros(len(self.cost), -(-entries // WHOLE) * WHOLE)
        self.plan = self.buffer[:, :entries].unflatten(1, self.cost.shape[1:])
        self.floor, self.lowest, self.highest = LIMITS[a.dtype]
        weights = (a,) if b is None else (a, b)
        self.shares = [(w / w.sum(1, keepdim=True)) for w in weights]
        self.log_masses = [w.sum(1, keepdim=True).log() for w in weights]
        self.logs = [w.log() for w in weights]

    def __call__(self, potentials: tuple[Tensor, ...], eps: Tensor) -> tuple[Tensor, ...]:
        f, g = potentials[0], potentials[-1]
        torch.sub(g[:, None], self.cost, out=self.plan).add_(f[:, :, None])
        self.plan.mul_((1 / (eps * LOG_2))[:, :, None]).clamp_min_(self.floor / LOG_2)
        self.buffer.exp2_()
        # Of a cloud with itself the plan is symmetric.
        sums = [
            _products(plan, share) for plan, share in zip((self.plan, self.plan.mT), self.shares[::-1], strict=False)
        ]
        moved = []
        for side, (potential, total) in enumerate(zip(potentials, sums, strict=True)):
            new = torch.addcmul(potential, eps, total.log() + self.log_masses[-1 - side], value=-1)
            least, most = torch.aminmax(total)
            sound = bool(least >= self.lowest) and bool(most <= self.highest)
            moved.append(new if sound else self._mended(side, potentials[-1 - side], new, total, eps))
        return tuple(moved)

    def slopes(self, potentials: tuple[Tensor, ...], eps: Tensor) -> tuple[Tensor, ...]:
        """Derivatives (B, n, d) and (B, m, d) of the softmins in the points that they are of, all else held fixed."""
        costs = (self.cost, self.cost.mT)[: len(potentials)]
        found = []
        for side, (cost, points) in enumerate(zip(costs, self.points, strict=True)):
            other = potentials[-1 - side], self.logs[-1 - side]
            pulls = ((other[0][:, None] - cost) / eps[:, :, None] + other[1][:, None]).softmax(2)
            found.append(pulled(pulls, cost, points, self.points[-1 - side], self.p))
        return tuple(found)

    def _mended(self, side: int, other: Tensor, new: Tensor, total: Tensor, eps: Tensor) -> Tensor:
        """`new` with the softmins of points whose sums left their range made by a log-sum-exp."""
        problems, points = ((total < self.lowest) | ~(total <= self.highest)).nonzero().unbind(1)
        costs = self.cost[problems, points] if side == 0 else self.cost[problems, :, points]
        at = eps[problems]
        exponents = (other[problems] - costs) / at + self.logs[-1 - side][problems]
        return new.index_put((problems, points), -at[:, 0] * exponents.logsumexp(1))


def pulled(pulls: Tensor, cost: Tensor, points: Tensor, others: Tensor, p: int) -> Tensor:
    """Derivatives (B, n, d) of softmins in their points (B, n, d), by the shares (B, n, m) that each of the others
    (B, m, d) has in them, at these costs."""
    if p == 1:  # so near, the cost is a constant
        pulls = torch.where(cost > SMALLEST_SQUARE**0.5, pulls / cost, 0.0)
    return pulls.sum(2, keepdim=True) * points - torch.bmm(pulls, others)


def _products(plans: Tensor, weights: Tensor) -> Tensor:
    """Weighted sums (B, n) of the rows of plans (B, n, m)."""
    if plans[0].numel() < ONE_BY_ONE:
        return torch.bmm(plans, weights[:, :, None])[:, :, 0]
    return torch.stack([torch.mv(plan, share) for plan, share in zip(plans, weights, strict=True)])
