"""Newton steps on the dual of entropic transport, as far up as rounding allows.

Sinkhorn's sweeps stall where a plan falls into parts that hang together by almost nothing: mass crosses as slowly from
one to another. A Newton step solves for all parts at once. The dual is concave, so that a step which is held back
enough (Levenberg 1944; Marquardt 1963) rises; near the top nothing need hold it back.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias_kernels.dual_plan import DensePlan, Plan, Transport, Ways
from geobias_kernels.native_plan import SparsePlan

MOST_STEPS = 400
"""Steps after which one eps is given up; clouds of tokens take about 25."""

HOLD, LEAST_HOLD, MOST_HOLD = 1e-3, 1e-5, 1e10
"""Damping, in units of the marginal error and the weights: at first, at least, and where a climb is given up."""

GOOD, FAIR = 0.5, 0.1
"""Shares of the promised gain above which a step loosens the damping, and above which it counts."""

ROUNDING = 1e-15
"""Relative to the costs, gains below this are noise: the marginal error decides then."""


PATIENCE = 5
"""Halvings without a smaller error after which rounding has been reached."""


@dataclass(frozen=True)
class Point:
    """Potentials f of the rows, their plan (with g = T f), and the slope of the dual there, (n,)."""

    f: Tensor
    plan: Plan
    slope: Tensor

    @property
    def error(self) -> float:
        """Marginal error of the rows, L1; the columns have none."""
        return float(self.slope.abs().sum())


class Dual:
    """The dual of a transport problem at one eps, as a function of f; sparse (`native`) where that pays."""

    def __init__(self, transport: Transport, options: SinkhornOptions, eps: float, native: bool):
        self.transport, self.eps, self.rho = transport, eps, options.rho
        self.damping = options.damping(eps)
        self._sparse, self._ways = native, Ways()

    def at(self, f: Tensor, near: Tensor) -> Point:
        """The point at f; `near` is a guess of g."""
        plan: Plan | None = None
        if self._sparse:
            plan = SparsePlan.of(self.transport, f, near, self.eps, self.damping, self._ways)
            self._sparse = plan is not None
        if plan is None:
            plan = DensePlan(self.transport, f, self.eps, self.damping, self._ways)
        return Point(f, plan, self._held(f) - plan.rows)

    def step(self, point: Point, hold: float) -> Tensor | None:
        """Where the dual's quadratic model is highest, held back by `hold`; None where that is lost in rounding."""
        a, plan = self.transport.a, point.plan
        ground_rows, ground_columns = hold * point.error * a, torch.zeros_like(plan.g)
        if self.rho is not None:
            ground_rows = ground_rows + self._held(point.f) * (self.eps / self.rho)
            ground_columns = plan.columns * (self.eps / self.rho)
        found = plan.solve(ground_rows, ground_columns, point.slope)
        return None if found is None else self.eps * found

    def gain(self, old: Point, new: Point) -> float:
        """How much higher the dual is at the new point."""
        sides = ((self.transport.a, old.f, new.f), (self.transport.b, old.plan.g, new.plan.g))
        if self.rho is None:
            return float(sum((w * (after - before)).sum() for w, before, after in sides))
        # g is optimal: the plan's mass is that of exp(-g / rho), so eps takes its part of the columns' term.
        rows, columns = (
            -(w * (-before / self.rho).exp() * torch.expm1((before - after) / self.rho)).sum()
            for w, before, after in sides
        )
        return float(self.rho * rows + (self.rho + self.eps) * columns)

    def noise(self) -> float:
        """What rounding makes of a gain."""
        return ROUNDING * float(self.transport.cost.amax())

    def _held(self, f: Tensor) -> Tensor:
        """The row sums that f asks for."""
        return self.transport.a if self.rho is None else self.transport.a * (-f / self.rho).exp()


def climb(dual: Dual, point: Point, target: float) -> tuple[Point, int]:
    """A point whose marginal error is at most `target`, or the last that rounding let be reached; and steps tried."""
    hold, noise = HOLD, dual.noise()
    for tried in range(MOST_STEPS):
        if point.error <= target or hold > MOST_HOLD:
            return point, tried
        step = dual.step(point, hold)
        quality = 0.0
        if step is not None:
            reached = dual.at(point.f + step, point.plan.g)
            promised = float(point.slope @ step) / 2
            quality = dual.gain(point, reached) / promised if promised > 0 else 0.0
            if quality > FAIR or (promised < noise and reached.error < GOOD * point.error):
                point = reached
                hold = max(hold / 8, LEAST_HOLD) if quality > GOOD else hold
                continue
        hold = 4 * max(hold, LEAST_HOLD)
    return point, MOST_STEPS


def settle(dual: Dual, point: Point, target: float) -> tuple[Point, int]:
    """The same of a cloud with itself: half way from f to its softmin halves the error, or better.

    For the kernel exp(-C / eps) is positive definite, so that the plan, its rows divided by their sums, has a spectrum
    in [0, 1].
    """
    best, waited = float("inf"), 0
    for tried in range(MOST_STEPS):
        waited = 0 if point.error < best else waited + 1
        best = min(best, point.error)
        if point.error <= target or waited > PATIENCE:
            return point, tried
        point = dual.at((point.f + point.plan.g) / 2, point.plan.g)
    return point, MOST_STEPS
