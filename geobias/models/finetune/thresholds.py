"""What dev texts decide: how good a model is on them, and from which probability on a label is said."""

from __future__ import annotations

import numpy as np


def dev_score(probabilities: np.ndarray, labels: np.ndarray, threshold: float) -> float:
    """Accuracy where there is one label, micro F1 over all cells where there are several; (rows, L) both.

    Micro F1 is 0 where nothing is said and nothing true.
    """
    said, true = probabilities >= threshold, labels == 1
    if labels.shape[1] == 1:
        return float((said == true).mean())
    return 2 * float((said & true).sum()) / max(1.0, float(said.sum() + true.sum()))


def best_threshold(probabilities: np.ndarray, labels: np.ndarray) -> float:
    """The threshold in (0, 1) with the best `dev_score`, half way between two probabilities; of equals the nearest 0.5.

    >>> best_threshold(np.array([[0.2], [0.3], [0.5], [0.9]]), np.array([[0], [0], [1], [1]])).__round__(6)
    0.4
    """
    flat, true = probabilities.ravel().astype(np.float64), labels.ravel() == 1
    order = np.argsort(-flat, kind="stable")
    ordered, hits = flat[order], np.append(0, np.cumsum(true[order]))
    said = np.arange(len(flat) + 1)
    if labels.shape[1] == 1:
        scores = (hits + (~true).sum() - (said - hits)) / len(flat)
    else:
        scores = 2 * hits / np.maximum(1, said + true.sum())
    edges = np.concatenate([[1.0], ordered, [0.0]])
    cuts = np.clip((edges[:-1] + edges[1:]) / 2, 1e-6, 1 - 1e-6)
    # Equal probabilities are said together or not at all.
    possible = edges[:-1] > edges[1:]
    best = possible & (scores == scores[possible].max())
    return float(cuts[best][np.abs(cuts[best] - 0.5).argmin()])
