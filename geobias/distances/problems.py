"""One transport problem between two clouds, or of a cloud with itself: solved by a backend, valued here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from geobias.distances.inputs import Cloud
from geobias.distances.loop import LoopResult, Potentials
from geobias.distances.pools import Replicates
from geobias.distances.settings import Settings
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
    """Transport from x to y, or of x with itself where y is None.

    `diameter` starts the schedule; `cost` (n, m) is the cost matrix where it is known already.
    """

    x: Cloud
    y: Cloud | None
    diameter: float
    cost: Tensor | None = None

    @property
    def clouds(self) -> tuple[Cloud, ...]:
        return (self.x,) if self.y is None else (self.x, self.y)

    @property
    def weights(self) -> tuple[Tensor, ...]:
        return tuple(cloud.weights for cloud in self.clouds)

    @property
    def entries(self) -> int:
        return len(self.x.points) * len((self.y or self.x).points)


class Backend(Protocol):
    """Something that solves problems. `reason` says why "auto" takes it, or why and when not."""

    name: str
    reason: str

    def obstacle(self) -> str | None:
        """Why it cannot run here, with the mend; None where it can."""

    def declines(self, settings: Settings, device: torch.device, dtype: torch.dtype) -> InputError | None:
        """What it would raise for clouds of this device and type with these settings; None where it takes them."""

    def solve_many(
        self, problems: Sequence[Problem], settings: Settings, grad: bool, workers: int | None
    ) -> list[LoopResult]:
        """Potentials at blur, each problem on one thread; with `grad` the last step is in the graph of gradients."""

    def solve_draws(
        self, x: Replicates, y: Replicates | None, settings: Settings, diameter: float, workers: int
    ) -> list[Potentials]:
        """Potentials at blur of every replicate of a pair of pools, or of a pool with itself; without gradients."""


def solve_all(
    problems: Sequence[Problem], settings: Settings, backend: Backend, workers: int | None = None
) -> list[LoopResult]:
    """Solve problems side by side, each on one thread: the bits do not depend on `workers`."""
    grad = torch.is_grad_enabled() and any(cloud.requires_grad for p in problems for cloud in p.clouds)
    return backend.solve_many(problems, settings, grad, workers)


def last_step(problem: Problem, before: Potentials, settings: Settings) -> Potentials:
    """The last step with its graph: softmins that depend on the points they live on, all else held fixed.

    By the envelope theorem this gives the gradient of the converged value without the loop in the graph.
    """
    clouds = problem.clouds
    damping, eps = settings.damping(settings.eps), settings.eps
    steps = []
    for here, there, potential in zip(clouds, reversed(clouds), reversed(before), strict=True):
        cost = cost_matrix(here.points, there.points.detach(), settings.p)
        exponents = there.weights.detach().log() + (potential - cost) / eps
        steps.append(-damping * eps * exponents.logsumexp(1))
    return tuple(steps)


def dual_value(weights: Sequence[Tensor], potentials: Potentials, settings: Settings) -> Tensor:
    """Dual value in float64; of a cloud with itself only one side, which is what debiasing takes off."""
    terms = [_dual_term(w, f, settings) for w, f in zip(weights, potentials, strict=True)]
    return torch.stack(terms).sum()


def combine(values: Sequence[Tensor], diameter: float, settings: Settings) -> Tensor:
    """The divergence from the value of a pair and, debiased, those of its two clouds with themselves."""
    total = values[0] - (values[1] + values[2]) if settings.debias else values[0]
    # All points are one when the diameter is 0: what is left then is the rounding of the weights' sums.
    return total * 0 if diameter == 0 and settings.reach is None else total


def _dual_term(weights: Tensor, potential: Tensor, settings: Settings) -> Tensor:
    """<w, f> for a mass of 1, or (rho + eps/2) <w, 1 - exp(-f / rho)> (Séjourné et al. 2019, Proposition 12).

    The gradient of the second has the factor rho + eps, as the same proposition says, and in the weights eps / 2 less:
    what both sides lack alike, and debiasing takes off.
    """
    w, f = weights.double(), potential.double()
    if settings.rho is None:
        # Weights that were rounded to float32 sum to 1 only so well.
        return (w * f).sum() / w.detach().sum()
    rho, eps = settings.rho, settings.eps
    term = (w * -torch.expm1(-f / rho)).sum()
    # The last term is 0: it has a gradient alone.
    return (rho + eps) * term - (eps / 2) * term.detach() - (eps / 2) * (w - w.detach()).sum()
