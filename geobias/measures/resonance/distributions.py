"""Projections of a model and a survey: 1-D Wasserstein by group, variance between groups and within."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import torch

from geobias.arrays import reals
from geobias.distances import wasserstein_1d
from geobias.errors import InputError
from geobias.measures.resonance.settings import ResonanceSettings
from geobias.seeds import generator
from geobias.tables import (
    MODEL,
    SURVEY,
    ProjectionDistance,
    ProjectionDistanceTable,
    ProjectionSpread,
    ProjectionSpreadTable,
)

_CELLS = 2_000_000  # weights of replicates held at once
_MOST = 199  # replicates: their standard deviation is then off by 5 %, and more of them take long


@dataclass(frozen=True, eq=False)
class Projections:
    """Rows of one side.

    Attributes
    ----------
    values : float64 (n,), projections; NaN = none, left out wherever it is used.
    attributes : name -> n strings, "" = unknown, as the other side writes them (ages as bins).
    weights : float64 (n,), >= 0; None = all alike.
    clusters : int64 (n,), rows drawn anew within each: responses within their prompt. None = all rows as one.
    """

    values: np.ndarray
    attributes: Mapping[str, Sequence[str]]
    weights: np.ndarray | None = None
    clusters: np.ndarray | None = None

    def __post_init__(self) -> None:
        values = reals("values", self.values)
        object.__setattr__(self, "values", values)
        for name, column in {"weights": self.weights, "clusters": self.clusters, **self.attributes}.items():
            if column is not None and len(column) != len(values):
                raise InputError(f"'{name}' must have {len(values)} entries", f"it has {len(column)}", "Align both.")
        if self.weights is not None and not (np.asarray(self.weights) >= 0).all():
            raise InputError("weights must be numbers >= 0", "one is not", "Mend the column.")

    def rows(self, attribute: str, group: str) -> np.ndarray:
        """int64, places with a projection and a weight above 0 that are of the group; "" = all."""
        known = ~np.isnan(self.values) & (self.shares > 0)
        if attribute:
            known &= self.labels(attribute) == group
        return np.flatnonzero(known)

    def labels(self, attribute: str) -> np.ndarray:
        if attribute not in self.attributes:
            got, mend = "it is not", f"There are {list(self.attributes)}."
            raise InputError(f"'{attribute}' must be an attribute of both sides", got, mend)
        return np.asarray(self.attributes[attribute], dtype=object)

    @property
    def shares(self) -> np.ndarray:
        return np.ones(len(self.values)) if self.weights is None else np.asarray(self.weights, dtype=np.float64)

    def groups(self, attribute: str) -> list[str]:
        """Those with a row, in the order of their first rows."""
        found = self.labels(attribute)[self.rows("", "")]
        return [group for group in dict.fromkeys(found) if group != ""]

    def drawn(self, rows: np.ndarray, replicates: int, rng: np.random.Generator) -> np.ndarray:
        """Weights of these rows drawn anew within clusters, float64 (B, n), each row of the result summing to 1."""
        out = np.empty((replicates, len(rows)))
        of = np.zeros(len(rows)) if self.clusters is None else np.asarray(self.clusters)[rows]
        for cluster in np.unique(of):
            at = np.flatnonzero(of == cluster)
            out[:, at] = rng.multinomial(len(at), np.full(len(at), 1 / len(at)), replicates)
        out *= self.shares[rows]
        return out / out.sum(1, keepdims=True)


def projection_distances(
    model: Projections, survey: Projections, attributes: Sequence[str], settings: ResonanceSettings | None = None
) -> ProjectionDistanceTable:
    """W1 of all rows and of every group that either side has, equal to scipy's `wasserstein_distance`.

    >>> one = Projections(np.array([0.0, 1.0]), {"sex": ["man", "woman"]})
    >>> other = Projections(np.array([1.0, 1.0]), {"sex": ["man", "woman"]})
    >>> [(row.group, row.distance) for row in projection_distances(one, other, ["sex"]).rows]
    [('', 0.5), ('man', 1.0), ('woman', 0.0)]
    """
    chosen = settings or ResonanceSettings()
    rows = [_distance(model, survey, "", "", chosen)]
    for attribute in attributes:
        for group in dict.fromkeys([*model.groups(attribute), *survey.groups(attribute)]):
            rows.append(_distance(model, survey, attribute, group, chosen))
    return ProjectionDistanceTable(tuple(rows))


def _distance(
    model: Projections, survey: Projections, attribute: str, group: str, settings: ResonanceSettings
) -> ProjectionDistance:
    sides, level = (model, survey), settings.level
    places = [side.rows(attribute, group) for side in sides]
    told = [_moments(side, at) for side, at in zip(sides, places, strict=True)]
    (m, s), (dm, ds) = zip(*told, strict=True)
    counts = len(places[0]), len(places[1])
    if not all(counts):
        note = f"the {MODEL if not counts[0] else SURVEY} has no row of it"
        return ProjectionDistance(attribute, group, np.nan, np.nan, np.nan, np.nan, level, m, s, dm, ds, *counts, note)
    points = [side.values[at] for side, at in zip(sides, places, strict=True)]
    weights = [side.shares[at] / side.shares[at].sum() for side, at in zip(sides, places, strict=True)]
    value = float(_w1(*points, *(one[None] for one in weights))[0])
    error = _error(sides, places, settings, generator(settings.seed, "resonance", "distances", attribute, group))
    half = NormalDist().inv_cdf((1 + level) / 2) * error
    ends = max(value - half, 0.0), value + half
    return ProjectionDistance(attribute, group, value, error, *ends, level, m, s, dm, ds, *counts)


def _error(
    sides: Sequence[Projections], places: list[np.ndarray], settings: ResonanceSettings, rng: np.random.Generator
) -> float:
    """Standard deviation of W1 over resamples of both sides; 0 where neither side's rows vary."""
    step = max(1, _CELLS // sum(map(len, places)))
    points, found = [side.values[at] for side, at in zip(sides, places, strict=True)], []
    left = min(settings.replicates, _MOST)
    while left > 0:
        drawn = [side.drawn(at, min(step, left), rng) for side, at in zip(sides, places, strict=True)]
        found.append(_w1(*points, *drawn))
        left -= step
    return float(np.concatenate(found).std(ddof=1))


def _w1(x: np.ndarray, y: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """float64 (B,), for weights (B, n) and (B, m)."""
    points = (np.broadcast_to(values, weights.shape).copy() for values, weights in ((x, a), (y, b)))
    return wasserstein_1d(*map(torch.from_numpy, (*points, a, b)), p=1).numpy()


def _moments(side: Projections, rows: np.ndarray) -> tuple[float, float]:
    """Weighted mean and standard deviation."""
    if not len(rows):
        return np.nan, np.nan
    y, w = side.values[rows], side.shares[rows]
    mean = float(np.average(y, weights=w))
    return mean, float(np.sqrt(np.average((y - mean) ** 2, weights=w)))


def projection_spreads(model: Projections, survey: Projections, attributes: Sequence[str]) -> ProjectionSpreadTable:
    """Variance between the groups of each attribute and within them, of both sides, on the groups that both have."""
    return ProjectionSpreadTable(tuple(_spreads(model, survey, attributes)))


def _spreads(model: Projections, survey: Projections, attributes: Sequence[str]) -> Iterator[ProjectionSpread]:
    for attribute in attributes:
        shared = [group for group in model.groups(attribute) if group in survey.groups(attribute)]
        for name, side in ((MODEL, model), (SURVEY, survey)):
            rows = [side.rows(attribute, group) for group in shared]
            if not rows:
                yield ProjectionSpread(attribute, name, np.nan, np.nan)
                continue
            means, sds = np.array([_moments(side, at) for at in rows]).T
            weights = np.array([side.shares[at].sum() for at in rows])
            between = float(np.average((means - np.average(means, weights=weights)) ** 2, weights=weights))
            within = float(np.average(sds**2, weights=weights))
            share = between / (between + within) if between + within > 0 else np.nan
            yield ProjectionSpread(attribute, name, between, within, share, len(shared), sum(map(len, rows)))
