"""What backends share that solve one problem at a time: a thread per problem, replicates one after another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from geobias.distances.loop import LoopResult, Potentials, end_to_end
from geobias.distances.problems import DrawnProblem, Problem
from geobias.distances.replicates import SHARED_BYTES, Replicates
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError
from geobias.parallel import ordered_map
from geobias_kernels.costs import stored_cost

SMALL_PROBLEM = 1 << 16
"""Entries of a cost below which a thread costs more than it brings."""

SHARED_FRACTION = 0.125
"""A cost between two pools is shared when a replicate is expected to use at least this part of it."""


class SerialBackend(ABC):
    """Solves problems one by one with `solve`."""

    @abstractmethod
    def solve(self, problem: Problem, options: SinkhornOptions, grad: bool) -> LoopResult:
        """Potentials at blur; with `grad` the last step is in the graph of gradients."""

    def obstacle(self) -> str | None:
        return None

    def declines(self, options: SinkhornOptions, device: torch.device, dtype: torch.dtype) -> InputError | None:
        return None

    def solve_many(
        self, problems: Sequence[Problem], options: SinkhornOptions, grad: bool, workers: int | None
    ) -> list[LoopResult]:
        on_cpu = all(problem.x.points.device.type == "cpu" for problem in problems)
        if not on_cpu or max((p.entries for p in problems), default=0) < SMALL_PROBLEM:
            workers = 1
        return list(ordered_map(lambda problem: self.solve(problem, options, grad), problems, workers))

    def solve_draws(self, drawn: DrawnProblem, options: SinkhornOptions, workers: int) -> Potentials:
        return solve_each(drawn, options, self.solve)


Solve = Callable[[Problem, SinkhornOptions, bool], LoopResult]


def solve_each(drawn: DrawnProblem, options: SinkhornOptions, solve: Solve) -> Potentials:
    """Potentials of every replicate, one after another; the cost between whole pools is shared where that pays."""
    x, y = drawn.x, drawn.y
    shared = _shared_cost(x, y, options)
    solved = []
    for b in range(len(x)):
        clouds = x.cloud(b), None if y is None else y.cloud(b)
        cost = None if shared is None else shared[x.rows[b][:, None], (y or x).rows[b]]
        solved.append(solve(Problem(*clouds, drawn.schedule, cost), options, False).after)
    return end_to_end(solved)


def _shared_cost(x: Replicates, y: Replicates | None, options: SinkhornOptions) -> Tensor | None:
    """The cost between whole pools where sharing it pays; a rule of sizes alone, so that parts have equal bits."""
    other = y or x
    size = x.points.element_size() * len(x.points) * len(other.points)
    if size > SHARED_BYTES or x.expected_fraction * other.expected_fraction < SHARED_FRACTION:
        return None
    return stored_cost(x.points, None if y is None else y.points, options.p)
