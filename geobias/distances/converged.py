"""One transport problem solved to a stated error of its value, by Newton steps where the cost is kept."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import torch

from geobias.distances.loop import COARSE_TOL, LoopResult, Potentials
from geobias.distances.newton import Dual, Point, climb, settle
from geobias.distances.problems import Problem, last_step
from geobias.distances.proof import Bounds, bounds
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.sweeping import is_kept, solve_by_sweeps, torch_sweep
from geobias_kernels.costs import stored_cost
from geobias_kernels.dual_plan import Transport
from geobias_kernels.native_plan import exact_prices

SLACK = 1e-3
"""How exact, in units of eps, exact transport must be for a start."""

ROUNDS = 5
"""How often the marginals are made more exact for the value's sake."""


@dataclass(frozen=True)
class _Proved:
    """A point, how often a step was tried on the way, and what the cost lies between."""

    point: Point
    steps: int
    bounds: Bounds

    def error(self, eps: float) -> float:
        """Largest relative error of any number between the bounds; of costs below eps, relative to that."""
        lower, upper = self.bounds
        return (upper - lower) / max(abs(upper), eps)


def solve_converged(problem: Problem, options: SinkhornOptions, native: bool, grad: bool) -> LoopResult:
    """Potentials at blur whose marginal error, and the relative error of whose value, are at most `options.tol`.

    native : from exact transport and with sparse plans, in C++; else along the schedule, every eps to `COARSE_TOL`.
    Where rounding does not allow `tol` it warns. Clouds are float64. A cost too large to be kept is swept instead, to
    the marginal error alone.
    """
    if not is_kept(problem):
        return solve_by_sweeps(torch_sweep(problem, options), problem, options, grad)
    with torch.no_grad():
        done = _solve(problem, options, native)
        before = _potentials(done.point, problem, options)
    tol, errors = options.tol or 0.0, (done.point.error, done.error(options.eps))
    if not max(errors) <= tol:
        warnings.warn(
            f"the marginal error and the value's relative error must fall below tol={tol:g}, but they are "
            f"{errors[0]:.3g} and {errors[1]:.3g} after {done.steps} steps. Pass a larger tol or a larger blur.",
            RuntimeWarning,
            stacklevel=2,
        )
    after = _with_graph(problem, before, options) if grad else before
    return LoopResult(before, after, done.steps, errors[0], done.bounds)


def _solve(problem: Problem, options: SinkhornOptions, native: bool) -> _Proved:
    """To the tolerance; marginals beyond it where the value asks for that."""
    transport, alone = _transport(problem, options), problem.y is None
    dual = Dual(transport, options, options.eps, native)
    point, steps = _start(dual, problem, options, native)
    tol = target = options.tol or 0.0
    for _ in range(ROUNDS):
        point, more = (settle if alone else climb)(dual, point, target)
        steps += more
        done = _Proved(point, steps, bounds(dual, point))
        if point.error > target or done.error(dual.eps) <= tol:
            break
        target = tol * point.error / (2 * done.error(dual.eps))
    return done


def _transport(problem: Problem, options: SinkhornOptions) -> Transport:
    """The problem with the smaller cloud in the rows: as many equations there are."""
    x, y, cost = problem.x, problem.y or problem.x, problem.cost
    if turned := len(x.points) > len(y.points):
        x, y = y, x
    if cost is None:
        cost = stored_cost(x.points.detach(), None if problem.y is None else y.points.detach(), options.p)
    elif turned:
        cost = cost.T
    return Transport(cost.contiguous(), x.weights.detach().contiguous(), y.weights.detach().contiguous())


def _start(dual: Dual, problem: Problem, options: SinkhornOptions, native: bool) -> tuple[Point, int]:
    """Exact transport where C++ finds it, 0 for a cloud with itself (which is exact), else the end of the schedule."""
    transport, steps = dual.transport, 0
    f, g = torch.zeros_like(transport.a), torch.zeros_like(transport.b)
    if problem.y is not None and native and options.rho is None:
        f, g = exact_prices(transport, SLACK * dual.eps)
    elif problem.y is not None:
        for eps in problem.schedule.steps[1:-1]:
            coarse = Dual(transport, options, eps, native)
            point, more = climb(coarse, coarse.at(f, g), COARSE_TOL)
            f, g, steps = point.f, point.plan.g, steps + more
    return dual.at(f, g), steps


def _potentials(point: Point, problem: Problem, options: SinkhornOptions) -> Potentials:
    """One for each cloud of the problem; balanced, their constant is such that both sides are worth the same."""
    f, g = point.f, point.plan.g
    if problem.y is None:
        return ((f + g) / 2,)
    if len(problem.x.points) > len(problem.y.points):
        f, g = g, f
    if options.rho is None:
        shift = float(problem.y.weights @ g - problem.x.weights @ f) / 2
        f, g = f + shift, g - shift
    return f, g


def _with_graph(problem: Problem, potentials: Potentials, options: SinkhornOptions) -> Potentials:
    """The same numbers with the gradients of one more step, which are those of the optimum."""
    with torch.enable_grad():
        steps = last_step(problem, potentials, options)
        return tuple(f + (step - step.detach()) for f, step in zip(potentials, steps, strict=True))
