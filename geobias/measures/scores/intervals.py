"""Scores and gaps with their uncertainty: Wilson intervals, pigeonhole bootstrap, tests, and the floor of a gap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from geobias.means import known_mean, known_variance
from geobias.measures.scores.gap_tests import gap_tests
from geobias.measures.scores.halves import Halves, split_halves
from geobias.measures.scores.pigeonhole import Pigeonhole, pigeonhole_bootstrap
from geobias.measures.scores.spread import Spread, spread
from geobias.measures.scores.weighted_groups import WeightedGroups
from geobias.measures.scores.wilson import wilson_scores
from geobias.stats import percentile_interval, student_widening
from geobias.tables import GapInterval, GapIntervalTable, ScoreInterval, ScoreIntervalTable

SMALLEST_GAP = 5.0
"""The smallest gap of interest, in percentage points, where none is named."""


def score_uncertainty(
    groups: WeightedGroups,
    *,
    m: int | None = None,
    level: float = 0.95,
    replicates: int = 1_000,
    splits: int = 200,
    margin: float = SMALLEST_GAP,
    rng: np.random.Generator,
) -> tuple[ScoreIntervalTable, GapIntervalTable]:
    """All of it at once: every score by both methods, and every pair's gap with interval, tests, floor and excess.

    See `pigeonhole_bootstrap`, `split_halves`, `wilson_scores` and `gap_intervals`; training sets are known by the
    names of the models.
    """
    bootstrap_rng, halves_rng = rng.spawn(2)
    pigeonhole = pigeonhole_bootstrap(groups, replicates=replicates, rng=bootstrap_rng)
    halves = split_halves(groups, m=m, splits=splits, rng=halves_rng)
    shares = wilson_scores(groups, level)
    scores = ScoreIntervalTable((*shares.rows, *pigeonhole_scores(pigeonhole, level).rows))
    return scores, gap_intervals(pigeonhole, halves, level, groups.pooled_groups, margin)


def pigeonhole_scores(pigeonhole: Pigeonhole, level: float = 0.95) -> ScoreIntervalTable:
    """Mean scores over the models, each weighing the same, with percentile intervals of the pigeonhole bootstrap.

    The percentiles are expanded (Hesterberg 2015) for few units and few models, by Student's quantile and by what the
    replicates lack of the standard error; see `spread`.
    """
    out = []
    for metric, values in pigeonhole.values.items():
        found = spread(pigeonhole, metric, [(place,) for place in range(len(pigeonhole.groups))])
        low, high = percentile_interval(found.replicates, level, _widening(found, level))
        low, high = low.clip(0, 1), high.clip(0, 1)
        for place, group in enumerate(pigeonhole.groups):
            models = int((~np.isnan(values[:, place])).sum())
            ends = float(found.value[place]), float(low[place]), float(high[place])
            out.append(ScoreInterval(metric, group, pigeonhole.documents[group], models, *ends, level, "pigeonhole"))
    return ScoreIntervalTable(tuple(out))


def _widening(found: Spread, level: float) -> np.ndarray:
    """Of percentiles, (Q,): Student's quantile for the normal one, and the error for the spread of the replicates."""
    spread_of = np.sqrt(known_variance(found.replicates))
    larger = np.divide(found.error, spread_of, out=np.where(np.isnan(found.error), np.nan, 1.0), where=spread_of > 0)
    return larger * student_widening(found.df, level)


def gap_intervals(
    pigeonhole: Pigeonhole,
    halves: Halves,
    level: float = 0.95,
    pooled_groups: Sequence[str] = (),
    margin: float = SMALLEST_GAP,
) -> GapIntervalTable:
    """Every pair's signed gap with its interval and tests, and at equal m its floor and its excess over that.

    As in `gaps` a pair uses the models that score both groups. The halves have `halves.m` documents in
    every group, so that a small group's gaps are not larger for being small; interval and tests belong to the signed
    gap, all documents used. Scores are shares: intervals of gaps end at 100 points, and `detectable` is NaN where not
    even that would be found.

    Parameters
    ----------
    pooled_groups : whose pairs are judged alone: max-T is over the pairs of the others.
    margin : smallest gap of interest, in points.
    """
    names, out = pigeonhole.groups, []
    pairs = list(combinations(range(len(names)), 2))
    family = np.array([not {names[a], names[b]} & {*pooled_groups} for a, b in pairs], dtype=bool)
    for metric, values in pigeonhole.values.items():
        if not pairs:
            break
        found = spread(pigeonhole, metric, pairs)
        tests = gap_tests(found, family, level=level, margin=margin / 100)
        for i, (a, b) in enumerate(pairs):
            both = ~np.isnan(values[:, [a, b]]).any(1)
            floor, apart = _floor(halves.values[metric][:, :, both][..., [a, b]])
            gap, low, high = (float(np.clip(100 * one[i], -100, 100)) for one in (found.value, tests.low, tests.high))
            detectable = 100 * float(tests.detectable[i])
            detectable = detectable if detectable <= 100 else np.nan
            at_m = (floor, apart, apart - floor)
            units = pigeonhole.units[names[a]], pigeonhole.units[names[b]]
            p, p_max, p_equivalent = (float(column[i]) for column in (tests.p, tests.p_max, tests.p_equivalent))
            key = (metric, names[a], names[b], halves.m)
            tested = (p, p_max, margin, p_equivalent, detectable)
            out.append(GapInterval(*key, gap, low, high, *at_m, level, "pigeonhole", *units, *tested))
    return GapIntervalTable(tuple(out))


def _floor(halves: np.ndarray) -> tuple[float, float]:
    """Mean |difference| in points: of the halves of one group, mean of both groups; of halves of both groups.

    halves : (splits, 2, M, 2 groups).
    """
    means = 100 * known_mean(halves, -2)
    within = known_mean(np.abs(means[:, 0] - means[:, 1]), None)
    between = known_mean(np.abs(means[:, :, None, 0] - means[:, None, :, 1]), None)
    return float(within), float(between)
