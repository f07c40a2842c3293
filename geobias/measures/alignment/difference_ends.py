"""Intervals of a difference between two coefficients of alignment, at any level."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.measures.alignment.columns import Columns
from geobias.measures.alignment.intervals import FISHER, scale_of
from geobias.stats import difference_ends

FURTHEST = 64.0
"""Errors from 0 beyond which no p is told apart."""
_HALVINGS = 60


@dataclass(frozen=True)
class Ends:
    """The ends of a - b, from an interval of each that is narrower towards 1, as that of Fisher's z is.

    Fisher's scale has its limit at 1. Coefficients that are corrected have theirs further out, where their error is
    that of a correlation of so many items: (s - v^2 / s) over the root of their number, of which s = 1 is Pearson's.

    Attributes
    ----------
    values, errors, limits : float64 (2, T), of both groups. correlation : float64 (T,), of the two estimates.
    """

    values: np.ndarray
    errors: np.ndarray
    limits: np.ndarray
    correlation: np.ndarray

    @classmethod
    def of(cls, statistic: str, a: np.ndarray, b: np.ndarray, columns: Columns, error: np.ndarray) -> Ends:
        """error : float64 (T,), of the difference on the scale of the statistic."""
        first, second = columns.alone
        correlation = np.clip((first**2 + second**2 - error**2) / (2 * first * second), -1, 1)
        values = np.stack([a, b])
        errors = columns.alone / scale_of(statistic)[1](values)
        limits = np.ones_like(values)
        if statistic not in FISHER:
            of_one = errors * np.sqrt(columns.n_items)
            limits = (of_one + np.sqrt(of_one**2 + 4 * values**2)) / 2
        return cls(values, errors, limits, correlation)

    def __call__(self, quantile: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The ends where so many errors are allowed for, float64 (T,) each."""
        middle = np.arctanh(self.values / self.limits)
        half = quantile * self.errors * self.limits / (self.limits**2 - self.values**2)
        low, high = self.limits * np.tanh(middle - half), self.limits * np.tanh(middle + half)
        a, b = self.values
        return difference_ends(a, b, (low[0], high[0]), (low[1], high[1]), self.correlation)

    def touching(self) -> np.ndarray:
        """float64 (T,), how many errors the interval that ends at 0 allows for, with the sign of the difference."""
        apart = self.values[0] - self.values[1]
        within, beyond = np.zeros_like(apart), np.full_like(apart, FURTHEST)
        for _ in range(_HALVINGS):
            middle = (within + beyond) / 2
            low, high = self(middle)
            outside = np.where(apart > 0, low > 0, high < 0)
            within, beyond = np.where(outside, middle, within), np.where(outside, beyond, middle)
        known = ~np.isnan(self.correlation + apart)
        return np.where(known, np.sign(apart) * (within + beyond) / 2, np.nan)
