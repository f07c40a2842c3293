"""The one Sinkhorn loop: annealed, symmetric, for a pair of clouds or a cloud with itself, by any sweep.

A sweep turns potentials and eps into the softmin of each: two for a pair, one for a cloud with itself
(T_eps[C, h]_i = -eps log sum_j w_j exp((h_j - C_ij) / eps)). Everything else is here.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from geobias.distances.settings import Settings

Potentials = tuple[Tensor, ...]
Sweep = Callable[[Potentials, float], Potentials]

COARSE_TOL = 0.01
"""With a tolerance, the marginal error that every eps before the last is brought to; without that annealing is lost."""

OVERSHOOT = 1.8
"""Over-relaxation of alternating updates near a solution (Thibault et al. 2021, Algorithms 14:143); 1 = none."""

MAX_SWEEPS = 20_000


@dataclass(frozen=True)
class LoopResult:
    """Potentials before and after the last sweep, sweeps made, and the marginal error before the last sweep."""

    before: Potentials
    after: Potentials
    n_iter: int
    residual: float


def sinkhorn_loop(sweep: Sweep, weights: tuple[Tensor, ...], settings: Settings, diameter: float) -> LoopResult:
    """Run the schedule from `diameter` down to blur, and one step more at blur without averaging.

    Without `settings.tol` every eps is visited once and potentials move half way to their softmin, as geomloss 0.3.1
    does. With it, every eps is iterated until the marginal error, max over sides of sum_i w_i |(P 1)_i / w_i - 1|, is
    below the tolerance (below `COARSE_TOL` before the last eps).
    """
    with torch.no_grad():
        schedule = settings.schedule(diameter)
        limit = 1 if settings.tol is None else MAX_SWEEPS
        potentials = _targets(sweep, tuple(torch.zeros_like(w) for w in weights), schedule[0], settings)
        n_iter = 1
        for place, eps in enumerate(schedule):
            last = place == len(schedule) - 1
            for turn in range(limit):
                after = _targets(sweep, potentials, eps, settings)
                n_iter += 1
                if settings.tol is None:
                    potentials = _average(potentials, after)
                    continue
                residual = _marginal_error(potentials, after, weights, eps)
                if residual <= (settings.tol if last else max(settings.tol, COARSE_TOL)):
                    break
                potentials = _alternate(potentials, after, turn, residual)
        after = _targets(sweep, potentials, schedule[-1], settings)
        residual = _marginal_error(potentials, after, weights, schedule[-1])
    if settings.tol is not None and residual > settings.tol:
        warnings.warn(
            f"the marginal error must fall below tol={settings.tol:g}, but it is {residual:.3g} after {n_iter} sweeps. "
            "Pass a larger tol or a larger blur.",
            RuntimeWarning,
            stacklevel=2,
        )
    return LoopResult(potentials, after, n_iter + 1, residual)


def _targets(sweep: Sweep, potentials: Potentials, eps: float, settings: Settings) -> Potentials:
    damping = settings.damping(eps)
    return tuple(damping * softmin for softmin in sweep(potentials, eps))


def _average(potentials: Potentials, targets: Potentials) -> Potentials:
    return tuple((old + new) / 2 for old, new in zip(potentials, targets, strict=True))


def _alternate(potentials: Potentials, targets: Potentials, turn: int, residual: float) -> Potentials:
    """Move one side of a pair past its softmin, the sides taking turns; a cloud with itself moves half way."""
    if len(potentials) == 1:
        return _average(potentials, targets)
    side = turn % 2
    reach = OVERSHOOT if residual < 0.5 else 1.0
    moved = list(potentials)
    moved[side] = potentials[side] + reach * (targets[side] - potentials[side])
    return tuple(moved)


def _marginal_error(potentials: Potentials, targets: Potentials, weights: tuple[Tensor, ...], eps: float) -> float:
    """Largest over sides of sum_i w_i |exp((old_i - new_i) / eps) - 1|; 0 at a fixed point."""
    errors = [
        (w * ((old - new) / eps).expm1().abs()).sum() for old, new, w in zip(potentials, targets, weights, strict=True)
    ]
    return float(torch.stack(errors).max())
