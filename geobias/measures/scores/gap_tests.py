"""Is a gap there, is it too small to matter, and which gap would have been found: tests from errors of gaps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.errors import require
from geobias.means import known_mean, known_variance
from geobias.measures.scores.spread import Spread
from geobias.stats import max_statistic

POWER = 0.8


@dataclass(frozen=True)
class GapTests:
    """Of P pairs, float64 (P,) each, gaps in shares of 1: see `GapInterval`, whose columns they are."""

    low: np.ndarray
    high: np.ndarray
    p: np.ndarray
    p_max: np.ndarray
    p_equivalent: np.ndarray
    detectable: np.ndarray


def gap_tests(gaps: Spread, family: np.ndarray, *, level: float = 0.95, margin: float = 0.05) -> GapTests:
    """Student's interval of every gap, and the tests that agree with it; needs scipy.

    `p` is below 1 - level where the interval leaves 0 out. `p_max` compares every gap, as the normal quantile of its p,
    with the largest of the family in every replicate, each replicate's gaps taken from their mean in units of their
    spread (bootstrap max-T; Westfall and Young 1993, section 2.2; Romano and Wolf 2005), stepping down. `p_equivalent`
    is the larger of two one-sided tests (Schuirmann 1987) that the gap is below the margin and above minus the margin.
    `detectable` is the gap that has a p_max (p, of a pair outside the family) below 1 - level in 80 % of cases.

    Parameters
    ----------
    family : bool (P,), the pairs that are judged together. margin : smallest gap of interest, as a share of 1.
    """
    law = require("scipy.stats", extra="study", purpose="tests of gaps")
    size = np.abs(gaps.value)
    p = 2 * law.t.sf(size / gaps.error, gaps.df)
    p_equivalent = law.t.cdf((size - margin) / gaps.error, gaps.df)
    half = law.t.ppf((1 + level) / 2, gaps.df) * gaps.error
    judged = family & ~np.isnan(p)
    critical = np.full(len(p), law.norm.ppf((1 + level) / 2))
    p_max = np.full(len(p), np.nan)
    if judged.any():
        apart = _standardised(gaps.replicates[:, judged])
        # A p below what floats hold still has a quantile: that of the least that they do.
        observed = law.norm.isf(np.maximum(p[judged], 1e-300) / 2)
        p_max[judged] = np.maximum(p[judged], max_statistic(observed, apart.T, exact=False))
        critical[judged] = np.maximum(np.quantile(np.abs(apart).max(1), level), critical[judged])
    needed = law.t.isf(law.norm.sf(critical), gaps.df) + law.t.ppf(POWER, gaps.df)
    return GapTests(gaps.value - half, gaps.value + half, p, p_max, p_equivalent, needed * gaps.error)


def _standardised(replicates: np.ndarray) -> np.ndarray:
    """Each gap's replicates from their mean in units of their spread; 0 where undefined, or where none varies."""
    spread, centred = np.sqrt(known_variance(replicates)), replicates - known_mean(replicates, 0)
    return np.nan_to_num(centred / np.where(spread > 0, spread, 1.0))
