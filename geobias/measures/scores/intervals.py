"""Scores and gaps with their uncertainty: Wilson intervals, pigeonhole bootstrap, and the floor of a gap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from geobias.means import known_mean
from geobias.measures.scores.halves import Halves, split_halves
from geobias.measures.scores.pigeonhole import Pigeonhole, pigeonhole_bootstrap
from geobias.measures.scores.weighted_groups import WeightedGroups
from geobias.measures.scores.wilson import wilson_scores
from geobias.stats import percentile_interval
from geobias.tables import GapInterval, GapIntervalTable, ScoreInterval, ScoreIntervalTable


def score_uncertainty(
    groups: WeightedGroups,
    *,
    sets: Sequence[str] | np.ndarray | None = None,
    m: int | None = None,
    level: float = 0.95,
    replicates: int = 1_000,
    splits: int = 200,
    rng: np.random.Generator,
) -> tuple[ScoreIntervalTable, GapIntervalTable]:
    """All of it at once: every score by both methods, and every pair's gap with interval, floor and excess.

    See `pigeonhole_bootstrap`, `split_halves`, `wilson_scores` and `gap_intervals`.
    """
    bootstrap_rng, halves_rng = rng.spawn(2)
    pigeonhole = pigeonhole_bootstrap(groups, sets=sets, replicates=replicates, rng=bootstrap_rng)
    halves = split_halves(groups, m=m, splits=splits, rng=halves_rng)
    shares = wilson_scores(groups, level)
    scores = ScoreIntervalTable((*shares.rows, *pigeonhole_scores(pigeonhole, level).rows))
    return scores, gap_intervals(pigeonhole, halves, level)


def pigeonhole_scores(pigeonhole: Pigeonhole, level: float = 0.95) -> ScoreIntervalTable:
    """Mean scores over the models, each weighing the same, with percentile intervals of the pigeonhole bootstrap."""
    out = []
    for metric, values in pigeonhole.values.items():
        means = known_mean(values, -2)
        low, high = percentile_interval(
            known_mean(pigeonhole.replicates[metric], -2, pigeonhole.weights[..., None]), level
        )
        for place, group in enumerate(pigeonhole.groups):
            models = int((~np.isnan(values[:, place])).sum())
            ends = float(means[place]), float(low[place]), float(high[place])
            out.append(ScoreInterval(metric, group, pigeonhole.documents[group], models, *ends, level, "pigeonhole"))
    return ScoreIntervalTable(tuple(out))


def gap_intervals(pigeonhole: Pigeonhole, halves: Halves, level: float = 0.95) -> GapIntervalTable:
    """Every pair's signed gap with its interval, and at equal m its floor and its excess over that.

    As in `gaps` a pair uses the models that score both groups. The halves have `halves.m` documents in
    every group, so that a small group's gaps are not larger for being small; the interval belongs to the signed gap,
    all documents used.
    """
    out = []
    for metric, values in pigeonhole.values.items():
        for a, b in combinations(range(len(pigeonhole.groups)), 2):
            both = ~np.isnan(values[:, [a, b]]).any(1)
            gap = _difference(values[both][:, [a, b]], None)
            varied = _difference(pigeonhole.replicates[metric][:, both][..., [a, b]], pigeonhole.weights[:, both])
            low, high = percentile_interval(100 * varied, level)
            floor, apart = _floor(halves.values[metric][:, :, both][..., [a, b]])
            ends = (100 * float(gap), float(low), float(high), floor, apart, apart - floor)
            out.append(
                GapInterval(metric, pigeonhole.groups[a], pigeonhole.groups[b], halves.m, *ends, level, "pigeonhole")
            )
    return GapIntervalTable(tuple(out))


def _difference(values: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    """Mean over models of the first group minus the second: values (..., M, 2)."""
    means = known_mean(values, -2, None if weights is None else weights[..., None])
    return means[..., 0] - means[..., 1]


def _floor(halves: np.ndarray) -> tuple[float, float]:
    """Mean |difference| in points: of the halves of one group, mean of both groups; of halves of both groups.

    halves : (splits, 2, M, 2 groups).
    """
    means = 100 * known_mean(halves, -2)
    within = known_mean(np.abs(means[:, 0] - means[:, 1]), None)
    between = known_mean(np.abs(means[:, :, None, 0] - means[:, None, :, 1]), None)
    return float(within), float(between)
