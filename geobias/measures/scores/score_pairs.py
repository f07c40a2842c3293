"""What scores say of every pair of groups: gaps, and how models that do well on one do on the other."""

from __future__ import annotations

import numpy as np

from geobias.errors import InputError
from geobias.means import known_mean
from geobias.stats import distance_correlation_matrix
from geobias.tables import DEPENDENCE, GAP, PairTable, Quantity, ScoreTable

LEAST_MODELS = 4  # of fewer, a distance correlation is near 1 whatever the models do


def metric_names(scores: ScoreTable) -> tuple[str, ...]:
    """The metrics of a table that are scores; the counts (`n_*`) are left out."""
    return tuple(name for name in scores.metrics if not name.startswith("n_"))


def model_means(scores: ScoreTable, metric: str) -> np.ndarray:
    """Mean over the repeats in which a metric is defined, float64 (models, groups); NaN where it never is."""
    if metric not in metric_names(scores):
        raise InputError(
            f"'{metric}' must be a score of the table", "it is not", f"It has {list(metric_names(scores))}."
        )
    return known_mean(scores.metrics[metric], axis=1)


def gaps(scores: ScoreTable, metric: str) -> PairTable:
    """100 x absolute difference of the groups' mean scores over models and repeats, in percentage points.

    The mean is over repeats, then over models, each model weighing the same; a pair uses the models that
    score both its groups, so that a gap never compares one set of models with another. NaN where there is
    none. `details["n_models"]` (G, G) counts them. Shape (1, G, G).

    >>> table = ScoreTable(("m",), ("au", "ca"), {"accuracy": np.array([[[0.8, 0.75]]])})
    >>> gaps(table, "accuracy").vector().round(9).tolist()
    [5.0]
    """
    means = model_means(scores, metric)
    known = ~np.isnan(means)
    both = known[:, :, None] & known[:, None, :]
    average = known_mean(np.where(both, means[:, :, None], np.nan), axis=0)
    values = 100 * np.abs(average - average.T)
    return _pair_table(scores, values, Quantity(GAP, metric), "points", True, {"n_models": both.sum(0).tolist()})


def dependence(scores: ScoreTable, metric: str, *, bias_corrected: bool = False) -> PairTable:
    """Distance correlation of every two groups over the models' mean scores; shape (1, G, G).

    Do models that do well on one group do well on the other? Biased, "dcor[metric]" in [0, 1], as published,
    or bias-corrected, "dcor_bias_corrected[metric]", on the squared scale (`stats.distance_correlation`). NaN
    where fewer than 4 models score both groups, or where all score one of them alike.
    """
    means = model_means(scores, metric)
    values = distance_correlation_matrix(means, bias_corrected=bias_corrected)
    known = (~np.isnan(means)).astype(np.int64)
    counts = known.T @ known
    values = np.where(counts >= LEAST_MODELS, values, np.nan)
    quantity = Quantity(DEPENDENCE, metric, estimate="bias_corrected" if bias_corrected else "")
    details = {"n_models": counts.tolist()}
    return _pair_table(scores, values, quantity, "", not bias_corrected, details)


def _pair_table(
    scores: ScoreTable, values: np.ndarray, quantity: str, units: str, nonnegative: bool, details: dict
) -> PairTable:
    details["provenance"] = scores.provenance
    return PairTable(scores.groups, values[None], quantity, units, scores.pooled_groups, nonnegative, details)
