"""Small problems of one size side by side in torch, each at an eps of its own, as the one loop moves them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.distances.loop import Annealed, LoopResult, Potentials, anneal
from geobias.distances.problems import EvenProblems, EvenResults, Problem
from geobias.distances.schedule import Schedule
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias.distances.timetable import Timetable
from geobias_kernels.torch_stack import StackedSweep

LARGEST = 1 << 16
"""Entries of a cost up to which problems are stacked; larger ones gain nothing, and a cloud with itself loses."""

STACK_ENTRIES = 1 << 18
"""Entries of all costs of a stack: it should stay in the second-level cache."""


@dataclass(frozen=True)
class StackedSteps:
    """`Steps` of B problems of one size; its schedule holds the places of `plan`."""

    sweep: StackedSweep
    weights: tuple[Tensor, ...]
    plan: Timetable

    @classmethod
    def of(cls, problems: EvenProblems, options: SinkhornOptions) -> StackedSteps:
        (x, a), (y, b) = problems.sides[0], problems.sides[-1]
        alone = len(problems.sides) == 1
        sweep = StackedSweep(x, None if alone else y, a, None if alone else b, options.p)
        return cls(sweep, tuple(weights for _, weights in problems.sides), Timetable.of(problems, options, 2))

    def begin(self, eps: int) -> Potentials:
        return self.targets(tuple(torch.zeros_like(w) for w in self.weights), eps)

    def targets(self, potentials: Potentials, eps: int) -> Potentials:
        softmins = self.sweep(potentials, self.plan.eps[eps])
        return tuple(self.plan.damped(softmin, eps) for softmin in softmins)

    def average(self, potentials: Potentials, eps: int) -> Potentials:
        targets = self.targets(potentials, eps)
        return tuple(old.lerp(new, self.plan.moves[eps]) for old, new in zip(potentials, targets, strict=True))

    def errors(self, potentials: Potentials, targets: Potentials, eps: int) -> Tensor:
        at = self.plan.eps[eps]
        sides = zip(potentials, targets, self.weights, strict=True)
        return torch.stack([(w * ((old - new) / at).expm1().abs()).sum(1) for old, new, w in sides]).amax(0)

    def run(self) -> Annealed:
        return anneal(self, range(len(self.plan.eps)))

    def slopes(self, before: Potentials) -> tuple[Tensor, ...]:
        """Derivatives of the last targets in the points that they are of."""
        found = self.sweep.slopes(before, self.plan.eps[-1])
        return tuple(self.plan.damped(slope, -1) for slope in found)


def is_small(problem: Problem) -> bool:
    """Whether it may be stacked; by its size alone, so that its bits do not depend on what else is solved."""
    return problem.cost is None and problem.entries <= LARGEST


def solve_stacks(problems: EvenProblems, options: SinkhornOptions, grad: bool) -> EvenResults:
    """Small problems of one size, without `tol`."""
    parts = []
    for stack in split(problems, problems.entries):
        steps = StackedSteps.of(stack, options)
        done = steps.run()
        wanted = [grad and points.requires_grad for points, _ in problems.sides]
        found = steps.slopes(done.before) if any(wanted) else [None] * len(wanted)
        slopes = [slope if want else None for slope, want in zip(found, wanted, strict=True)]
        parts.append((done.after, done.errors, slopes))
    after, residuals, sloped = zip(*parts, strict=True)
    joined = [torch.cat(side) if side[0] is not None else None for side in zip(*sloped, strict=True)]
    return EvenResults(
        tuple(torch.cat(side).double() for side in zip(*after, strict=True)),
        torch.cat(residuals).double(),
        tuple(joined),
    )


def solve_stacked(problems: Sequence[Problem], options: SinkhornOptions) -> list[LoopResult]:
    """Potentials of small problems, without `tol` and gradients; those of one size and float type go together."""
    found: dict[int, LoopResult] = {}
    for places in alike(problems):
        steps = StackedSteps.of(even([problems[place] for place in places]), options)
        done = steps.run()
        before, after = (zip(*(side.unbind() for side in sides), strict=True) for sides in (done.before, done.after))
        for place, first, last, error in zip(places, before, after, done.errors.tolist(), strict=True):
            found[place] = LoopResult(first, last, len(problems[place].schedule.steps) + 2, error)
    return [found[place] for place in range(len(problems))]


def split(problems: EvenProblems, entries: int) -> Iterator[EvenProblems]:
    """Stacks of problems of so many entries, each with whatever they share."""
    count, most = len(problems), max(1, STACK_ENTRIES // entries)
    for top in range(0, count, most):
        size = min(most, count - top)
        sides = [_some(tensor.detach(), top, size) for side in problems.sides for tensor in side]
        schedules = problems.schedules
        some = list(schedules[top : top + size]) if len(schedules) > 1 else [schedules[0]] * size
        yield _problems(sides, some)


def _some(tensor: Tensor, top: int, size: int) -> Tensor:
    return tensor.expand(size, *tensor.shape[1:]) if len(tensor) == 1 else tensor[top : top + size]


def _problems(sides: Sequence[Tensor], schedules: Sequence[Schedule]) -> EvenProblems:
    x, a, *other = sides
    return EvenProblems(x, other[0] if other else None, a, other[1] if other else None, schedules)


def alike(problems: Sequence[Problem]) -> Iterator[list[int]]:
    """Places of problems of one size, type and device, a stack at a time."""
    kinds: dict[tuple[object, ...], list[int]] = {}
    for place, problem in enumerate(problems):
        points = problem.x.points
        kind = (points.shape, None if problem.y is None else len(problem.y.points), points.dtype, points.device)
        kinds.setdefault(kind, []).append(place)
    for places in kinds.values():
        most = max(1, STACK_ENTRIES // problems[places[0]].entries)
        yield from (places[top : top + most] for top in range(0, len(places), most))


def even(problems: Sequence[Problem]) -> EvenProblems:
    """Problems of one size as one."""
    clouds = list(zip(*(problem.clouds for problem in problems), strict=True))
    sides = [
        torch.stack([t.detach() for t in some])
        for side in clouds
        for some in ([c.points for c in side], [c.weights for c in side])
    ]
    return _problems(sides, [problem.schedule for problem in problems])
