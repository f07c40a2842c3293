"""One transport problem between two clouds, or of a cloud with itself: which a backend solves."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from geobias.distances.inputs import Cloud
from geobias.distances.loop import LoopResult, Potentials
from geobias.distances.replicates import Replicates
from geobias.distances.schedule import Schedule
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.errors import InputError
from geobias_kernels.costs import cost_matrix


def _half_of_memory() -> int:
    """Half of this machine's memory in bytes; no limit where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return 1 << 62


STORED_BYTES = min(1 << 32, _half_of_memory())
"""A cost up to this size is kept; a larger one is computed anew, block by block, in every sweep. It depends on what the
machine has, not on what is free: else bits would."""


@dataclass(frozen=True)
class Problem:
    """Transport from x to y, or of x with itself where y is None, by a schedule of eps.

    `cost` (n, m) is the cost matrix where it is known already. `followed`: the next two problems are its clouds with
    themselves, by the same schedule, in every call that it is part of.
    """

    x: Cloud
    y: Cloud | None
    schedule: Schedule
    cost: Tensor | None = None
    followed: bool = False

    @property
    def clouds(self) -> tuple[Cloud, ...]:
        return (self.x,) if self.y is None else (self.x, self.y)

    @property
    def weights(self) -> tuple[Tensor, ...]:
        return tuple(cloud.weights for cloud in self.clouds)

    @property
    def entries(self) -> int:
        return len(self.x.points) * len((self.y or self.x).points)


@dataclass(frozen=True)
class DrawnProblem:
    """Every replicate of a pair of pools, or of a pool with itself where y is None, by one schedule of eps."""

    x: Replicates
    y: Replicates | None
    schedule: Schedule


@dataclass(frozen=True)
class EvenProblems:
    """K problems whose clouds have one size each: x (K, n, d) to y (K, m, d), or of x with itself where y is None.

    Weights a (K, n) and b (K, m) are positive. A leading axis, and `schedules`, may be 1 where all problems share it.
    """

    x: Tensor
    y: Tensor | None
    a: Tensor
    b: Tensor | None
    schedules: Sequence[Schedule]

    @property
    def sides(self) -> tuple[tuple[Tensor, Tensor], ...]:
        """Points and weights of each side."""
        return ((self.x, self.a),) if self.y is None or self.b is None else ((self.x, self.a), (self.y, self.b))

    @property
    def entries(self) -> int:
        """Of the cost of one problem."""
        return self.a.shape[1] * self.sides[-1][1].shape[1]

    def __len__(self) -> int:
        return max(len(self.schedules), *[tensor.shape[0] for side in self.sides for tensor in side])


@dataclass(frozen=True)
class EvenResults:
    """Potentials (K, n) and (K, m) after the last sweep, float64, and marginal errors (K,) before it.

    `slopes` are the derivatives (K, n, d) and (K, m, d) of the potentials in their points, all else held fixed (see
    `last_step`); None where they were not wanted.
    """

    after: Potentials
    residuals: Tensor
    slopes: tuple[Tensor | None, ...]


class Backend(Protocol):
    """Something that solves problems. `reason` says why "auto" takes it, or why and when not."""

    name: str
    reason: str

    def obstacle(self) -> str | None:
        """Why it cannot run here, with the mend; None where it can."""

    def declines(self, options: SinkhornOptions, device: torch.device, dtype: torch.dtype) -> InputError | None:
        """What it would raise for clouds of this device and type with these options; None where it takes them."""

    def solve_many(
        self, problems: Sequence[Problem], options: SinkhornOptions, grad: bool, workers: int | None
    ) -> list[LoopResult]:
        """Potentials at blur, each problem on one thread; with `grad` the last step is in the graph of gradients."""

    def solve_draws(self, drawn: DrawnProblem, options: SinkhornOptions, workers: int) -> Potentials:
        """Potentials at blur of all replicates end to end, as their weights lie; without gradients."""


class EvenBackend(ABC):
    """A backend that solves problems of one size without a step for each. (No protocol: those are slow to ask for.)"""

    def takes_even(self, entries: int) -> bool:
        """Whether it takes problems of so many costs each."""
        return True

    @abstractmethod
    def solve_even(
        self, problems: Sequence[EvenProblems], options: SinkhornOptions, grad: bool
    ) -> Sequence[EvenResults]:
        """As `Backend.solve_many`; with `grad` there are slopes, and no graph."""


def solve_all(
    problems: Sequence[Problem], options: SinkhornOptions, backend: Backend, workers: int | None = None
) -> list[LoopResult]:
    """Solve problems side by side, each on one thread: the bits do not depend on `workers`."""
    grad = torch.is_grad_enabled() and any(cloud.requires_grad for p in problems for cloud in p.clouds)
    return backend.solve_many(problems, options, grad, workers)


def last_step(problem: Problem, before: Potentials, options: SinkhornOptions) -> Potentials:
    """The last step with its graph: softmins that depend on the points they live on, all else held fixed.

    By the envelope theorem this gives the gradient of the converged value without the loop in the graph.
    """
    clouds = problem.clouds
    damping, eps = options.damping(options.eps), options.eps
    steps = []
    for here, there, potential in zip(clouds, reversed(clouds), reversed(before), strict=True):
        cost = cost_matrix(here.points, there.points.detach(), options.p)
        exponents = there.weights.detach().log() + (potential - cost) / eps
        steps.append(-damping * eps * exponents.logsumexp(1))
    return tuple(steps)
