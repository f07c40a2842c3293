"""A two-sided bound on the entropic transport cost: from a point near the top of its dual, without trusting it."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from geobias.distances.newton import Dual, Point

ROUNDING = 2.0**-49
"""Relative to the sum of what was added up, absolute: what float64 and the entries left out of a plan may amount to."""

Bounds = tuple[float, float]


def bounds(dual: Dual, point: Point) -> Bounds:
    """(lower, upper) of min_P <P, C> + eps KL(P | a b') with the marginals a and b, held exactly or by `reach`.

    Below: the dual at (f, g), which is a lower bound wherever it is taken. Above: the cost of a plan that has the
    marginals (Altschuler, Weed & Rigollet 2017, Algorithm 2); without marginals to have, of the plan itself.
    """
    a, b, f, g = dual.transport.a, dual.transport.b, point.f, point.plan.g
    if dual.rho is None:
        lower, upper = float(a @ f + b @ g), float(_rounded_cost(dual, point))
    else:
        lower, upper = _unbalanced(dual, point)
    slack = ROUNDING * float(a @ f.abs() + b @ g.abs() + dual.eps * (a.sum() + b.sum()))
    return lower - slack, upper + slack


def combined(parts: Sequence[Bounds | None]) -> Bounds | None:
    """Bounds on a cost less half of those of its clouds with themselves, where there are any; None where one lacks."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    (lower, upper), alone = known[0], known[1:]
    return lower - sum(high for _, high in alone) / 2, upper - sum(low for low, _ in alone) / 2


def _rounded_cost(dual: Dual, point: Point) -> Tensor:
    """Cost of the plan P' = X P Y + r c' / |r| with X, Y <= 1 diagonal and r, c >= 0, its entropy taken from above.

    <X P Y, C> + eps KL needs no costs, for C_ij + eps log(P_ij / a_i b_j) = f_i + g_j. With R = r c' / |r|, what R adds
    to P' log P' is at most R_ij (1 + log P'_ij), and P'_ij is at most a_i and b_j.
    """
    a, b, eps = dual.transport.a, dual.transport.b, dual.eps
    x = (a / point.plan.rows).clamp_max(1)
    columns = point.plan.transposed_times(x)
    y = (b / columns).clamp_max(1)
    rows, columns = x * point.plan.times(y), y * columns
    r, c = (a - rows).clamp_min(0), (b - columns).clamp_min(0)
    kept = rows @ (point.f + eps * x.log()) + columns @ (point.plan.g + eps * y.log())
    mass = c.sum()
    if not bool(mass > 0):
        return kept
    moved = r @ (dual.transport.cost @ c) / mass
    return kept + moved + eps * (mass - torch.maximum(r @ a.log(), c @ b.log()))


def _unbalanced(dual: Dual, point: Point) -> Bounds:
    """Of the cost with the constant eps (m_a + m_b) / 2 - eps m_a m_b added, which debiasing takes off.

    `dual_values` takes the plan's mass from both sides' potentials; where these differ, the bounds are as much wider.
    """
    a, b, eps, rho = dual.transport.a, dual.transport.b, dual.eps, dual.rho
    f, g, rows, columns = point.f, point.plan.g, point.plan.rows, point.plan.columns
    assert rho is not None
    mass = eps * ((a.sum() + b.sum()) / 2 - rows.sum())
    lower = -rho * ((a * torch.expm1(-f / rho)).sum() + (b * torch.expm1(-g / rho)).sum()) + mass
    held = sum((torch.special.xlogy(s, s / w) - s + w).sum() for s, w in ((rows, a), (columns, b)))
    unsure = eps / 2 * point.slope.sum().abs()
    return float(lower - unsure), float(rows @ f + columns @ g + mass + rho * held + unsure)
