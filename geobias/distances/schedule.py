"""Schedule: the eps that a problem is brought through."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError

MOST_STEPS = 100_000
"""A schedule of more steps is taken for a mistake: it would run for days."""


@dataclass(frozen=True)
class Schedule:
    """Every eps from the first to the last, and the diameter of the clouds where it starts (0: all points are one)."""

    diameter: float
    steps: tuple[float, ...]

    @classmethod
    def of(cls, diameter: float, p: int, blur: float, scaling: float) -> Schedule:
        """From diameter^p (twice) down to blur^p in steps of scaling^p, as in geomloss 0.3.1.

        >>> Schedule.of(2.0, 2, 0.5, 0.5).steps
        (4.0, 4.0, 1.0, 0.25)
        """
        # A diameter of (almost) nothing would overflow 1 / eps; all is within blur then, wherever one starts.
        start = diameter if diameter > 1e-6 * blur else blur
        steps = math.log(start / blur) / -math.log(scaling)
        if steps > MOST_STEPS:
            got = f"{scaling!r} makes {steps:.3g} of them"
            raise InputError(f"scaling must make a schedule of at most {MOST_STEPS} steps", got, "Pass scaling=0.9.")
        exponents = np.arange(p * np.log(start), p * np.log(blur), p * np.log(scaling))
        return cls(diameter, (start**p, *(float(eps) for eps in np.exp(exponents)), blur**p))
