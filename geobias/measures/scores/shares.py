"""Which texts a score rests on, how much each counts, and how many texts or units that amounts to."""

from __future__ import annotations

import numpy as np

from geobias.measures.scores.answers import document_parts
from geobias.tables import Predictions

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


def relevance(predictions: Predictions, at: np.ndarray, metric: str) -> np.ndarray:
    """How much each document counts in a score, float64 (k,): its part in the denominator, mean over the models.

    Of a score that compares two classes of texts (AUC, F1, balanced accuracy) these are the texts of the rarer class,
    which set how well it is known.
    """
    share = SHARES[predictions.task].get(metric)
    if share is not None:
        means, _ = document_means(predictions, at)
        return np.sum([means[name] for name in share[1]], axis=0)
    if predictions.task != "binary" or metric == "brier":
        return np.ones(len(at))
    positive = predictions.labels[at] == 1
    return (positive if 2 * positive.sum() <= len(at) else ~positive).astype(np.float64)


def effective_number(weights: np.ndarray, units: np.ndarray | None = None) -> float:
    """Of how many equal ones so many unequal weights are worth (Kish 1965), of texts, or of units' sums; 0 of none.

    >>> effective_number(np.array([1.0, 1, 2])), effective_number(np.ones(4), np.array([0, 0, 1, 1]))
    (2.6666666666666665, 2.0)
    """
    sums = weights if units is None else np.bincount(units, weights)
    square = float((sums**2).sum())
    return float(sums.sum()) ** 2 / square if square > 0 else 0.0


def document_means(predictions: Predictions, at: np.ndarray) -> tuple[dict[str, np.ndarray], int]:
    """Each document's part in each sum (k,), mean over the models that predict it, and how many models predict any."""
    unknown = np.isnan(predictions.probabilities[:, at])
    answered = ~(unknown.any(-1) if predictions.multilabel else unknown)
    parts = document_parts(predictions, at)
    return {name: part.sum(0) / answered.sum(0) for name, part in parts.items()}, int(answered.any(1).sum())
