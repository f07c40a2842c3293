"""Pairs of small clouds and, for debiasing, each cloud with itself in one stack: a third of torch's steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.distances.loop import Annealed, LoopResult, Potentials, anneal
from geobias.distances.problems import EvenProblems, EvenResults, Problem
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.stacked import alike, even, split
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
    parts, slopes = [], []
    for stack in split(pairs, size * size):
        steps, done = _annealed(stack, options)
        parts.append((done.after[0], done.errors))
        slopes += [steps.slopes(done.before[0])] if wanted else []
    after, errors = (torch.cat(some).double() for some in zip(*parts, strict=True))
    return _dealt(pairs, after, errors, torch.cat(slopes) if wanted else None)


def solve_triples(problems: Sequence[Problem], options: SinkhornOptions) -> dict[int, LoopResult]:
    """The same of small pairs that are followed by their clouds with themselves, without gradients, by the places of
    all three problems. The bits are those of `solve_joined`."""
    sizes = [sum(len(cloud.points) for cloud in problem.clouds) for problem in problems]
    tops = [top for top, one in enumerate(problems) if one.followed and sizes[top] ** 2 <= LARGEST]
    found = {}
    for places in alike([problems[top] for top in tops]):
        stack = even([problems[tops[place]] for place in places])
        _, done = _annealed(stack, options)
        for k, place in enumerate(places):
            n_iter = len(stack.schedules[k].steps) + 2
            for offset, cells in enumerate(_cells(stack)):
                before, after = (tuple(side[0][k, own, to] for own, to in cells) for side in (done.before, done.after))
                residual = float(_error(done.errors[k], cells))
                found[tops[place] + offset] = LoopResult(before, after, n_iter, residual)
    return found


def _annealed(stack: EvenProblems, options: SinkhornOptions) -> tuple[JoinedSteps, Annealed]:
    (x, a), (y, b) = stack.sides
    sweep = JoinedSweep(x, y, a, b, options.p)
    steps = JoinedSteps(sweep, torch.cat([a, b], 1)[:, :, None], Timetable.of(stack, options, 3))
    return steps, anneal(steps, range(len(steps.plan.eps)))


Cell = tuple[slice, int]
"""Of N points those of one cloud, and the cloud that they are transported to."""


def _cells(pairs: EvenProblems) -> tuple[tuple[Cell, ...], ...]:
    """The sides of the pair, of its first cloud with itself, and of its second."""
    first, second = slice(0, pairs.a.shape[1]), slice(pairs.a.shape[1], None)
    return ((first, 1), (second, 0)), ((first, 0),), ((second, 1),)


def _error(errors: Tensor, cells: Sequence[Cell]) -> Tensor:
    """The largest of the sides of a problem, of errors (..., 2, 2)."""
    return torch.stack([errors[..., int(own.start > 0), to] for own, to in cells]).amax(0)


def _dealt(pairs: EvenProblems, after: Tensor, errors: Tensor, slopes: Tensor | None) -> list[EvenResults]:
    """The results of pairs, first clouds and second clouds."""
    results = []
    for cells, sides in zip(_cells(pairs), (pairs.sides, pairs.sides[:1], pairs.sides[1:]), strict=True):
        sloped = [
            slopes[:, own, to] if slopes is not None and points.requires_grad else None
            for (own, to), (points, _) in zip(cells, sides, strict=True)
        ]
        results.append(EvenResults(tuple(after[:, own, to] for own, to in cells), _error(errors, cells), tuple(sloped)))
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
