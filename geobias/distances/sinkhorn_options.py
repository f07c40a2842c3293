"""SinkhornOptions: what a Sinkhorn divergence is computed with, checked once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from geobias.arguments import choice, flag, number
from geobias.distances.schedule import Schedule

PRECISIONS = ("ieee", "tf32x3", "tf32")

LARGEST = 1e12
"""Largest diameter of clouds: beyond, costs meet those that fill up the last vector."""

MOST_BLUR = 1e8
"""Largest eps, in units of the largest cost or rho, that is computed with: the rest of the way is worth 1e-8."""


@dataclass(frozen=True)
class SinkhornOptions:
    """What every Sinkhorn function of this room is told by keywords; see `sinkhorn_divergence` for their meaning."""

    p: int = 2
    blur: float = 0.05
    scaling: float = 0.5
    reach: float | None = None
    debias: bool = True
    tol: float | None = None
    backend: str = "auto"
    precision: str = "ieee"

    def __post_init__(self) -> None:
        checked: dict[str, object] = {
            "p": int(
                number("p", self.p, "be 1 or 2", lambda v: v in (1, 2), "Pass p=2 for half the squared distance.")
            ),
            "blur": number("blur", self.blur, "be a positive number", _is_positive, "Pass blur=0.05."),
            "scaling": number("scaling", self.scaling, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass scaling=0.5."),
            "debias": flag("debias", self.debias),
            "precision": choice("precision", self.precision, PRECISIONS),
        }
        for name, mend in [("reach", "balanced transport"), ("tol", "the published schedule")]:
            if (value := getattr(self, name)) is not None:
                must, mend = "be a positive number or None", f"Pass {name}=None for {mend}."
                checked[name] = number(name, value, must, _is_positive, mend)
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def within(self, diameter: float) -> SinkhornOptions:
        """These options, with a blur that clouds of this diameter cannot tell from theirs to eight digits: a larger
        one would change nothing but the rounding, which is relative to eps."""
        limit = max(MOST_BLUR * max(min(diameter, LARGEST) ** self.p, self.rho or 0.0), 1e-20)
        return replace(self, blur=limit ** (1 / self.p)) if diameter > 0 and limit < self.eps else self

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

    def schedule(self, diameter: float) -> Schedule:
        """From clouds of this diameter down to blur."""
        return Schedule.of(diameter, self.p, self.blur, self.scaling)


def _is_positive(value: float) -> bool:
    """Whether it is, and its square with it."""
    return 1e-100 < value < 1e100


def check_diameter(diameter: float | None) -> float | None:
    """`diameter` as a float, or None; a negative or non-finite one is an error."""
    if diameter is None:
        return None
    mend = "Leave it out to have it measured."
    return number(
        "diameter", diameter, f"be a finite number >= 0, up to {LARGEST:g}", lambda v: 0 <= v <= LARGEST, mend
    )
