"""Small problems of one shape side by side in torch, each at an eps of its own, as the one loop moves them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.distances.loop import LoopResult, Potentials, anneal
from geobias.distances.problems import Problem
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias_kernels.torch_stack import StackedSweep

LARGEST = 1 << 16
"""Entries of a cost up to which problems are stacked; larger ones gain nothing, and a cloud with itself loses."""

STACK_ENTRIES = 1 << 18
"""Entries of all costs of a stack: it should stay in the second-level cache."""


@dataclass(frozen=True)
class StackedSteps:
    """`Steps` of B problems of one shape; its schedule holds the places of `eps` (S, B, 1), where problems whose
    schedule is over wait (`moves` (S, B, 1) is 0 there, else a half)."""

    sweep: StackedSweep
    weights: tuple[Tensor, ...]
    eps: Tensor
    damping: Tensor
    moves: Tensor

    def begin(self, eps: int) -> Potentials:
        return self.targets(tuple(torch.zeros_like(w) for w in self.weights), eps)

    def targets(self, potentials: Potentials, eps: int) -> Potentials:
        return tuple(self.damping[eps] * softmin for softmin in self.sweep(potentials, self.eps[eps]))

    def average(self, potentials: Potentials, eps: int) -> Potentials:
        targets = self.targets(potentials, eps)
        return tuple(old.lerp(new, self.moves[eps]) for old, new in zip(potentials, targets, strict=True))

    def errors(self, potentials: Potentials, targets: Potentials, eps: int) -> Tensor:
        at = self.eps[eps]
        sides = zip(potentials, targets, self.weights, strict=True)
        return torch.stack([(w * ((old - new) / at).expm1().abs()).sum(1) for old, new, w in sides]).amax(0)


def is_small(problem: Problem) -> bool:
    """Whether it may be stacked; by its size alone, so that its bits do not depend on what else is solved."""
    return problem.cost is None and problem.entries <= LARGEST


def solve_stacked(problems: Sequence[Problem], options: SinkhornOptions) -> list[LoopResult]:
    """Potentials of small problems, without `tol` and gradients; those of one shape and float type go together."""
    found: dict[int, LoopResult] = {}
    for places in _stacks(problems):
        found |= zip(places, _solve([problems[k] for k in places], options), strict=True)
    return [found[k] for k in range(len(problems))]


def _stacks(problems: Sequence[Problem]) -> Iterator[list[int]]:
    kinds: dict[tuple[object, ...], list[int]] = {}
    for place, problem in enumerate(problems):
        points = problem.x.points
        kind = (points.shape, None if problem.y is None else len(problem.y.points), points.dtype, points.device)
        kinds.setdefault(kind, []).append(place)
    for places in kinds.values():
        most = max(1, STACK_ENTRIES // problems[places[0]].entries)
        yield from (places[top : top + most] for top in range(0, len(places), most))


def _solve(problems: Sequence[Problem], options: SinkhornOptions) -> list[LoopResult]:
    """Problems of one shape."""
    a = torch.stack([problem.x.weights.detach() for problem in problems])
    x = torch.stack([problem.x.points.detach() for problem in problems])
    others = [problem.y for problem in problems if problem.y is not None]
    y = torch.stack([other.points.detach() for other in others]) if others else None
    b = torch.stack([other.weights.detach() for other in others]) if others else None
    schedules = [problem.schedule.steps for problem in problems]
    steps = _steps(StackedSweep(x, y, a, b, options.p), (a,) if b is None else (a, b), schedules, options)
    done = anneal(steps, range(len(steps.eps)))
    before, after = (zip(*(side.unbind() for side in sides), strict=True) for sides in (done.before, done.after))
    counts = [len(steps) + 2 for steps in schedules]
    return [LoopResult(*one) for one in zip(before, after, counts, done.errors.tolist(), strict=True)]


def _steps(
    sweep: StackedSweep, weights: Potentials, schedules: Sequence[Sequence[float]], options: SinkhornOptions
) -> StackedSteps:
    longest = max(map(len, schedules))
    # A schedule that is over stays at its last eps; its potentials are moved no more.
    table = [[*eps, *[eps[-1]] * (longest - len(eps))] for eps in schedules]
    damping = [[options.damping(eps) for eps in row] for row in table]
    moves = [[0.5] * len(eps) + [0.0] * (longest - len(eps)) for eps in schedules]
    made = (weights[0].new_tensor(rows).T[:, :, None] for rows in (table, damping, moves))
    return StackedSteps(sweep, weights, *made)
