"""One problem by the loop of sweeps: those of torch, on any device, or others'."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import torch

from geobias.distances.loop import LoopResult, Potentials, Sweep, sinkhorn_loop
from geobias.distances.problems import STORED_BYTES, Problem, last_step
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias_kernels.costs import StoredCost, StreamedCost, stored_cost
from geobias_kernels.torch_sweep import CrossSweep, SelfSweep

LastStep = Callable[[Problem, Potentials, SinkhornOptions], Potentials]


def is_kept(problem: Problem) -> bool:
    """Whether the problem's cost is small enough to be in memory, or is there already."""
    return problem.cost is not None or problem.entries * problem.x.points.element_size() <= STORED_BYTES


def torch_sweep(problem: Problem, options: SinkhornOptions) -> Sweep:
    """Both softmins of the problem, or the one of a cloud with itself: one exponential serves both."""
    x, y = problem.x, problem.y
    others = None if y is None else y.points.detach()
    cost: StoredCost | StreamedCost
    if not is_kept(problem):
        cost = StreamedCost(x.points, others, options.p)
    elif problem.cost is not None:
        cost = StoredCost(problem.cost)
    else:
        cost = StoredCost(stored_cost(x.points.detach(), others, options.p))
    weights = [w.detach() for w in problem.weights]
    return SelfSweep(cost, weights[0]) if y is None else CrossSweep(cost, weights[0], weights[1])


def solve_by_sweeps(
    sweep: Sweep, problem: Problem, options: SinkhornOptions, grad: bool, step: LastStep = last_step
) -> LoopResult:
    """Potentials at blur; with `grad` the last step, by `step`, is in the graph of gradients."""
    result = sinkhorn_loop(sweep, problem.weights, options, problem.schedule)
    if not grad:
        return result
    with torch.enable_grad():
        return replace(result, after=step(problem, result.before, options))
