"""Scores that follow from counts: of right and wrong answers (one label per text), of labels said and true
(several)."""

from __future__ import annotations

import numpy as np

from geobias.means import ratio


def confusion_scores(
    true_pos: np.ndarray,
    false_pos: np.ndarray,
    true_neg: np.ndarray,
    false_neg: np.ndarray,
    prevalence: float | np.ndarray = np.nan,
) -> dict[str, np.ndarray]:
    """Every score of the four counts, float64 of their shape; counts may be weighted, and NaN stands for undefined.

    `recall_pos` is the true positive rate and `fpr` the false positive rate; `balanced_accuracy` is the mean of both
    recalls. `precision_*_standardised` is the precision that these two rates give where a share `prevalence` of the
    texts is positive: rates belong to a model, but a precision also to how many positives a group has.

    >>> scores = confusion_scores(np.array(80.0), np.array(10.0), np.array(90.0), np.array(20.0), prevalence=0.1)
    >>> scores["precision_pos"].round(3).item(), scores["precision_pos_standardised"].round(3).item()
    (0.889, 0.471)
    """
    recall_pos, recall_neg = ratio(true_pos, true_pos + false_neg), ratio(true_neg, true_neg + false_pos)
    f1_neg = ratio(2 * true_neg, 2 * true_neg + false_neg + false_pos)
    f1_pos = ratio(2 * true_pos, 2 * true_pos + false_pos + false_neg)
    fpr = ratio(false_pos, true_neg + false_pos)
    hits, alarms = prevalence * recall_pos, (1 - prevalence) * fpr
    passes, misses = (1 - prevalence) * recall_neg, prevalence * ratio(false_neg, true_pos + false_neg)
    return {
        "accuracy": ratio(true_pos + true_neg, true_pos + false_pos + true_neg + false_neg),
        "precision_neg": ratio(true_neg, true_neg + false_neg),
        "recall_neg": recall_neg,
        "precision_pos": ratio(true_pos, true_pos + false_pos),
        "recall_pos": recall_pos,
        "f1_neg": f1_neg,
        "f1_pos": f1_pos,
        "f1_macro": (f1_neg + f1_pos) / 2,
        "fpr": fpr,
        "balanced_accuracy": (recall_neg + recall_pos) / 2,
        "precision_neg_standardised": ratio(passes, passes + misses),
        "precision_pos_standardised": ratio(hits, hits + alarms),
    }


def micro_scores(
    matched: np.ndarray, used: np.ndarray, hits: np.ndarray, said: np.ndarray, true: np.ndarray
) -> dict[str, np.ndarray]:
    """Scores of several labels per text over all cells: matched and used texts; labels hit, said and true."""
    return {
        "exact_match": ratio(matched, used),
        "precision_micro": ratio(hits, said),
        "recall_micro": ratio(hits, true),
        "f1_micro": ratio(2 * hits, said + true),
    }
