"""Scores over again: under models and documents resampled together, and on disjoint halves of every group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores.confusion import ratio
from geobias.measures.scores.performance import common_prevalence, positions
from geobias.measures.scores.sums import check_metrics, weighted_names, weighted_scores
from geobias.sampling.folds import set_of
from geobias.stats.reweighting import document_weights, nested_weights
from geobias.tables import Predictions

_AT_ONCE = 100  # replicates whose weights are held at a time


@dataclass(frozen=True)
class Crossed:
    """The crossed bootstrap of every score.

    Attributes
    ----------
    groups : G names; documents : distinct labelled ones that some model predicts, a number a group.
    values : metric -> float64 (M, G), each document once; NaN = this model has no score for the group.
    replicates : metric -> float64 (B, M, G), the same under resampled documents.
    weights : float64 (B, M), how much each model counts in a replicate.
    """

    groups: tuple[str, ...]
    documents: dict[str, int]
    values: dict[str, np.ndarray]
    replicates: dict[str, np.ndarray]
    weights: np.ndarray


@dataclass(frozen=True)
class Halves:
    """Scores of two disjoint halves of every group, `m` documents each: metric -> float64 (splits, 2, M, G)."""

    groups: tuple[str, ...]
    m: int
    values: dict[str, np.ndarray]


def distinct_rows(draws: Sequence[Mapping[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """Every row that some repeat drew for a group, once: a document is no more evidence for being drawn often."""
    groups = dict.fromkeys(group for draw in draws for group in draw)
    return {group: np.unique(np.concatenate([draw[group] for draw in draws if group in draw])) for group in groups}


def crossed_bootstrap(
    predictions: Predictions,
    rows: Mapping[str, np.ndarray],
    *,
    metrics: Sequence[str] | None = None,
    sets: Sequence[str] | np.ndarray | None = None,
    unions: Sequence[str] = (),
    prevalence: float | None = None,
    replicates: int = 1_000,
    rng: np.random.Generator,
) -> Crossed:
    """Resample models and documents independently and multiply their weights (Owen 2007; Owen and Eckles 2012).

    A document has one weight for all models and groups that see it, a model one for all documents, so a replicate
    keeps what scores share. Sets of models are resampled, then the models within them (`stats.nested_weights`). The
    variance that this gives is the right one or larger: the part of single answers, model by document, counts up to
    three times, the part of folds twice where there are several sets, and so do the documents of a group of which every
    model sees its own fold alone.

    Parameters
    ----------
    rows : group -> int64 rows of the corpus, e.g. `distinct_rows(draws)`; a repeated one counts once.
    metrics : among `weighted_names`; None = all of them.
    sets : the training set of every model; None = by its name, "set0" of "set0-fold3". Folds of one set share texts.
    unions, prevalence : see `performance.score`; the common prevalence is taken as given.

    Returns
    -------
    Crossed, groups in the order of `rows`. The same generator gives the same bits on any number of cores.
    """
    at = group_places(predictions, rows)
    wanted = weighted_names(predictions.task) if metrics is None else tuple(metrics)
    check_metrics(wanted, predictions.task)
    prevalence = common_prevalence(predictions, [rows], unions=unions) if prevalence is None else prevalence
    of_models = np.array([set_of(name) for name in predictions.models] if sets is None else sets)
    if len(of_models) != len(predictions.models):
        raise InputError(
            f"sets must name a training set for each of the {len(predictions.models)} models",
            f"there are {len(of_models)}",
            "Give one a model.",
        )
    model_rng, document_rng = rng.spawn(2)
    places = np.unique(np.concatenate([*at.values(), np.empty(0, np.int64)]))
    parts = []
    for start in range(0, replicates, _AT_ONCE):
        weights = document_weights(len(places), min(_AT_ONCE, replicates - start), document_rng)
        of_groups = {group: weights[:, np.searchsorted(places, some)] for group, some in at.items()}
        parts.append(_scores(predictions, at, of_groups, wanted, prevalence))
    once = {group: np.ones((1, len(some))) for group, some in at.items()}
    values = _scores(predictions, at, once, wanted, prevalence)
    return Crossed(
        tuple(at),
        {group: len(some) for group, some in at.items()},
        {name: values[name][0] for name in wanted},
        {name: np.concatenate([part[name] for part in parts]) for name in wanted},
        nested_weights(of_models, replicates, model_rng),
    )


def split_halves(
    predictions: Predictions,
    rows: Mapping[str, np.ndarray],
    *,
    metrics: Sequence[str] | None = None,
    m: int | None = None,
    unions: Sequence[str] = (),
    prevalence: float | None = None,
    splits: int = 200,
    rng: np.random.Generator,
) -> Halves:
    """Split every group at random in halves that share no document, `splits` times, and score each half.

    m : documents of a half, the same in every group; None = half of the smallest group. The other arguments are those
    of `crossed_bootstrap`. Raises InputError where m is more than half of a group.
    """
    at = group_places(predictions, rows)
    wanted = weighted_names(predictions.task) if metrics is None else tuple(metrics)
    check_metrics(wanted, predictions.task)
    prevalence = common_prevalence(predictions, [rows], unions=unions) if prevalence is None else prevalence
    sizes = {group: len(some) // 2 for group, some in at.items() if len(some) > 1}
    if m is None:
        m = min(sizes.values(), default=0)
    too_small = [group for group, size in sizes.items() if size < m]
    if too_small:
        raise InputError(
            f"halves of m={m} documents must fit twice into every group",
            f"{too_small[0]} has {len(at[too_small[0]])} that are labelled and predicted",
            "Pass a smaller m, or None for the largest that fits.",
        )
    halves: list[dict[str, np.ndarray]] = [{}, {}]
    for (group, some), own in zip(at.items(), rng.spawn(len(at)), strict=True):
        places = own.permuted(np.tile(np.arange(len(some)), (splits, 1)), axis=1)
        for half, weights in enumerate(halves):
            weights[group] = np.zeros((splits, len(some)))
            if group in sizes:
                np.put_along_axis(weights[group], places[:, half * m : (half + 1) * m], 1.0, axis=1)
    scored = [_scores(predictions, at, weights, wanted, prevalence) for weights in halves]
    return Halves(tuple(at), m, {name: np.stack([part[name] for part in scored], axis=1) for name in wanted})


def group_places(predictions: Predictions, rows: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Places of each group's documents among the predictions, once: those labelled and predicted by some model."""
    known = ~np.isnan(predictions.probabilities)
    scored = (known.all(-1) if predictions.multilabel else known).any(0)
    scored &= (predictions.labels >= 0).all(-1) if predictions.multilabel else predictions.labels >= 0
    found = {group: np.unique(positions(predictions.rows, some, group)) for group, some in rows.items()}
    return {group: at[scored[at]] for group, at in found.items()}


def model_mean(values: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Mean over the last axis but one (models) of values (..., M, G), of those that are not NaN, weighted (..., M)."""
    known = ~np.isnan(values)
    weighted = known * (1.0 if weights is None else weights[..., None])
    return ratio((np.where(known, values, 0.0) * weighted).sum(-2), weighted.sum(-2))


def _scores(
    predictions: Predictions,
    at: dict[str, np.ndarray],
    weights: dict[str, np.ndarray],
    metrics: Sequence[str],
    prevalence: float,
) -> dict[str, np.ndarray]:
    """metric -> float64 (B, M, G)."""
    found = [weighted_scores(predictions, some, weights[group], metrics, prevalence) for group, some in at.items()]
    return {name: np.stack([scores[name] for scores in found], axis=-1) for name in metrics}
