"""Pairs of small clouds and, for debiasing, each cloud with itself in one stack: a third of torch's steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.distances.loop import Potentials, anneal
from geobias.distances.problems import EvenProblems, EvenResults
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.stacked import split
from geobias.distances.timetable import Timetable
from geobias_kernels.torch_joined import JoinedSweep

LARGEST = 1 << 14
"""Entries up to which what steps cost counts for more than the quarter of entries that a joined matrix has too many."""


def is_joined(problems: Sequence[EvenProblems]) -> bool:
    """Whether these are pairs and their clouds with themselves, and small; by sizes alone, so that no pair changes the
    bits of another."""
    return len(problems) == 3 and sum(a.shape[1] for _, a in problems[0].sides) ** 2 <= LARGEST


def solve_joined(problems: Sequence[EvenProblems], options: SinkhornOptions, grad: bool) -> list[EvenResults]:
    """What `stacked.solve_stacks` finds of pairs, of their first clouds, and of their second ones."""
    pairs, size = problems[0], sum(a.shape[1] for _, a in problems[0].sides)
    wanted = grad and any(points.requires_grad for points, _ in pairs.sides)
    parts = [_solved(stack, options, wanted) for stack in split(pairs, size * size)]
    after, errors = (torch.cat(some).double() for some in list(zip(*parts, strict=True))[:2])
    slopes = torch.cat([part[2] for part in parts if part[2] is not None]) if wanted else None
    return _dealt(pairs, after, errors, slopes)


def _solved(stack: EvenProblems, options: SinkhornOptions, grad: bool) -> tuple[Tensor, Tensor, Tensor | None]:
    """Potentials (B, N, 2) after the last step, errors (B, 2, 2) before it, and slopes (B, N, 2, d) where wanted."""
    (x, a), (y, b) = stack.sides
    steps = JoinedSteps(
        JoinedSweep(x, y, a, b, options.p), torch.cat([a, b], 1)[:, :, None], Timetable.of(stack, options, 3)
    )
    done = anneal(steps, range(len(steps.plan.eps)))
    return done.after[0], done.errors, steps.slopes(done.before[0]) if grad else None


def _dealt(pairs: EvenProblems, after: Tensor, errors: Tensor, slopes: Tensor | None) -> list[EvenResults]:
    """The results of pairs, first clouds and second clouds."""
    n = pairs.a.shape[1]
    cells = (((slice(0, n), 1), (slice(n, None), 0)), ((slice(0, n), 0),), ((slice(n, None), 1),))
    results = []
    for places, points in zip(cells, (pairs.sides, pairs.sides[:1], pairs.sides[1:]), strict=True):
        error = torch.stack([errors[:, int(own.start > 0), other] for own, other in places]).amax(0)
        sloped = [
            slopes[:, own, other] if slopes is not None and tensor.requires_grad else None
            for (own, other), (tensor, _) in zip(places, points, strict=True)
        ]
        results.append(EvenResults(tuple(after[:, own, other] for own, other in places), error, tuple(sloped)))
    return results


@dataclass(frozen=True)
class JoinedSteps:
    """`Steps` of B pairs with their clouds by themselves; potentials are (B, N, 2), eps the places of `plan`."""

    sweep: JoinedSweep
    weights: Tensor
    plan: Timetable

    def begin(self, eps: int) -> Potentials:
        return self.targets((self.weights.new_zeros(*self.weights.shape[:2], 2),), eps)

    def targets(self, potentials: Potentials, eps: int) -> Potentials:
        return (self.plan.damped(self.sweep(potentials[0], self.plan.eps[eps]), eps),)

    def average(self, potentials: Potentials, eps: int) -> Potentials:
        return (potentials[0].lerp(self.targets(potentials, eps)[0], self.plan.moves[eps]),)

    def errors(self, potentials: Potentials, targets: Potentials, eps: int) -> Tensor:
        """(B, 2, 2): of either cloud's points, of transport to either."""
        found = self.weights * ((potentials[0] - targets[0]) / self.plan.eps[eps]).expm1().abs()
        return torch.stack([found[:, part].sum(1) for part in self.sweep.parts], 1)

    def slopes(self, before: Tensor) -> Tensor:
        """Derivatives (B, N, 2, d) of the last targets in the points that they are of."""
        return self.plan.damped(self.sweep.slopes(before, self.plan.eps[-1]), -1)
