"""Sweeps in torch: from potentials at eps to softmins, with one exponential per entry.

The row softmin of (b, g) and the column softmin of (a, f) share P_ij = exp((f_i + g_j - C_ij) / eps):
f'_i = f_i - eps log (P b)_i and g'_j = g_j - eps log (P^T a)_j. Near a solution the entries of P are moderate. Rows and
columns whose sum leaves the range where that is exact are recomputed by a log-sum-exp.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from geobias_kernels.costs import StoredCost, StreamedCost

# Exponents below the first number are raised to it: sums of numbers below the normal range are many times slower on
# CPUs. Sums outside the other two go to the log-sum-exp; a sum above the
# second is changed by less than exp(first) / second, which is under the rounding of the type.
LIMITS = {torch.float32: (-60.0, 1e-18, 1e30), torch.float64: (-600.0, 1e-240, 1e280)}

LOG_2 = math.log(2)

# Entries a block: on a CPU a block should stay in the second-level cache, on a GPU launches should be few.
CPU_BLOCK, GPU_BLOCK = 1 << 18, 1 << 26


class _Sweep:
    def __init__(self, cost: StoredCost | StreamedCost, sample: Tensor):
        entries = CPU_BLOCK if sample.device.type == "cpu" else GPU_BLOCK
        n, m = cost.shape
        self.cost = cost
        self.step = min(n, max(1, entries // m))
        self.buffer = torch.empty(self.step * m, dtype=sample.dtype, device=sample.device)
        self.floor, self.lowest, self.highest = LIMITS[sample.dtype]

    def _plan(self, top: int, left: int, f: Tensor, g: Tensor, eps: float) -> Tensor:
        """exp((f + g - C) / eps) for the rows of f from `top` on, and the columns of g from `left` on."""
        shape = (len(f), len(g))
        block = self.buffer[: shape[0] * shape[1]].view(shape)
        torch.sub(g, self.cost.block(top, top + len(f), left), out=block)
        # Powers of 2 take a third of the time of powers of e.
        return block.add_(f[:, None]).mul_(1 / (eps * LOG_2)).clamp_min_(self.floor / LOG_2).exp2_()

    def _outside(self, sums: Tensor) -> Tensor:
        """Index of the sums that are too small or too large (or overflowed) to be exact."""
        return ((sums < self.lowest) | ~(sums <= self.highest)).nonzero()[:, 0]

    def _softmin(self, costs: Tensor, log_weights: Tensor, potential: Tensor, eps: float) -> Tensor:
        exponents = torch.sub(potential, costs).mul_(1 / eps).add_(log_weights)
        return exponents.logsumexp(1).mul_(-eps)


class CrossSweep(_Sweep):
    """Softmins between two clouds with weights a (n,) and b (m,), all positive.

    Calling it with potentials (f (n,), g (m,)) and eps gives (softmin of (b, g) on the rows, softmin of (a, f) on the
    columns), in the dtype of the weights (float32 or float64).
    """

    def __init__(self, cost: StoredCost | StreamedCost, a: Tensor, b: Tensor):
        super().__init__(cost, a)
        self.log_a, self.log_b = a.log(), b.log()
        self.log_masses = (a.sum().log(), b.sum().log())
        self.a, self.b = a / a.sum(), b / b.sum()

    def __call__(self, potentials: tuple[Tensor, ...], eps: float) -> tuple[Tensor, ...]:
        f, g = potentials
        rows, columns = torch.empty_like(f), torch.zeros_like(g)
        for top in range(0, len(f), self.step):
            part = slice(top, min(top + self.step, len(f)))
            plan = self._plan(top, 0, f[part], g, eps)
            rows[part] = torch.mv(plan, self.b)
            columns.addmv_(plan.T, self.a[part])
        new_f = f - eps * (rows.log() + self.log_masses[1])
        new_g = g - eps * (columns.log() + self.log_masses[0])
        if len(bad := self._outside(rows)):
            new_f[bad] = self._softmin(self.cost.rows(bad), self.log_b, g, eps)
        if len(bad := self._outside(columns)):
            new_g[bad] = self._softmin(self.cost.columns(bad), self.log_a, f, eps)
        return new_f, new_g


class SelfSweep(_Sweep):
    """The softmin of a cloud with itself, from the upper triangle of its symmetric cost alone.

    Calling it with ((f (n,),), eps) gives the softmin of (a, f), as a tuple of one.
    """

    def __init__(self, cost: StoredCost | StreamedCost, a: Tensor):
        super().__init__(cost, a)
        self.log_a, self.log_mass, self.a = a.log(), a.sum().log(), a / a.sum()

    def __call__(self, potentials: tuple[Tensor, ...], eps: float) -> tuple[Tensor, ...]:
        (f,) = potentials
        sums = torch.zeros_like(f)
        for top in range(0, len(f), self.step):
            bottom = min(top + self.step, len(f))
            plan = self._plan(top, top, f[top:bottom], f[top:], eps)
            sums[top:bottom].addmv_(plan, self.a[top:])
            if bottom < len(f):
                sums[bottom:].addmv_(plan[:, bottom - top :].T, self.a[top:bottom])
        new_f = f - eps * (sums.log() + self.log_mass)
        if len(bad := self._outside(sums)):
            new_f[bad] = self._softmin(self.cost.rows(bad), self.log_a, f, eps)
        return (new_f,)
