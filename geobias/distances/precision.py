"""What a float type can carry: costs in units of eps beforehand, what is left of a difference afterwards."""

from __future__ import annotations

import math
import warnings

import torch
from torch import Tensor

from geobias.distances.settings import LARGEST, Settings
from geobias.errors import InputError

LARGEST_EXPONENT = {torch.float32: 32.0, torch.float64: 280.0}
"""Decimal exponents of costs in units of eps, and of 1 / eps, that leave a type room for products."""

LEAST_SHARE = 1 / 50
"""A divergence below this share of the potentials that it is made of has lost digits of float32: of its seven it keeps
five, and rounding averages over the points."""


def fitting_type(dtype: torch.dtype, settings: Settings, diameter: float, name: str) -> torch.dtype:
    """The float type for clouds of this diameter; `name` them in errors, for what float64 does not hold either.

    It is float64 for the converged mode, where float32 would stall, and where float32 holds no costs in units of eps.
    """
    if not diameter <= LARGEST:
        raise InputError(
            f"points of {name} must lie within {LARGEST:g} of each other",
            f"the diagonal of their box is {diameter:.3g}",
            "Divide points, blur and reach by one number; the value is then smaller by its p-th power.",
        )
    exponent = settings.p * (math.log10(max(diameter, 1.0)) - math.log10(settings.blur))
    if exponent > LARGEST_EXPONENT[torch.float64]:
        got = f"it is {settings.blur:g}, for a diameter of {diameter:.3g}"
        raise InputError("blur must not be so small that costs in its units overflow", got, "Pass a larger blur.")
    wide = settings.tol is not None or exponent > LARGEST_EXPONENT[torch.float32]
    return torch.float64 if wide else dtype


def is_carried(value: Tensor, size: Tensor, settings: Settings, diameter: float) -> Tensor:
    """Whether values made of potentials of this size hold five digits of float32. Logarithms of sums near 1 are
    rounded by as much as eps is. Of clouds that are one point nothing is lost."""
    return (value.detach().abs() >= LEAST_SHARE * (size + settings.eps)) | (diameter == 0 and settings.reach is None)


def notice() -> None:
    """Say that divergences are computed again in float64."""
    warnings.warn(
        "divergences so small beside the costs of their clouds that float32 cannot carry them are computed in float64",
        stacklevel=4,
    )
