"""From potentials to divergences: dual values, and whether the float type of the clouds carries them."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from geobias.distances.loop import Potentials
from geobias.distances.precision import Total, is_carried, left_over, over_points, size_of, sum_of
from geobias.distances.schedule import Schedule
from geobias.distances.sinkhorn_options import SinkhornOptions

Valued = tuple[Tensor, Tensor]
"""Dual value of a problem, float64, and what its rounding is relative to (`precision.size_of`); scalars, or (B,)."""


def valued(
    weights: Sequence[Tensor],
    potentials: Potentials,
    options: SinkhornOptions,
    schedule: Schedule,
    totals: Sequence[Total] | None = None,
) -> Valued:
    """The dual value of a problem with these weights, solved by this schedule.

    totals : for B problems laid end to end, what adds up each side's values (N,) to sums (B,).
    """
    left = left_over(options, schedule)
    return dual_value(weights, potentials, options, totals), size_of(weights, potentials, options, left, totals)


def divergence(parts: Sequence[Valued], options: SinkhornOptions, schedule: Schedule) -> Valued:
    """The divergence of a pair, and bool: whether float32 holds five digits of it.

    parts : the pair, and where it is debiased the two clouds with themselves.
    """
    values, sizes = zip(*parts, strict=True)
    value = combine(values, options, schedule)
    size = sizes[0] + (sizes[1] + sizes[2]) if options.debias else sizes[0]
    return value, is_carried(value, size, options, schedule)


def even_divergence(
    sides: Sequence[tuple[Tensor, Tensor]], options: SinkhornOptions, schedule: Schedule, left: Tensor
) -> Valued:
    """`divergence` of B pairs of one size, without a graph. All sides are laid side by side: a step of torch takes
    longer than the few points of one do.

    sides : weights and potentials (B, n) of both sides of the pairs and, debiased, of their clouds with themselves; a
        leading axis may be 1.
    left : `left_over` of their schedules, (B, 1) or (1, 1).
    """
    count = max(tensor.shape[0] for side in sides for tensor in side)
    weights = [weights.double() for weights, _ in sides[:2]]
    w, f = (torch.cat([t.expand(count, -1) for t in some], 1) for some in (weights * 2, [f for _, f in sides]))
    w = w[:, : f.shape[1]]
    sizes, terms = w * (f.abs() / options.damping(options.eps) + left), w * f
    if (rho := options.rho) is not None:
        sizes, terms = sizes * torch.exp(-f / rho), w * -torch.expm1(-f / rho)
    # Every side is summed by itself: so bits are those of its problem alone.
    values = [part.sum(1) for part in terms.split([own.shape[1] for _, own in sides], 1)]
    if rho is None:
        masses = [share.sum(1) for share in weights]
        values = [value / mass for value, mass in zip(values, masses * 2, strict=False)]
    else:
        values = [(rho + options.eps) * value - (options.eps / 2) * value for value in values]
    value = values[0] + values[1]
    if options.debias:
        value = value - (values[2] + values[3])
    return value, is_carried(value, sizes.sum(1), options, schedule)


def self_cost(parts: Sequence[Valued], options: SinkhornOptions, schedule: Schedule) -> Valued:
    """The same of a cloud with itself, undebiased; of its one part one side is solved."""
    [(value, size)] = parts
    return 2 * value, is_carried(2 * value, 2 * size, options, schedule)


def dual_value(
    weights: Sequence[Tensor],
    potentials: Potentials,
    options: SinkhornOptions,
    totals: Sequence[Total] | None = None,
) -> Tensor:
    """Dual value in float64, of weights and potentials (..., n), or as `totals` add them up; of a cloud with itself
    only one side, which is what debiasing takes off."""
    sides = zip(weights, potentials, totals or [over_points] * len(weights), strict=True)
    return sum_of([_dual_term(w, f, options, total) for w, f, total in sides])


def combine(values: Sequence[Tensor], options: SinkhornOptions, schedule: Schedule) -> Tensor:
    """The divergence from the value of a pair and, debiased, those of its two clouds with themselves."""
    total = values[0] - (values[1] + values[2]) if options.debias else values[0]
    # All points are one when the diameter is 0: what is left then is the rounding of the weights' sums.
    return total * 0 if schedule.diameter == 0 and options.reach is None else total


def _dual_term(weights: Tensor, potential: Tensor, options: SinkhornOptions, total: Total) -> Tensor:
    """<w, f> for a mass of 1, or (rho + eps/2) <w, 1 - exp(-f / rho)> (Séjourné et al. 2019, Proposition 12).

    The gradient of the second has the factor rho + eps, as the same proposition says, and in the weights eps / 2 less:
    what both sides lack alike, and debiasing takes off.
    """
    w, f = weights.double(), potential.double()
    if options.rho is None:
        # Weights that were rounded to float32 sum to 1 only so well.
        return total(w * f) / total(w.detach())
    rho, eps = options.rho, options.eps
    term = total(w * -torch.expm1(-f / rho))
    # The last term is 0: it has a gradient alone.
    return (rho + eps) * term - (eps / 2) * term.detach() - (eps / 2) * total(w - w.detach())


def dual_slopes(weights: Tensor, potential: Tensor, options: SinkhornOptions) -> tuple[Tensor, Tensor]:
    """The derivatives of `_dual_term` in potential and weights (..., n), float64, for gradients without a graph."""
    w, f = weights.detach().double(), potential
    if options.rho is None:
        mass = w.sum(-1, keepdim=True)
        return w / mass, f / mass
    rho, eps = options.rho, options.eps
    held = torch.exp(-f / rho)
    return (rho + eps) / rho * w * held, (rho + eps) * (1 - held) - eps / 2
