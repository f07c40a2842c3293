"""Coefficients of alignment as functions of moments, with how items, annotators and judgements move them.

matched : Pearson's r of the source with mean answers of k annotators, the same number for all groups.
corrected : r corrected for attenuation, with mean answers of endless annotators (Spearman 1904).
latent : the correlation of the normal variables behind source and mean opinion (`geobias.stats.latent`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from geobias.measures.alignment.moments import SHARES, C, GroupAnswers, M, N, P, Q, S, V
from geobias.stats import latent_correlation, normal_scores, step_coefficients

R, MATCHED, CORRECTED, LATENT = "r", "matched", "corrected", "latent"
STATISTICS = (R, MATCHED, CORRECTED, LATENT)
_STEP = 1e-5
_CLEAR = 2.0
MANY_GRADES = 30
NO_VARIATION = "the source or the group's answers do not vary"
NOT_PAIRED = "fewer than 10 items with answers of two"
NOT_RELIABLE = "the group's mean answers are not reliable: their true variance is within two errors of 0"
TOO_MANY_GRADES = f"more than {MANY_GRADES} different answers"


@dataclass(frozen=True)
class Measured:
    """S coefficients of one group, float64 (S,); influences of items (I, S) and of the group's judgements (n, S).
    note : why they are NaN, or ""."""

    values: np.ndarray
    items: np.ndarray
    cells: np.ndarray
    note: str = ""


def measure(group: GroupAnswers, sources: np.ndarray, statistic: str, per_item: float = 1.0) -> Measured:
    """One coefficient with each source, float64 (S, I) without NaN. per_item : annotators of an item, of `MATCHED`."""
    note = _why_not(group, statistic)
    if note:
        nothing = np.full(len(sources), np.nan)
        return Measured(nothing, np.zeros((len(group), len(sources))), np.zeros((len(group.y), len(sources))), note)
    if statistic == LATENT:
        scores, coefficients = zip(*(_scores(source.tobytes()) for source in sources), strict=True)
        sources = np.stack(scores)
        function = _latent(group, np.stack(coefficients), sources)
    else:
        spread = sources.std(1, keepdims=True)
        sources = (sources - sources.mean(1, keepdims=True)) / np.where(spread > 0, spread, 1.0)
        function = _moment_coefficient(group.squared_mean, statistic, per_item)
    values, slopes = _with_slopes(function, group.moments(sources))
    items, cells = group.influences(sources, slopes)
    return Measured(values, items, cells, NO_VARIATION if np.isnan(values).any() else "")


@lru_cache(maxsize=64)
def _scores(source: bytes) -> tuple[np.ndarray, np.ndarray]:
    """`normal_scores` of a source, which two groups that are compared on the same items both ask for."""
    return normal_scores(np.frombuffer(source))


def reliability(group: GroupAnswers) -> float:
    """The share of the variance of mean answers over items that is no noise of who answered; NaN where it is not known.

    It is what split halves estimate, without halving.
    """
    if group.paired.sum() < 2:
        return float("nan")
    values = group.moments(np.zeros((1, len(group))))[0]
    observed = values[V] - values[M] ** 2
    return float((values[P] - group.squared_mean) / observed) if observed > 0 else float("nan")


def _why_not(group: GroupAnswers, statistic: str) -> str:
    if statistic != R and group.paired.sum() < 10:
        return NOT_PAIRED
    if not len(group) or np.ptp(group.mean) < 1e-12:
        return NO_VARIATION
    if statistic == R:
        return ""
    if statistic == MATCHED:
        return ""
    true = group.product[group.paired]
    if true.mean() - group.squared_mean <= _CLEAR * true.std() / np.sqrt(len(true)):
        return NOT_RELIABLE
    return TOO_MANY_GRADES if statistic == LATENT and len(group.values) > MANY_GRADES else ""


Coefficient = Callable[[np.ndarray], np.ndarray]
"""Moments (2 p + 1, S, p) -> coefficients (2 p + 1, S); the first row is the moments themselves."""


def _moment_coefficient(squared_mean: float, statistic: str, per_item: float) -> Coefficient:
    def coefficient(moments: np.ndarray) -> np.ndarray:
        m, c, s, q, v, p, n = (moments[..., place] for place in (M, C, S, Q, V, P, N))
        noise = n / per_item if statistic == MATCHED else 0
        variance = v - m**2 if statistic == R else p - squared_mean + noise
        below = variance * (q - s**2)
        return np.divide(c - m * s, np.sqrt(np.maximum(below, 0)), out=np.full(m.shape, np.nan), where=below > 0)

    return coefficient


def _latent(group: GroupAnswers, of_source: np.ndarray, sources: np.ndarray) -> Coefficient:
    of_source = of_source * sources.std(1, keepdims=True)

    def coefficient(moments: np.ndarray) -> np.ndarray:
        m, c, s, q, p = (moments[..., place] for place in (M, C, S, Q, P))
        shares = moments[..., SHARES:]
        own = step_coefficients(shares / shares.sum(-1, keepdims=True), group.values)
        with np.errstate(divide="ignore", invalid="ignore"):
            with_source = (c - m * s) / np.sqrt(q - s**2)
            of_answers = _near(p - group.squared_mean, own, own)
            return _near(with_source, own, of_source) / np.sqrt(of_answers)

    return coefficient


def _near(covariance: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Latent correlations of the first row, and by one step from there of the others, which are next to it."""
    second = np.broadcast_to(second, first.shape)
    start = latent_correlation(covariance[:1], first[:1], second[:1])
    return np.concatenate([start, latent_correlation(covariance[1:], first[1:], second[1:], near=start)])


def _with_slopes(function: Coefficient, moments: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Values (S,) and their derivatives (S, p) by central differences."""
    moved = np.eye(moments.shape[1])[:, None] * _STEP
    found = function(np.concatenate([moments[None], moments + moved, moments - moved]))
    up, down = np.split(found[1:], 2)
    return found[0], ((up - down) / (2 * _STEP)).T
