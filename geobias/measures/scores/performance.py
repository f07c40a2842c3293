"""How well models do on groups: scores from stored predictions, and what they say of every pair of groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores.metrics import binary_scores, known_mean, multiclass_scores, multilabel_scores
from geobias.stats.dependence import distance_correlation_matrix
from geobias.tables import DEPENDENCE, GAP, PairTable, Predictions, Quantity, ScoreTable

LEAST_MODELS = 4  # of fewer, a distance correlation is near 1 whatever the models do


def score(
    predictions: Predictions,
    draws: Sequence[Mapping[str, np.ndarray]],
    *,
    unions: Sequence[str] = (),
    prevalence: float | None = None,
) -> ScoreTable:
    """Scores of every model on every group in every repeat.

    Parameters
    ----------
    predictions : one of two labels a text gives the metrics of `scores.binary_scores`, one of more those of
        `scores.multiclass_scores`, several those of `scores.multilabel_scores`.
    draws : one mapping a repeat, group -> rows of the corpus (int64); a row drawn twice counts twice. A
        model's score on a group uses the rows that are labelled and that this model predicts; rows that are
        not among `predictions.rows` are predicted by none. Without any, or without the group, it is NaN.
    unions : the groups made of other groups' texts, or references.
    prevalence : share of positives that standardised precisions refer to; None = `common_prevalence`.

    Returns
    -------
    ScoreTable, groups in the order of their first appearance. Metrics named `n_*` count what was used. Raises
    InputError for labels other than 0, 1 and -1, repeated rows of predictions, and rows that are no integers.
    """
    _check(predictions, draws)
    groups = tuple(dict.fromkeys(group for draw in draws for group in draw))
    order = np.argsort(predictions.rows, kind="stable")
    several = {"multilabel": multilabel_scores, "multiclass": multiclass_scores}.get(predictions.task)
    cells = several or _binary_at(predictions, draws, unions, prevalence)
    metrics: dict[str, np.ndarray] = {}
    shape = (len(predictions.models), len(draws), len(groups))
    for repeat, draw in enumerate(draws):
        for place, group in enumerate(groups):
            if group not in draw:
                continue
            at = positions(predictions.rows, draw[group], group, order)
            found = cells(predictions.probabilities[:, at], predictions.labels[at], predictions.thresholds(at))
            for name, values in found.items():
                metrics.setdefault(name, np.full(shape, np.nan))[:, repeat, place] = values
    return ScoreTable(predictions.models, groups, metrics, tuple(unions))


def _check(predictions: Predictions, draws: Sequence[Mapping[str, np.ndarray]]) -> None:
    strange = np.setdiff1d(predictions.labels, (-1, 0, 1))
    if len(strange):
        raise InputError(
            "labels of predictions must be 0, 1 or -1 for none",
            f"there is {strange[0]}",
            "Map the corpus's own labels to 0 (negative) and 1 (positive) first.",
        )
    if len(np.unique(predictions.rows)) != len(predictions.rows):
        raise InputError(
            "rows of predictions must be distinct",
            f"{len(predictions.rows) - len(np.unique(predictions.rows))} are repeats",
            "Predict every text once; draws say how often it counts.",
        )
    if not len(draws):
        raise InputError("draws must hold at least one repeat", "there is none", "Pass a list of mappings.")


def common_prevalence(
    predictions: Predictions, draws: Sequence[Mapping[str, np.ndarray]], *, unions: Sequence[str] = ()
) -> float:
    """The mean over the groups, without unions, of the share of positives among their labelled rows, as drawn.

    NaN for several labels a text, and where no row is labelled. Arguments as for `score`.
    """
    if predictions.multilabel:
        return float("nan")
    order = np.argsort(predictions.rows, kind="stable")
    labels: dict[str, list[np.ndarray]] = {}
    for draw in draws:
        for group, rows in draw.items():
            if group not in unions:
                labels.setdefault(group, []).append(predictions.labels[positions(predictions.rows, rows, group, order)])
    known = [values[values >= 0] for values in map(np.concatenate, labels.values())]
    shares = [float(values.mean()) for values in known if len(values)]
    return float(np.mean(shares)) if shares else float("nan")


def _binary_at(
    predictions: Predictions, draws: Sequence[Mapping[str, np.ndarray]], unions: Sequence[str], prevalence: float | None
) -> Callable[..., dict[str, np.ndarray]]:
    if prevalence is None:
        prevalence = common_prevalence(predictions, draws, unions=unions)
    return partial(binary_scores, prevalence=prevalence)


def positions(known: np.ndarray, rows: np.ndarray, group: str, order: np.ndarray | None = None) -> np.ndarray:
    """Where the rows of a draw stand among `known`, those of predictions, without those that are not there.

    order : that sorts `known`, where it is at hand.
    """
    wanted = np.asarray(rows)
    if wanted.size and not np.issubdtype(wanted.dtype, np.integer):
        raise InputError(
            f"rows drawn for the group '{group}' must be integers",
            f"they are {wanted.dtype}",
            "Pass rows of the corpus, not a mask.",
        )
    if not len(known):
        return np.empty(0, dtype=np.int64)
    order = np.argsort(known, kind="stable") if order is None else order
    place = np.searchsorted(known, wanted.astype(np.int64), sorter=order)
    at = order[np.minimum(place, len(known) - 1)]
    return at[known[at] == wanted]


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
    filled = np.where(known, means, 0.0)
    sums, counts = (filled[:, :, None] * both).sum(0), both.sum(0)
    average = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    values = 100 * np.abs(average - average.T)
    return _pair_table(scores, values, Quantity(GAP, metric), "points", True, {"n_models": counts.tolist()})


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
    return PairTable(scores.groups, values[None], quantity, units, scores.unions, nonnegative, details)
