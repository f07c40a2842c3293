"""Scores of weighted documents: sums over documents become matrix products, one row of weights a replicate.

A resampled, halved or reweighted group is its documents with other weights. Every score here but the AUC follows from
sums over documents; the AUC follows from weighted ranks.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import torch

from geobias.errors import InputError
from geobias.measures.scores.confusion import confusion_scores, micro_scores, ratio
from geobias.parallel import single_threaded
from geobias.tables import Predictions


def weighted_names(task: str) -> tuple[str, ...]:
    """Scores that documents may be weighted in, all of the task but these: the calibration error, whose bins move
    with the weights and which chance alone makes larger, and the means over labels, of which a resample leaves out
    another few each time.
    """
    zero = np.zeros(())
    if task == "multilabel":
        return tuple(micro_scores(zero, zero, zero, zero, zero))
    if task == "multiclass":
        return ("accuracy",)
    return ("accuracy", "auc", *tuple(confusion_scores(zero, zero, zero, zero))[1:], "brier")


def weighted_scores(
    predictions: Predictions,
    at: np.ndarray,
    weights: np.ndarray,
    metrics: Iterable[str],
    prevalence: float = np.nan,
) -> dict[str, np.ndarray]:
    """Scores of every model under every row of weights, float64 (B, M) each.

    Parameters
    ----------
    at : int64 (k,), places among the predictions: a group's documents, each once.
    weights : float64 (B, k), at least 0; all 1 gives the scores of `measures.scores`.
    metrics : among `weighted_names`.
    prevalence : see `confusion_scores`.
    """
    wanted = tuple(metrics)
    check_metrics(wanted, predictions.task)
    sums = {name: _product(weights, part) for name, part in document_parts(predictions, at).items()}
    if predictions.multilabel:
        found = micro_scores(**sums)
        found["accuracy"] = found["exact_match"]
    else:
        squares = sums.pop("squares")
        used = np.sum([*sums.values()], axis=0)
        found = {"brier": ratio(squares, used), **confusion_scores(**sums, prevalence=prevalence)}
    if "auc" in wanted:
        found["auc"] = _weighted_areas(predictions.probabilities[:, at], predictions.labels[at], weights)
    return {name: found[name] for name in wanted}


def check_metrics(metrics: Iterable[str], task: str) -> None:
    """Raises InputError for a score that documents cannot be weighted in, or that there is not."""
    known = weighted_names(task)
    strange = [name for name in metrics if name not in known]
    if strange:
        raise InputError(
            "metrics with an interval must be scores of weighted documents", f"{strange} are not", f"Choose {known}."
        )


def document_parts(predictions: Predictions, at: np.ndarray) -> dict[str, np.ndarray]:
    """What each document adds to each sum, float64 (M, k): 0 where a model does not predict it or it has no label."""
    probabilities, labels = predictions.probabilities[:, at], predictions.labels[at]
    said, true = probabilities >= predictions.thresholds(at), labels == 1
    if not predictions.multilabel:
        used = ~np.isnan(probabilities) & (labels >= 0)
        flags = {
            "true_pos": used & said & true,
            "false_pos": used & said & ~true,
            "true_neg": used & ~said & ~true,
            "false_neg": used & ~said & true,
        }
        squares = np.where(used, (probabilities.astype(np.float64) - true) ** 2, 0.0)
        return {**{name: flag.astype(np.float64) for name, flag in flags.items()}, "squares": squares}
    used = ~np.isnan(probabilities).any(-1) & (labels >= 0).all(-1)
    cells = used[..., None]
    return {
        "matched": (used & (said == true).all(-1)).astype(np.float64),
        "used": used.astype(np.float64),
        "hits": (cells & said & true).sum(-1, dtype=np.float64),
        "said": (cells & said).sum(-1, dtype=np.float64),
        "true": (cells & true).sum(-1, dtype=np.float64),
    }


def _product(weights: np.ndarray, part: np.ndarray) -> np.ndarray:
    """weights (B, k) times part (M, k) transposed, on one thread: the same bits on any number of cores."""
    with single_threaded():
        return (torch.from_numpy(weights) @ torch.from_numpy(part).T).numpy()


def _weighted_areas(probabilities: np.ndarray, labels: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """AUC of every model under every row of weights (B, M): a pair of texts counts as the product of their weights."""
    out = np.full((len(weights), len(probabilities)), np.nan)
    for model, values in enumerate(probabilities):
        known = ~np.isnan(values)
        positive, negative = np.flatnonzero(known & (labels == 1)), np.flatnonzero(known & (labels == 0))
        negative = negative[np.argsort(values[negative], kind="stable")]
        if len(positive) and len(negative):
            below = np.zeros((len(weights), len(negative) + 1))
            np.cumsum(weights[:, negative], 1, out=below[:, 1:])
            ends = [np.searchsorted(values[negative], values[positive], side) for side in ("left", "right")]
            wins = (weights[:, positive] * (below[:, ends[0]] + below[:, ends[1]])).sum(1) / 2
            out[:, model] = ratio(wins, weights[:, positive].sum(1) * below[:, -1])
    return out
