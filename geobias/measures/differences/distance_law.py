"""The law of an estimated squared distance of means: intervals, equivalence, and what could have been found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from types import ModuleType

import numpy as np

from geobias.errors import require
from geobias.measures.differences.contrast import Contrast


@dataclass(frozen=True)
class DistanceLaw:
    """The estimate's law as a function of the true distance D.

    With Gaussian means it is a sum of squares: variance 2 tr(W^2) + 4 k D, third cumulant 8 tr(W^3) + 24 k^2 D, where W
    is the covariance of the whitened difference of means and k its spread along that difference. A shifted gamma law
    has these three (Buckley and Eagleson 1988). It holds for equal and for unequal means alike, so that the interval
    is made of all D that a test of D does not reject; no standard error is taken from the estimate, which would be
    short exactly where the estimate is small.

    Attributes
    ----------
    spread : tr(W^2); cube : tr(W^3), by its least value tr(W^2)^2 / tr(W).
    along : k, for this pair; typical : k for a difference in no direction of its own, tr(W^2) / tr(W).
    """

    estimate: float
    spread: float
    cube: float
    along: float
    typical: float

    @classmethod
    def of(cls, found: Contrast, features: int) -> DistanceLaw:
        """The law of a contrast of vectors of so many features.

        k is d' W d / D: where D is not well above its noise that ratio says nothing, so it is drawn to its typical
        value with the weight of the noise.
        """
        spread = max(found.squares, found.trace**2 / features)  # by Cauchy and Schwarz it is no less
        typical, noise = spread / found.trace, sqrt(2 * spread)
        along = (found.along + noise * typical) / (max(found.distance, 0.0) + noise)
        return cls(found.distance, spread, spread**2 / found.trace, along, typical)

    def interval(self, level: float) -> tuple[float, float]:
        """All distances that a two-sided test at 1 - level does not reject; ends may be negative."""
        tail = (1 - level) / 2
        low = self._solve(lambda distance: self._quantile(1 - tail, distance, self.along) - self.estimate)
        high = self._solve(lambda distance: self._quantile(tail, distance, self.along) - self.estimate)
        return low, high

    def p_below(self, margin: float) -> float:
        """p of the test that the distance is at least `margin`, against that it is less; one-sided."""
        shape, scale = self._shape(margin, self.along)
        return float(_special().gammainc(shape, max((self.estimate - margin) / scale + shape, 0.0)))

    def detectable(self, alpha: float, power: float) -> float:
        """The distance at which the one-sided test of 0 at `alpha` rejects in a share `power` of cases."""
        threshold = self._quantile(1 - alpha, 0.0, self.typical)
        return self._solve(lambda distance: self._quantile(1 - power, distance, self.typical) - threshold)

    def _shape(self, distance: float, along: float) -> tuple[float, float]:
        """Shape and scale of the gamma law."""
        over = max(distance, 0.0)
        variance, third = 2 * self.spread + 4 * along * over, 8 * self.cube + 24 * along**2 * over
        return 4 * variance**3 / third**2, third / (2 * variance)

    def _quantile(self, share: float, distance: float, along: float) -> float:
        """Of the estimate where the truth is `distance`."""
        shape, scale = self._shape(distance, along)
        return distance + scale * (float(_special().gammaincinv(shape, share)) - shape)

    def _solve(self, rising: Callable[[float], float]) -> float:
        """Where a function of the distance is 0, by bisection: it rises about as fast as the distance."""
        step = sqrt(2 * self.spread) + abs(self.estimate)
        low, high = -step, step
        while rising(low) > 0:
            low *= 2
        while rising(high) < 0:
            high *= 2
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (low, middle) if rising(middle) > 0 else (middle, high)
        return (low + high) / 2


def best_auc(distance: float) -> float:
    """AUC of the best linear rule between two Gaussian laws at a squared Mahalanobis distance; 0.5 below 0.

    >>> round(best_auc(0.25), 2)
    0.64
    """
    return float(_special().ndtr(np.sqrt(max(distance, 0.0) / 2)))


def distance_of(auc: float) -> float:
    """The squared Mahalanobis distance at which the best linear rule has this AUC."""
    return 2 * float(_special().ndtri(auc)) ** 2


def _special() -> ModuleType:
    return require("scipy.special", extra="study", purpose="the size of a difference")
