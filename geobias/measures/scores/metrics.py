"""Scores of many models on one set of texts, from probabilities and labels.

A score whose denominator is zero, and an AUC with one class only, is NaN and not 0 (scikit-learn's
`zero_division=np.nan`): a mean over repeats then leaves it out instead of taking a model for a bad one.
"""

from __future__ import annotations

import numpy as np

from geobias.measures.scores.calibration import brier_score, calibration_error
from geobias.measures.scores.confusion import confusion_scores, micro_scores, ratio
from geobias.stats.coefficients import midranks

# Scores that are shown, and related with distances by name only: each follows another one closely (fpr is
# 1 - recall_neg, so its gaps are the same), and a family of tests should not grow by saying a thing twice.
BESIDE = (
    "fpr",
    "balanced_accuracy",
    "precision_neg_standardised",
    "precision_pos_standardised",
    "brier",
    "calibration_error",
)


SCORED_TASKS = ("binary", "multiclass", "multilabel")


def score_names(task: str) -> tuple[str, ...]:
    """The scores of a task ("binary", "multiclass" or "multilabel"), without the counts `n_*`.

    >>> score_names("multilabel")[:4]
    ('exact_match', 'precision_micro', 'recall_micro', 'f1_micro')
    >>> score_names("multiclass")
    ('accuracy', 'precision_macro', 'recall_macro', 'f1_macro', 'auc_macro')
    """
    one = np.ones((1, 1, 1))
    several = {"multilabel": multilabel_scores, "multiclass": multiclass_scores}.get(task)
    scores = several(one, one[0], one) if several else binary_scores(one[0], one[0, 0])
    return tuple(name for name in scores if not name.startswith("n_"))


def related_names(task: str) -> tuple[str, ...]:
    """The scores whose gaps are related with distances where none is asked for by name: all but those in `BESIDE`.

    >>> len(related_names("binary")), len(score_names("binary"))
    (9, 15)
    """
    return tuple(name for name in score_names(task) if name not in BESIDE)


def binary_scores(
    probabilities: np.ndarray,
    labels: np.ndarray,
    threshold: float | np.ndarray = 0.5,
    prevalence: float = np.nan,
) -> dict[str, np.ndarray]:
    """Scores of M models on k texts with one label each; every value is float64 (M,).

    probabilities : float (M, k) of the positive label, NaN = this model gives none for this text.
    labels : int (k,), 0 or 1, -1 = not labelled. threshold : one, or (M, 1).
    prevalence : share of positives that `precision_*_standardised` refer to, NaN without one.

    `accuracy`, `auc` (ties count half), `precision_*`, `recall_*`, `f1_*` of the labels `neg` (0) and `pos`
    (1), `f1_macro` (mean of both), the further ones of `confusion_scores`, `brier` and `calibration_error`
    (`measures.calibration`), and `n_texts`, the texts used for this model.

    >>> scores = binary_scores(np.array([[0.9, 0.2, 0.6]]), np.array([1, 0, 0]))
    >>> scores["auc"].item(), scores["precision_pos"].item(), scores["recall_neg"].item()
    (1.0, 0.5, 0.5)
    """
    used = ~np.isnan(probabilities) & (labels >= 0)
    said, true = probabilities >= threshold, labels == 1
    hits, alarms = _count(used & said & true), _count(used & said & ~true)
    passes, misses = _count(used & ~said & ~true), _count(used & ~said & true)
    scores = confusion_scores(hits, alarms, passes, misses, prevalence)
    return {
        "accuracy": scores.pop("accuracy"),
        "auc": area_under_curve(np.where(used, probabilities, np.nan), true),
        **scores,
        "brier": brier_score(probabilities, labels),
        "calibration_error": calibration_error(probabilities, labels),
        "n_texts": _count(used),
    }


def multilabel_scores(
    probabilities: np.ndarray, labels: np.ndarray, threshold: float | np.ndarray = 0.5
) -> dict[str, np.ndarray]:
    """Scores of M models on k texts with L labels each; every value is float64 (M,).

    probabilities : float (M, k, L); labels : int (k, L) of 0 and 1; threshold : one, or (M, 1, 1). A text is used
    where all its L labels (none -1) and all this model's probabilities (none NaN) are known.

    `exact_match` (the whole label vector right, the subset accuracy; scikit-learn calls it accuracy),
    `precision_micro`, `recall_micro`, `f1_micro` over all cells; `precision_macro`, `recall_macro`, `f1_macro` and
    `auc_macro`, means over the labels for which they are defined, with the number of these for the last two in
    `n_labels_f1` and `n_labels_auc`; `n_texts`, and over these `n_true_labels`, `n_predicted_labels` and
    `n_without_prediction`, texts of which no label is said.
    """
    used = ~np.isnan(probabilities).any(-1) & (labels >= 0).all(-1)
    said, true = used[..., None] & (probabilities >= threshold), used[..., None] & (labels == 1)
    true_pos, all_said, all_true = (part.sum(1, dtype=np.float64) for part in (said & true, said, true))
    f1 = ratio(2 * true_pos, all_said + all_true)
    kept = np.where(used[..., None], probabilities, np.nan)
    auc = area_under_curve(kept.swapaxes(1, 2), labels.T == 1)
    matched = used & (said == true).all(-1)
    hits, said_total, true_total = true_pos.sum(-1), all_said.sum(-1), all_true.sum(-1)
    return {
        **micro_scores(_count(matched), _count(used), hits, said_total, true_total),
        "precision_macro": known_mean(ratio(true_pos, all_said)),
        "recall_macro": known_mean(ratio(true_pos, all_true)),
        "f1_macro": known_mean(f1),
        "auc_macro": known_mean(auc),
        "n_labels_f1": _count(~np.isnan(f1)),
        "n_labels_auc": _count(~np.isnan(auc)),
        "n_texts": _count(used),
        "n_true_labels": true_total,
        "n_predicted_labels": said_total,
        "n_without_prediction": _count(used & ~said.any(-1)),
    }


def multiclass_scores(
    probabilities: np.ndarray, labels: np.ndarray, threshold: float | np.ndarray
) -> dict[str, np.ndarray]:
    """Scores of M models on k texts with one of L labels each; every value is float64 (M,).

    probabilities, labels : as for `multilabel_scores`, with one 1 a text. threshold : (M, k, 1), the largest
    probability of each text, so that one label is said.

    `accuracy`; `precision_macro`, `recall_macro`, `f1_macro` and `auc_macro` (each label against the others), means
    over the labels for which they are defined; the counts `n_labels_f1`, `n_labels_auc` and `n_texts`.
    """
    found = multilabel_scores(probabilities, labels, threshold)
    names = ("precision_macro", "recall_macro", "f1_macro", "auc_macro", "n_labels_f1", "n_labels_auc", "n_texts")
    return {"accuracy": found["exact_match"], **{name: found[name] for name in names}}


def label_scores(
    probabilities: np.ndarray, labels: np.ndarray, threshold: float | np.ndarray = 0.5
) -> dict[str, np.ndarray]:
    """Scores of M models on each of L labels, from k texts; every value is float64 (M, L). Arguments as above.

    `precision`, `recall`, `f1`, NaN where undefined; `n_true` and `n_predicted`, texts that have the label and that
    are said to.
    """
    used = ~np.isnan(probabilities).any(-1) & (labels >= 0).all(-1)
    said, true = used[..., None] & (probabilities >= threshold), used[..., None] & (labels == 1)
    hits, all_said, all_true = (part.sum(1, dtype=np.float64) for part in (said & true, said, true))
    return {
        "precision": ratio(hits, all_said),
        "recall": ratio(hits, all_true),
        "f1": ratio(2 * hits, all_said + all_true),
        "n_true": all_true,
        "n_predicted": all_said,
    }


def area_under_curve(scores: np.ndarray, positive: np.ndarray) -> np.ndarray:
    """Area under the ROC curve along the last axis, from the ranks of the positives (Mann and Whitney 1947).

    scores (..., k), NaN = left out; positive bool, broadcastable to it. NaN where one class is absent.
    """
    known = ~np.isnan(scores)
    ranks = midranks(scores)
    is_positive = known & positive
    n_pos = _count(is_positive)
    n_neg = _count(known) - n_pos
    above = np.where(is_positive, ranks, 0.0).sum(-1) - n_pos * (n_pos + 1) / 2
    return ratio(above, n_pos * n_neg)


def known_mean(values: np.ndarray, axis: int = -1) -> np.ndarray:
    """Mean over what is not NaN; NaN where nothing is."""
    known = ~np.isnan(values)
    return ratio(np.where(known, values, 0.0).sum(axis), known.sum(axis))


def _count(flags: np.ndarray) -> np.ndarray:
    return flags.sum(-1, dtype=np.float64)
