"""One predictor of a pairwise table, given the others: residuals permuted, and what is compared of them."""

from __future__ import annotations

import numpy as np

from geobias.stats.permutation import Permutations, extremity, share_at_least
from geobias.stats.scatter import group_permutations, scattered_residuals

COLLINEAR = 1e-8  # of its length, that a predictor must keep beside the others
_CHUNK = 1 << 18  # entries of permuted residuals held at a time


def semi_partial(
    y: np.ndarray, units: np.ndarray, j: int, permuted: Permutations, alternative: str
) -> tuple[float, float, float, float]:
    """Slope, partial correlation, p and smallest p of predictor j of centred unit vectors."""
    others = np.vstack([np.ones_like(y), np.delete(units, j, axis=0)])
    basis = np.linalg.qr(others.T)[0]
    rest, own = y - basis @ (basis.T @ y), units[j] - basis @ (basis.T @ units[j])
    own_square, rest_length = own @ own, np.sqrt(rest @ rest)
    if rest_length < COLLINEAR:  # the others explain the response
        return 0.0, np.nan, np.nan, np.nan
    slope = own @ rest / own_square
    partial = own @ rest / (np.sqrt(own_square) * rest_length)
    alone = len(units) == 1
    scattered, groups = (None, None) if alone else (scattered_residuals(own, basis), group_permutations(permuted))
    studentised = _correlation if alone else _robust
    (observed,) = studentised(own[None], rest, basis)
    null = np.empty(len(permuted))
    step = max(1, _CHUNK // len(y))
    for start in range(0, len(null), step):
        part = slice(start, start + step)
        index = permuted.index[part]
        moved = own[index] if scattered is None or groups is None else scattered.permuted(groups[part], index)
        null[part] = studentised(moved, rest, basis)
    turned = extremity(null, alternative)
    known = np.where(np.isnan(turned), -np.inf, turned).max(keepdims=True)
    turned = np.where(np.isnan(turned), np.inf, turned)[None]
    pvalue = share_at_least(turned, extremity(np.array([observed]), alternative), permuted.exact)
    smallest = share_at_least(turned, known, True) if permuted.exact else [1 / (len(null) + 1)]
    return float(slope), float(partial), float(pvalue[0]), float(smallest[0])


def _free(moved: np.ndarray, basis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What permuted residuals (m, n) have apart from the others, of which they are no longer free, and its square;
    NaN where nothing is left."""
    free = moved - (moved @ basis) @ basis.T
    square = (free**2).sum(1)
    return free, np.where(square > COLLINEAR**2 * (moved**2).sum(1), square, np.nan)


def _correlation(moved: np.ndarray, rest: np.ndarray, basis: np.ndarray) -> np.ndarray:
    """Partial correlations (m,): with fixed degrees of freedom the usual t rises with them, and they have no pole."""
    return (moved @ rest) / np.sqrt(_free(moved, basis)[1] * (rest @ rest))


def _robust(moved: np.ndarray, rest: np.ndarray, basis: np.ndarray) -> np.ndarray:
    """t / sqrt(1 + t^2) of the HC3 t statistics (m,): the same order, without a pole where all is explained."""
    free, square = _free(moved, basis)
    shared = free @ rest
    with np.errstate(invalid="ignore"):
        residual = rest - (shared / square)[:, None] * free
        leverage = (basis**2).sum(1) + free**2 / square[:, None]
        variance = ((free * residual / np.maximum(1 - leverage, COLLINEAR)) ** 2).sum(1)
        return np.where(np.isnan(square), np.nan, shared / np.sqrt(shared**2 + variance))
