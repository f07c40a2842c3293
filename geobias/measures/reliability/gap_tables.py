"""Gaps of groups under weights of their units and of the models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import torch

from geobias.means import known_mean
from geobias.measures.scores import Halves, WeightedGroups
from geobias.tables import AT_M, GAP, Quantity

_AT_ONCE = 100  # rows of weights of documents that are held at a time


@dataclass(frozen=True)
class WeighedGaps:
    """Scored documents by the unit that each belongs to, and how much a score of m documents varies.

    groups : names, in the order of the tables. units : group -> int64 (documents,), each one's place among the units.
    spread : metric -> float64 (G,), standard deviation of the mean score of a half of m documents, in points.
    """

    groups: tuple[str, ...]
    scored: WeightedGroups
    units: Mapping[str, np.ndarray]
    spread: Mapping[str, np.ndarray]

    def tables(self, weights: np.ndarray, models: np.ndarray | None = None) -> dict[str, np.ndarray]:
        """Absolute gaps and their expectation at m documents: quantity -> float64 (B, G, G), in points.

        weights : (B, units), at least 0. models : (B, M), how much each counts; None = all the same.
        """
        found: dict[str, np.ndarray] = {}
        for metric, gaps in self.signed(weights, models).items():
            spread = np.hypot(self.spread[metric][:, None], self.spread[metric])
            found[Quantity(GAP, metric)] = np.abs(gaps)
            found[Quantity(GAP, metric, estimate=AT_M)] = folded_mean(gaps, spread) * (1 - np.eye(len(self.groups)))
        return found

    def signed(self, weights: np.ndarray, models: np.ndarray | None = None) -> dict[str, np.ndarray]:
        """metric -> float64 (B, G, G): the mean score of the first group less that of the second, in points.

        As in `gap_intervals`, a pair uses the models that score both of its groups.
        """
        parts = []
        for start in range(0, len(weights), _AT_ONCE):
            rows = slice(start, start + _AT_ONCE)
            scores = self.scored.scores({name: weights[rows][:, own] for name, own in self.units.items()})
            parts.append({m: _differences(v, None if models is None else models[rows]) for m, v in scores.items()})
        return {metric: np.concatenate([part[metric] for part in parts]) for metric in parts[0]}


def _differences(scores: np.ndarray, models: np.ndarray | None) -> np.ndarray:
    """(B, G, G) of scores (B, M, G), models weighing (B, M)."""
    weights = np.ones(scores.shape[:2]) if models is None else models
    out = np.zeros((len(scores), scores.shape[2], scores.shape[2]))
    for a, b in combinations(range(scores.shape[2]), 2):
        pair = scores[:, :, [a, b]]
        both = weights * ~np.isnan(pair).any(-1)
        means = known_mean(pair, -2, both[..., None])
        out[:, a, b] = 100 * (means[:, 0] - means[:, 1])
        out[:, b, a] = -out[:, a, b]
    return out


def half_spread(halves: Halves) -> dict[str, np.ndarray]:
    """metric -> float64 (G,), standard deviation over halves of the mean score, in points; NaN becomes 0."""
    found = {}
    for metric, values in halves.values.items():
        means = 100 * known_mean(values, -2)
        found[metric] = np.sqrt(known_mean((means - known_mean(means, (0, 1))) ** 2, (0, 1)))
    return {metric: np.where(np.isnan(some), 0.0, some) for metric, some in found.items()}


def folded_mean(centre: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """E |X| for a normal X of this mean and standard deviation (Leone, Nelson and Nottingham 1961), which broadcast.

    >>> folded_mean(np.array([0.0, -3.0]), np.array([1.0, 0.0])).round(4).tolist()
    [0.7979, 3.0]
    """
    centre, spread = np.broadcast_arrays(centre, spread)
    ratio = np.divide(centre, spread, out=np.full(centre.shape, np.inf), where=spread > 0)
    ratio = np.where(np.isnan(centre), np.nan, ratio)
    erf = torch.erf(torch.as_tensor(ratio / np.sqrt(2))).numpy()
    below = np.where(np.isfinite(ratio), centre * erf, np.abs(centre))
    return below + spread * np.sqrt(2 / np.pi) * np.exp(-(ratio**2) / 2)
