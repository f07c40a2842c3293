"""Regressions of survey means on model means with nation fixed effects, many replicates of the means at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import require
from geobias.tables import INTERCEPTS, SEPARATE

_TINY = 1e-12


@dataclass(frozen=True)
class Sums:
    """What a regression needs of B replicates of C cells in G nations, float64 (B, G) each: means, and sums of squares
    and products about them. of : int64 (C,), the nation of each cell. counts : int64 (G,)."""

    mx: np.ndarray
    my: np.ndarray
    xx: np.ndarray
    xy: np.ndarray
    yy: np.ndarray
    counts: np.ndarray

    @classmethod
    def of(cls, x: np.ndarray, y: np.ndarray, nation: np.ndarray) -> Sums:
        """x, y : float64 (B, C)."""
        member = np.eye(int(nation.max()) + 1)[nation]
        counts = member.sum(0)
        mx, my = x @ member / counts, y @ member / counts
        dx, dy = x - mx[:, nation], y - my[:, nation]
        xx, xy, yy = (part @ member for part in (dx * dx, dx * dy, dy * dy))
        # A nation whose cells are all alike has neither a slope nor an R2, whatever rounding leaves.
        scale = _TINY * (1 + np.maximum(mx**2, my**2)) * counts
        return cls(mx, my, np.where(xx > scale, xx, 0.0), xy, np.where(yy > scale, yy, 0.0), counts)

    def slopes(self, definition: str) -> np.ndarray:
        """float64 (B, G); NaN where the model's means do not vary."""
        with np.errstate(divide="ignore", invalid="ignore"):
            if definition == INTERCEPTS:
                common = self.xy.sum(1, keepdims=True) / self.xx.sum(1, keepdims=True)
                return np.broadcast_to(np.where(np.isfinite(common), common, np.nan), self.xx.shape)
            return np.where(self.xx > 0, self.xy / self.xx, np.nan)

    def residuals(self, definition: str) -> np.ndarray:
        """Sums of squared residuals, float64 (B, G)."""
        b = self.slopes(definition)
        return np.maximum(self.yy - 2 * b * self.xy + b**2 * self.xx, 0)

    def r2(self, definition: str) -> np.ndarray:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(self.yy > 0, 1 - self.residuals(definition) / self.yy, np.nan)

    def r2_of_all(self, definition: str) -> np.ndarray:
        """Of all cells about their common mean, float64 (B,): what nations' intercepts explain is in it."""
        total = self.yy.sum(1) + (self.counts * (self.my - self._middle()) ** 2).sum(1)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(total > 0, 1 - self.residuals(definition).sum(1) / total, np.nan)

    def _middle(self) -> np.ndarray:
        return (self.my * self.counts).sum(1, keepdims=True) / self.counts.sum()


@dataclass(frozen=True)
class PValues:
    """slope, intercept : float64 (G,), two-sided p by Student's law. slopes : of all slopes together, by F."""

    slope: np.ndarray
    intercept: np.ndarray
    slopes: float


def pvalues(sums: Sums, definition: str) -> PValues:
    """Of the first replicate, with cells as the observations; NaN where no degree of freedom is left.

    statsmodels' OLS of `y ~ 0 + nation + x` ("intercepts"), `y ~ 0 + nation + nation:x` ("slopes"), and of `y ~ x` a
    nation ("separate", scipy's linregress). The p of all slopes is the F test that they are 0; of "separate" there is
    none.
    """
    law = require("scipy.stats", extra="study", purpose="p of regressions")
    counts, xx, squares = sums.counts, sums.xx[0], sums.residuals(definition)[0]
    slope = sums.slopes(definition)[0]
    intercept = sums.my[0] - slope * sums.mx[0]
    lines = 1 if definition == INTERCEPTS else len(counts)
    with np.errstate(divide="ignore", invalid="ignore"):
        if definition == SEPARATE:
            df = counts - 2
            variance = np.where(df > 0, squares / df, np.nan)
        else:
            df = np.full(len(counts), counts.sum() - len(counts) - lines)
            variance = np.full(len(counts), squares.sum() / df[0] if df[0] > 0 else np.nan)
        over = np.full(len(counts), xx.sum()) if definition == INTERCEPTS else xx
        of_slope = np.abs(slope) / np.sqrt(variance / over)
        of_intercept = np.abs(intercept) / np.sqrt(variance * (1 / counts + sums.mx[0] ** 2 / over))
        explained = (sums.yy[0] - squares).sum() / lines / variance[0]
    df = np.where(df > 0, df, np.nan)
    together = np.nan if definition == SEPARATE else float(law.f.sf(explained, lines, df[0]))
    return PValues(2 * law.t.sf(of_slope, df), 2 * law.t.sf(of_intercept, df), together)
