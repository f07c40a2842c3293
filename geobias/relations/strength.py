"""The size of a coefficient in a word; which sizes deserve which is the reader's to set."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError


@dataclass(frozen=True)
class Strength:
    """Least absolute coefficients that are called weak, moderate and strong; less is "negligible".

    A word describes the size of a coefficient in these groups. It says nothing of whether chance can give it.

    >>> [Strength().word(value, "spearman") for value in (0.12, -0.35, 0.5, -0.9, float("nan"))]
    ['negligible', 'weak', 'moderate', 'strong', '']
    """

    weak: float = 0.3
    moderate: float = 0.5
    strong: float = 0.7

    def __post_init__(self) -> None:
        if not 0 < self.weak < self.moderate < self.strong <= 1:
            raise InputError(
                "thresholds of strength must rise within (0, 1]",
                f"weak, moderate, strong are {self.weak}, {self.moderate}, {self.strong}",
                "Pass for example 0.3, 0.5, 0.7.",
            )

    def word(self, statistic: float, coefficient: str) -> str:
        """The word for a coefficient; empty for NaN. Bias-corrected distance correlation counts by its square root."""
        if np.isnan(statistic):
            return ""
        size = abs(statistic)
        if coefficient == "distance_correlation":
            size = np.sqrt(max(statistic, 0.0))
        named = [(self.strong, "strong"), (self.moderate, "moderate"), (self.weak, "weak"), (0.0, "negligible")]
        # As it is printed: what reads 0.50 is called alike, whichever way its last bit fell.
        return next(word for least, word in named if round(size, 2) >= least)
