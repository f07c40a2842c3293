"""The one Sinkhorn loop: annealed, symmetric, for a pair of clouds or a cloud with itself, by any sweep.

A sweep turns potentials and eps into the softmin of each: two for a pair, one for a cloud with itself
(T_eps[C, h]_i = -eps log sum_j w_j exp((h_j - C_ij) / eps)). The order of events is `anneal`; what it moves is one
problem (`OneProblem`), or many laid end to end, each at an eps of its own (`geobias.distances.ragged`).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import torch
from torch import Tensor

from geobias.distances.schedule import Schedule
from geobias.distances.sinkhorn_options import SinkhornOptions

Potentials = tuple[Tensor, ...]
Sweep = Callable[[Potentials, float], Potentials]
Eps = TypeVar("Eps")
Place = TypeVar("Place", contravariant=True)

COARSE_TOL = 0.01
"""With a tolerance, the marginal error that every eps before the last is brought to; without that annealing is lost."""

OVERSHOOT = 1.8
"""Over-relaxation of alternating updates near a solution (Thibault et al. 2021, Algorithms 14:143); 1 = none."""

MAX_SWEEPS = 20_000


class Steps(Protocol[Place]):
    """What potentials do at one place of the schedule: an eps, or whatever stands for one."""

    def begin(self, eps: Place) -> Potentials:
        """The targets of potentials of 0."""

    def targets(self, potentials: Potentials, eps: Place) -> Potentials:
        """The damped softmins of the potentials."""

    def average(self, potentials: Potentials, eps: Place) -> Potentials:
        """The potentials half way to their targets; those given are not used again."""

    def errors(self, potentials: Potentials, targets: Potentials, eps: Place) -> Tensor:
        """Marginal error: largest over sides of sum_i w_i |exp((old_i - new_i) / eps) - 1|; 0 at a fixed point."""


@dataclass(frozen=True)
class Annealed:
    """Potentials before and after the last sweep, sweeps made, and the errors before the last sweep."""

    before: Potentials
    after: Potentials
    n_iter: int
    errors: Tensor


@dataclass(frozen=True)
class LoopResult:
    """Potentials before and after the last sweep, sweeps made, and the marginal error before the last sweep.

    `bounds` are a lower and an upper one on the transport cost, where these were proved.
    """

    before: Potentials
    after: Potentials
    n_iter: int
    residual: float
    bounds: tuple[float, float] | None = None


def end_to_end(solved: Sequence[Potentials]) -> Potentials:
    """Potentials of many problems, each side one after another."""
    return tuple(torch.cat(side) for side in zip(*solved, strict=True))


def sinkhorn_loop(
    sweep: Sweep, weights: tuple[Tensor, ...], options: SinkhornOptions, schedule: Schedule
) -> LoopResult:
    """Solve one problem by its schedule; see `anneal`. Without convergence to a `tol` it warns."""
    done = anneal(OneProblem(sweep, weights, options), schedule.steps, options.tol)
    residual = float(done.errors)
    if options.tol is not None and residual > options.tol:
        warnings.warn(
            f"the marginal error must fall below tol={options.tol:g}, but it is {residual:.3g} after "
            f"{done.n_iter - 1} sweeps. Pass a larger tol or a larger blur.",
            RuntimeWarning,
            stacklevel=2,
        )
    return LoopResult(done.before, done.after, done.n_iter, residual)


def anneal(steps: Steps[Eps], schedule: Sequence[Eps], tol: float | None = None) -> Annealed:
    """Run the schedule, and one step more at its last eps without averaging.

    Without `tol` every eps is visited once and potentials move half way to their softmin, as geomloss 0.3.1 does. With
    it, every eps is iterated until the marginal error is below the tolerance (below `COARSE_TOL` before the last eps).
    """
    with torch.no_grad():
        potentials = steps.begin(schedule[0])
        n_iter = 1
        for place, eps in enumerate(schedule):
            if tol is None:
                potentials = steps.average(potentials, eps)
                n_iter += 1
            else:
                last = place == len(schedule) - 1
                potentials, turns = _converge(steps, potentials, eps, tol if last else max(tol, COARSE_TOL))
                n_iter += turns
        after = steps.targets(potentials, schedule[-1])
        errors = steps.errors(potentials, after, schedule[-1])
    return Annealed(potentials, after, n_iter + 1, errors)


@dataclass(frozen=True)
class OneProblem:
    """`Steps` of one problem; its schedule holds floats."""

    sweep: Sweep
    weights: tuple[Tensor, ...]
    options: SinkhornOptions

    def begin(self, eps: float) -> Potentials:
        return self.targets(tuple(torch.zeros_like(w) for w in self.weights), eps)

    def targets(self, potentials: Potentials, eps: float) -> Potentials:
        damping = self.options.damping(eps)
        return tuple(damping * softmin for softmin in self.sweep(potentials, eps))

    def average(self, potentials: Potentials, eps: float) -> Potentials:
        return _middle(potentials, self.targets(potentials, eps))

    def errors(self, potentials: Potentials, targets: Potentials, eps: float) -> Tensor:
        sides = zip(potentials, targets, self.weights, strict=True)
        return torch.stack([(w * ((old - new) / eps).expm1().abs()).sum() for old, new, w in sides]).max()


def _converge(steps: Steps[Eps], potentials: Potentials, eps: Eps, tol: float) -> tuple[Potentials, int]:
    """Potentials whose marginal error at eps is below `tol`, or those after `MAX_SWEEPS`; and the sweeps made."""
    for turn in range(MAX_SWEEPS):
        after = steps.targets(potentials, eps)
        residual = float(steps.errors(potentials, after, eps))
        if residual <= tol:
            return potentials, turn + 1
        potentials = _alternate(potentials, after, turn, residual)
    return potentials, MAX_SWEEPS


def _middle(potentials: Potentials, targets: Potentials) -> Potentials:
    return tuple((old + new) / 2 for old, new in zip(potentials, targets, strict=True))


def _alternate(potentials: Potentials, targets: Potentials, turn: int, residual: float) -> Potentials:
    """Move one side of a pair past its softmin, the sides taking turns; a cloud with itself moves half way."""
    if len(potentials) == 1:
        return _middle(potentials, targets)
    side = turn % 2
    reach = OVERSHOOT if residual < 0.5 else 1.0
    moved = list(potentials)
    moved[side] = potentials[side] + reach * (targets[side] - potentials[side])
    return tuple(moved)
