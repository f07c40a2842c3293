"""Where problems of one size, each with a schedule of its own, are at every step that they take together."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.distances.problems import EvenProblems
from geobias.distances.sinkhorn_options import SinkhornOptions


@dataclass(frozen=True)
class Timetable:
    """Where B problems are at each of S steps: their eps (B, 1, ...); whether they move (a half) or, their schedule
    being over, wait (0); and their damping, None where it is 1."""

    eps: tuple[Tensor, ...]
    moves: tuple[Tensor, ...]
    damping: tuple[Tensor, ...] | None

    @classmethod
    def of(cls, problems: EvenProblems, options: SinkhornOptions, axes: int) -> Timetable:
        """Of these problems, in their float type; `axes` are those of their potentials."""
        schedules = [schedule.steps for schedule in problems.schedules]
        longest = max(map(len, schedules))
        # A schedule that is over stays at its last eps; its potentials are moved no more.
        table = [[*eps, *[eps[-1]] * (longest - len(eps))] for eps in schedules]
        moves = [[0.5] * len(eps) + [0.0] * (longest - len(eps)) for eps in schedules]
        shape = (longest, len(schedules), *[1] * (axes - 1))
        at, shares = (torch.tensor(rows, dtype=torch.float64).T.reshape(shape) for rows in (table, moves))
        damping = None if options.rho is None else (1 / (1 + at / options.rho)).to(problems.a).unbind()
        return cls(at.to(problems.a).unbind(), shares.to(problems.a).unbind(), damping)

    def damped(self, softmins: Tensor, place: int) -> Tensor:
        """Softmins, or their slopes, (B, ...) at a place, as the potentials take them up."""
        if self.damping is None:
            return softmins
        damping = self.damping[place]
        return damping.reshape(-1, *[1] * (softmins.ndim - 1)) * softmins
