"""Scores and gaps with their uncertainty: Wilson intervals, crossed bootstrap, and the floor of a gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from geobias.measures.scores.confusion import ratio
from geobias.measures.scores.replicates import (
    Crossed,
    Halves,
    crossed_bootstrap,
    group_places,
    model_mean,
    split_halves,
)
from geobias.measures.scores.sums import document_parts
from geobias.stats.intervals import percentile_interval, wilson_interval
from geobias.tables import GapInterval, GapIntervalTable, Predictions, ScoreInterval, ScoreIntervalTable

Parts = tuple[str, ...]
# Scores of a task that are a share of documents: what counts as a success, and what it is a share of.
SHARES: dict[str, dict[str, tuple[Parts, Parts]]] = {
    "binary": {
        "accuracy": (("true_pos", "true_neg"), ("true_pos", "true_neg", "false_pos", "false_neg")),
        "precision_neg": (("true_neg",), ("true_neg", "false_neg")),
        "recall_neg": (("true_neg",), ("true_neg", "false_pos")),
        "precision_pos": (("true_pos",), ("true_pos", "false_pos")),
        "recall_pos": (("true_pos",), ("true_pos", "false_neg")),
        "fpr": (("false_pos",), ("true_neg", "false_pos")),
    },
    "multiclass": {"accuracy": (("matched",), ("used",))},
    "multilabel": {"exact_match": (("matched",), ("used",))},
}


def score_uncertainty(
    predictions: Predictions,
    rows: Mapping[str, np.ndarray],
    *,
    metrics: Sequence[str] | None = None,
    sets: Sequence[str] | np.ndarray | None = None,
    unions: Sequence[str] = (),
    prevalence: float | None = None,
    m: int | None = None,
    level: float = 0.95,
    replicates: int = 1_000,
    splits: int = 200,
    rng: np.random.Generator,
) -> tuple[ScoreIntervalTable, GapIntervalTable]:
    """All of it at once: every score by both methods, and every pair's gap with interval, floor and excess.

    rows : group -> int64 rows of the corpus, e.g. `distinct_rows(draws)`. For the rest see `crossed_bootstrap`,
    `split_halves`, `wilson_scores` and `gap_intervals`.
    """
    common: dict[str, Any] = {"metrics": metrics, "unions": unions, "prevalence": prevalence}
    crossed_rng, halves_rng = rng.spawn(2)
    crossed = crossed_bootstrap(predictions, rows, sets=sets, replicates=replicates, rng=crossed_rng, **common)
    halves = split_halves(predictions, rows, m=m, splits=splits, rng=halves_rng, **common)
    shares = wilson_scores(predictions, rows, metrics=metrics, level=level)
    scores = ScoreIntervalTable((*shares.rows, *crossed_scores(crossed, level).rows))
    return scores, gap_intervals(crossed, halves, level)


def wilson_scores(
    predictions: Predictions,
    rows: Mapping[str, np.ndarray],
    *,
    metrics: Sequence[str] | None = None,
    level: float = 0.95,
) -> ScoreIntervalTable:
    """Wilson intervals of the scores that are shares of documents, on distinct documents.

    A document counts once: its answers are averaged over the models that predict it, and a document that half of the
    models call positive counts half among those called so. The models are taken as given; what another training
    would change is not in the interval, and where they disagree it is wider than documents alone would make it.
    `metrics` that are no shares are passed over; None = all shares.
    """
    shares = SHARES[predictions.task]
    wanted = [name for name in shares if metrics is None or name in metrics]
    out = []
    for group, at in group_places(predictions, rows).items():
        means, models = _document_means(predictions, at)
        for metric in wanted:
            hits, base = (np.sum([means[name] for name in names], axis=0) for names in shares[metric])
            n = float(base.sum())
            value, (low, high) = float(hits.sum()) / n if n else np.nan, wilson_interval(min(hits.sum(), n), n, level)
            used = int((base > 0).sum())
            out.append(ScoreInterval(metric, group, used, models, value, float(low), float(high), level, "wilson"))
    return ScoreIntervalTable(tuple(out))


def _document_means(predictions: Predictions, at: np.ndarray) -> tuple[dict[str, np.ndarray], int]:
    """Each document's part in each sum (k,), mean over the models that predict it, and how many models predict any."""
    unknown = np.isnan(predictions.probabilities[:, at])
    answered = ~(unknown.any(-1) if predictions.multilabel else unknown)
    parts = document_parts(predictions, at)
    return {name: part.sum(0) / answered.sum(0) for name, part in parts.items()}, int(answered.any(1).sum())


def crossed_scores(crossed: Crossed, level: float = 0.95) -> ScoreIntervalTable:
    """Mean scores over the models, each weighing the same, with percentile intervals of the crossed bootstrap."""
    out = []
    for metric, values in crossed.values.items():
        means = model_mean(values)
        low, high = percentile_interval(model_mean(crossed.replicates[metric], crossed.weights), level)
        for place, group in enumerate(crossed.groups):
            models = int((~np.isnan(values[:, place])).sum())
            ends = float(means[place]), float(low[place]), float(high[place])
            out.append(ScoreInterval(metric, group, crossed.documents[group], models, *ends, level, "crossed"))
    return ScoreIntervalTable(tuple(out))


def gap_intervals(crossed: Crossed, halves: Halves, level: float = 0.95) -> GapIntervalTable:
    """Every pair's signed gap with its interval, and at equal m its floor and its excess over that.

    As in `performance.gaps` a pair uses the models that score both groups. The halves have `halves.m` documents in
    every group, so that a small group's gaps are not larger for being small; the interval belongs to the signed gap,
    all documents used.
    """
    out = []
    for metric, values in crossed.values.items():
        for a, b in combinations(range(len(crossed.groups)), 2):
            both = ~np.isnan(values[:, [a, b]]).any(1)
            gap = _difference(values[both][:, [a, b]], None)
            varied = _difference(crossed.replicates[metric][:, both][..., [a, b]], crossed.weights[:, both])
            low, high = percentile_interval(100 * varied, level)
            floor, apart = _floor(halves.values[metric][:, :, both][..., [a, b]])
            ends = (100 * float(gap), float(low), float(high), floor, apart, apart - floor)
            out.append(GapInterval(metric, crossed.groups[a], crossed.groups[b], halves.m, *ends, level, "crossed"))
    return GapIntervalTable(tuple(out))


def _difference(values: np.ndarray, weights: np.ndarray | None) -> np.ndarray:
    """Mean over models of the first group minus the second: values (..., M, 2)."""
    means = model_mean(values, weights)
    return means[..., 0] - means[..., 1]


def _floor(halves: np.ndarray) -> tuple[float, float]:
    """Mean |difference| in points: of the halves of one group, mean of both groups; of halves of both groups.

    halves : (splits, 2, M, 2 groups).
    """
    means = 100 * model_mean(halves)
    within = _mean(np.abs(means[:, 0] - means[:, 1]))
    between = _mean(np.abs(means[:, :, None, 0] - means[:, None, :, 1]))
    return within, between


def _mean(values: np.ndarray) -> float:
    known = ~np.isnan(values)
    return float(ratio(np.where(known, values, 0.0).sum(), known.sum()))
