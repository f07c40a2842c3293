"""Many problems laid end to end, each at an eps of its own, as the one loop moves them; see `loop.anneal`."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from geobias.distances.loop import Annealed, LoopResult, Potentials, anneal
from geobias.distances.sinkhorn_options import SinkhornOptions
from geobias_kernels.cuda.graphs import repeatable
from geobias_kernels.ragged import Pair, RaggedProblems, RaggedSweep
from geobias_kernels.ragged_steps import move, segment_sums

GRAPH_SWEEPS = 32
"""Schedules of at least so many sweeps are captured as a CUDA graph once and replayed (a capture costs some sweeps)."""


class RaggedSteps:
    """`Steps` of P problems; its schedule holds the places (ints) of `eps` (S, P), where problems that are over wait.

    Nothing here waits for the device.
    """

    def __init__(
        self,
        problems: RaggedProblems,
        sweep: RaggedSweep,
        schedules: Sequence[Sequence[float]],
        options: SinkhornOptions,
    ):
        self.problems, self.sweep = problems, sweep
        self.schedule = range(max(map(len, schedules)))
        device = problems.device
        # A schedule that is over stays at its last eps; its potentials are moved no more.
        table = [[eps[min(place, len(eps) - 1)] for eps in schedules] for place in self.schedule]
        shares = [[0.5 if place < len(eps) else 0.0 for eps in schedules] for place in self.schedule]
        self.eps = torch.tensor(table, dtype=torch.float64).to(device)
        damping = [[options.damping(eps) for eps in row] for row in table]
        self.damping = torch.tensor(damping, dtype=torch.float64).to(device)
        self.shares = torch.tensor(shares, dtype=torch.float64).to(device)
        self.potentials = problems.zeros()
        self._now = [self.eps[0].clone(), self.damping[0].clone(), torch.ones_like(self.shares[0])]
        self._step = self._move
        if len(self.schedule) >= GRAPH_SWEEPS:
            self._step = repeatable(self._move, device)
            self._reset()

    def begin(self, eps: int) -> Potentials:
        self._go_to(self.eps[eps], self.damping[eps], torch.ones_like(self.shares[eps]))
        return self.potentials

    def average(self, potentials: Potentials, eps: int) -> Potentials:
        self._go_to(self.eps[eps], self.damping[eps], self.shares[eps])
        return self.potentials

    def targets(self, potentials: Potentials, eps: int) -> Potentials:
        f, g = potentials
        return self.damped(self.sweep((f, g), self.eps[eps]), eps)

    def errors(self, potentials: Potentials, targets: Potentials, eps: int) -> Tensor:
        rows, cols = (
            w * ((old - new) / at).expm1().abs()
            for w, old, new, at in zip(
                (self.problems.a, self.problems.b), potentials, targets, self._spread(self.eps[eps]), strict=True
            )
        )
        return segment_sums(self.problems, (rows, cols)).amax(1)

    def damped(self, softmins: Pair, eps: int) -> Pair:
        rows, cols = self._spread(self.damping[eps])
        return rows * softmins[0], cols * softmins[1]

    def _spread(self, values: Tensor) -> Pair:
        """A number per problem as one per row and one per column."""
        values = values.to(self.problems.a.dtype)
        return values[self.problems.row_problem], values[self.problems.col_problem]

    def _go_to(self, *place: Tensor) -> None:
        for now, value in zip(self._now, place, strict=True):
            now.copy_(value)
        self._step()

    def _move(self) -> None:
        eps, damping, share = self._now
        move(self.problems, self.potentials, self.sweep(self.potentials, eps), damping, share)

    def _reset(self) -> None:
        for potential in self.potentials:
            potential.zero_()


def solve_ragged(
    problems: RaggedProblems, sweep: RaggedSweep, schedules: Sequence[Sequence[float]], options: SinkhornOptions
) -> Annealed:
    """Solve all problems, each by its schedule of eps, without `tol`: potentials end to end, errors (P,)."""
    steps = RaggedSteps(problems, sweep, schedules, options)
    return anneal(steps, steps.schedule)


def apart(problems: RaggedProblems, done: Annealed, schedules: Sequence[Sequence[float]]) -> list[LoopResult]:
    """What was solved end to end, problem by problem."""
    residuals = done.errors.tolist()
    return [
        LoopResult(part(problems, done.before, k), part(problems, done.after, k), len(schedules[k]) + 2, residuals[k])
        for k in range(len(problems))
    ]


def part(problems: RaggedProblems, values: Potentials, k: int) -> Potentials:
    """What belongs to problem k: its rows and its columns; of a cloud with itself its rows alone."""
    rows = values[0][problems.row_slice(k)]
    return (rows,) if problems.symmetric[k] else (rows, values[1][problems.col_slice(k)])
