"""What a float type can carry: costs in units of eps beforehand, what is left of a difference afterwards."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from geobias.distances.schedule import Schedule
from geobias.distances.sinkhorn_options import LARGEST, SinkhornOptions
from geobias.errors import InputError

Total = Callable[[Tensor], Tensor]
"""Adds up what a side holds: values (..., n) to (...,), or those of B problems that lie end to end to sums (B,)."""

LARGEST_EXPONENT = {torch.float32: 32.0, torch.float64: 280.0}
"""Decimal exponents of costs in units of eps, and of 1 / eps, that leave a type room for products."""

LEAST_SHARE = 1 / 50
"""A divergence below this share of what its rounding is relative to has lost digits of float32: of its seven it keeps
five, and rounding averages over the points."""


def fitting_type(dtype: torch.dtype, options: SinkhornOptions, diameter: float, name: str) -> torch.dtype:
    """The float type for clouds of this diameter; `name` them in errors, for what float64 does not hold either.

    It is float64 for the converged mode, where float32 would stall, and where float32 holds no costs in units of eps.
    """
    if not diameter <= LARGEST:
        raise InputError(
            f"points of {name} must lie within {LARGEST:g} of each other",
            f"the diagonal of their box is {diameter:.3g}",
            "Divide points, blur and reach by one number; the value is then smaller by its p-th power.",
        )
    exponent = options.p * (math.log10(max(diameter, 1.0)) - math.log10(options.blur))
    if exponent > LARGEST_EXPONENT[torch.float64]:
        got = f"it is {options.blur:g}, for a diameter of {diameter:.3g}"
        raise InputError("blur must not be so small that costs in its units overflow", got, "Pass a larger blur.")
    wide = options.tol is not None or exponent > LARGEST_EXPONENT[torch.float32]
    return torch.float64 if wide else dtype


def size_of(
    weights: Sequence[Tensor],
    potentials: Sequence[Tensor],
    options: SinkhornOptions,
    left: float | Tensor,
    totals: Sequence[Total] | None = None,
) -> Tensor:
    """What the rounding of a dual value is relative to: mean absolute potentials (..., n) of its sides and what the
    schedule left in them (`left_over`), float64, times the slope of the value in them."""
    sides = []
    for w, f, total in zip(weights, potentials, totals or [over_points] * len(weights), strict=True):
        w, f = w.detach().double(), f.detach().double()
        slope = 1.0 if options.rho is None else torch.exp(-f / options.rho)
        sides.append(total(w * (f.abs() / options.damping(options.eps) + left) * slope))
    return sum_of(sides)


def left_over(options: SinkhornOptions, schedule: Schedule) -> float:
    """An eighth of what logarithms, which are rounded by as much as eps is, leave in a potential after the schedule:
    each later step halves what it finds. (It is shared by up to four sides, and seldom all lost.)"""
    rest = 0.0
    for eps in schedule.steps:
        rest = rest / 2 + options.damping(eps) * eps
    return rest / options.damping(options.eps) / 8


def over_points(values: Tensor) -> Tensor:
    """The `Total` of values (..., n) of problems of one size, or of one problem."""
    return values.sum(-1)


def sum_of(sides: Sequence[Tensor]) -> Tensor:
    """Of one side or two."""
    return sides[0] if len(sides) == 1 else sides[0] + sides[1]


def is_carried(value: Tensor, size: Tensor, options: SinkhornOptions, schedule: Schedule) -> Tensor:
    """Whether values of this size hold five digits of float32. Of clouds that are one point nothing is lost."""
    return (value.detach().abs() >= LEAST_SHARE * size) | (schedule.diameter == 0 and options.reach is None)


def notice(depth: int = 4) -> None:
    """Say that divergences are computed again in float64; the caller to be told is `depth` frames up."""
    warnings.warn(
        "divergences so small beside the costs of their clouds that float32 cannot carry them are computed in float64",
        stacklevel=depth,
    )
