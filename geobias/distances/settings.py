"""Settings: what a Sinkhorn divergence is computed with, checked once."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.errors import InputError

PRECISIONS = ("ieee", "tf32x3", "tf32")


@dataclass(frozen=True)
class Settings:
    """Parameters that every Sinkhorn function of this room takes; see `sinkhorn_divergence` for their meaning."""

    p: int = 2
    blur: float = 0.05
    scaling: float = 0.5
    reach: float | None = None
    debias: bool = True
    tol: float | None = None
    backend: str = "auto"
    precision: str = "ieee"

    def __post_init__(self) -> None:
        _check("p", self.p, lambda p: p in (1, 2), "be 1 or 2", "Pass p=2 for half the squared distance.")
        _check("blur", self.blur, _is_positive, "be a positive number", "Pass blur=0.05.")
        _check("scaling", self.scaling, lambda s: _is_positive(s) and s < 1, "lie in (0, 1)", "Pass scaling=0.5.")
        for name, mend in [("reach", "balanced transport"), ("tol", "the published schedule")]:
            value = getattr(self, name)
            if value is not None:
                _check(name, value, _is_positive, "be a positive number or None", f"Pass {name}=None for {mend}.")
        _check(
            "precision", self.precision, lambda v: v in PRECISIONS, f"be one of {PRECISIONS}", "Pass precision='ieee'."
        )

    @property
    def eps(self) -> float:
        """The last regularisation, in units of the cost."""
        return self.blur**self.p

    @property
    def rho(self) -> float | None:
        """How strongly marginals are held, in units of the cost; None = exactly."""
        return None if self.reach is None else self.reach**self.p

    def damping(self, eps: float) -> float:
        """Factor on every softmin: 1 / (1 + eps / rho), 1 when balanced."""
        return 1.0 if self.rho is None else 1.0 / (1.0 + eps / self.rho)

    def schedule(self, diameter: float) -> list[float]:
        """eps from diameter^p (twice) down to blur^p in steps of scaling^p, as in geomloss 0.3.1.

        >>> Settings(blur=0.5).schedule(2.0)
        [4.0, 4.0, 1.0, 0.25]
        """
        # A diameter of (almost) nothing would overflow 1 / eps; all is within blur then, wherever one starts.
        start = diameter if diameter > 1e-6 * self.blur else self.blur
        exponents = np.arange(self.p * np.log(start), self.p * np.log(self.blur), self.p * np.log(self.scaling))
        return [start**self.p, *(float(eps) for eps in np.exp(exponents)), self.eps]


def _is_positive(value: Any) -> bool:
    return isinstance(value, (int, float, np.number)) and math.isfinite(value) and bool(value > 0)


def _check(name: str, value: Any, holds: Callable[[Any], bool], must: str, mend: str) -> None:
    if not holds(value):
        raise InputError(f"{name} must {must}", f"it is {value!r}", mend)


def check_diameter(diameter: float | None) -> float | None:
    """`diameter` as a float, or None; a negative or non-finite one is an error."""
    if diameter is None:
        return None
    value = float(diameter)
    if not math.isfinite(value) or value < 0:
        raise InputError(
            "diameter must be a finite number >= 0", f"it is {diameter!r}", "Leave it out to have it measured."
        )
    return value
