"""Scores of many models on one set of texts, from probabilities and labels; each text once, or weighted.

A resampled, halved or reweighted group is its documents with other weights. Every score here but the AUC follows from
sums over documents, which under weights are matrix products, one row of weights a replicate.

A score whose denominator is zero, and an AUC with one class only, is NaN and not 0 (scikit-learn's
`zero_division=np.nan`): a mean over repeats then leaves it out instead of taking a model for a bad one.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from geobias.means import known_mean, ratio
from geobias.measures.scores.answers import LabelAnswers, binary_parts, totals
from geobias.measures.scores.area import area_under_curve
from geobias.measures.scores.calibration import calibration_error
from geobias.measures.scores.confusion import confusion_scores, micro_scores
from geobias.tables import Predictions

Scores = dict[str, np.ndarray]


def scores_at(
    predictions: Predictions,
    at: np.ndarray,
    prevalence: float = np.nan,
    weights: np.ndarray | None = None,
    metrics: Collection[str] | None = None,
) -> Scores:
    """Scores of every model on the documents at some places, by the task of the predictions.

    at : int64 (k,), places among the predictions; without weights a place that is there twice counts twice.
    prevalence : see `confusion_scores`. weights : float64 (B, k), at least 0; None = 1 each, with further scores and
        counts that documents are not weighted in. metrics : the scores wanted; None = all.

    Returns float64 (M,) each, or (B, M) under weights.
    """
    given = predictions.probabilities[:, at], predictions.labels[at], predictions.thresholds(at)
    if predictions.task == "binary":
        found = binary_scores(*given, prevalence, weights, metrics)
    else:
        found = (multiclass_scores if predictions.exclusive else multilabel_scores)(*given, weights)
    return found if metrics is None else {name: found[name] for name in metrics}


def binary_scores(
    probabilities: np.ndarray,
    labels: np.ndarray,
    threshold: float | np.ndarray = 0.5,
    prevalence: float = np.nan,
    weights: np.ndarray | None = None,
    metrics: Collection[str] | None = None,
) -> Scores:
    """Scores of M models on k texts with one label each; every value is float64 (M,), or (B, M) under weights.

    probabilities : float (M, k) of the positive label, NaN = this model gives none for this text.
    labels : int (k,), 0 or 1, -1 = not labelled. threshold : one, or (M, 1).
    prevalence : share of positives that `precision_*_standardised` refer to, NaN without one.
    weights, metrics : see `scores_at`; an AUC that is not among `metrics` is not computed.

    `accuracy`, `auc` (ties count half), `precision_*`, `recall_*`, `f1_*` of the labels `neg` (0) and `pos`
    (1), `f1_macro` (mean of both), the further ones of `confusion_scores` and `brier`, the mean squared difference of
    probability and label (Brier 1950). Without weights also `calibration_error` and `n_texts`, the texts used for
    this model.

    >>> scores = binary_scores(np.array([[0.9, 0.2, 0.6]]), np.array([1, 0, 0]))
    >>> scores["auc"].item(), scores["precision_pos"].item(), scores["recall_neg"].item()
    (1.0, 0.5, 0.5)
    """
    sums = totals(binary_parts(probabilities, labels, threshold), weights)
    squares = sums.pop("squares")
    used = np.sum([*sums.values()], axis=0)
    counted = confusion_scores(**sums, prevalence=prevalence)
    found = {"accuracy": counted.pop("accuracy")}
    if metrics is None or "auc" in metrics:
        found["auc"] = area_under_curve(np.where(labels >= 0, probabilities, np.nan), labels == 1, weights)
    found |= {**counted, "brier": ratio(squares, used)}
    if weights is None:
        found |= {"calibration_error": calibration_error(probabilities, labels), "n_texts": used}
    return found


def multilabel_scores(
    probabilities: np.ndarray,
    labels: np.ndarray,
    threshold: float | np.ndarray = 0.5,
    weights: np.ndarray | None = None,
) -> Scores:
    """Scores of M models on k texts with L labels each; every value is float64 (M,), or (B, M) under weights.

    probabilities : float (M, k, L); labels : int (k, L) of 0 and 1; threshold : one, or (M, 1, 1). A text is used
    where all its L labels (none -1) and all this model's probabilities (none NaN) are known.

    `exact_match` (the whole label vector right, the subset accuracy; scikit-learn calls it accuracy),
    `precision_micro`, `recall_micro`, `f1_micro` over all cells. Without weights also `precision_macro`,
    `recall_macro`, `f1_macro` and `auc_macro`, means over the labels for which they are defined, with the number of
    these for the last two in `n_labels_f1` and `n_labels_auc`; `n_texts`, and over these `n_true_labels`,
    `n_predicted_labels` and `n_without_prediction`, texts of which no label is said.
    """
    answers = LabelAnswers.of(probabilities, labels, threshold)
    sums = totals(answers.parts, weights)
    micro = micro_scores(**sums)
    if weights is not None:
        return micro
    of_labels = _of_labels(answers)
    kept = np.where(answers.used[..., None], probabilities, np.nan)
    auc = area_under_curve(kept.swapaxes(1, 2), labels.T == 1)
    return {
        **micro,
        **{f"{name}_macro": known_mean(of_labels[name]) for name in ("precision", "recall", "f1")},
        "auc_macro": known_mean(auc),
        "n_labels_f1": _count(~np.isnan(of_labels["f1"])),
        "n_labels_auc": _count(~np.isnan(auc)),
        "n_texts": sums["used"],
        "n_true_labels": sums["true"],
        "n_predicted_labels": sums["said"],
        "n_without_prediction": _count(answers.used & ~answers.said.any(-1)),
    }


def multiclass_scores(
    probabilities: np.ndarray, labels: np.ndarray, threshold: float | np.ndarray, weights: np.ndarray | None = None
) -> Scores:
    """Scores of M models on k texts with one of L labels each; every value is float64 (M,), or (B, M) under weights.

    probabilities, labels : as for `multilabel_scores`, with one 1 per text. threshold : (M, k, 1), the largest
    probability of each text, so that one label is said.

    `accuracy`; without weights also `precision_macro`, `recall_macro`, `f1_macro` and `auc_macro` (each label against
    the others), means over the labels for which they are defined; the counts `n_labels_f1`, `n_labels_auc` and
    `n_texts`.
    """
    found = multilabel_scores(probabilities, labels, threshold, weights)
    names = ("precision_macro", "recall_macro", "f1_macro", "auc_macro", "n_labels_f1", "n_labels_auc", "n_texts")
    return {"accuracy": found["exact_match"], **{name: found[name] for name in names if name in found}}


def label_scores(probabilities: np.ndarray, labels: np.ndarray, threshold: float | np.ndarray = 0.5) -> Scores:
    """Scores of M models on each of L labels, from k texts; every value is float64 (M, L). Arguments as above.

    `precision`, `recall`, `f1`, NaN where undefined; `n_true` and `n_predicted`, texts that have the label and that
    are said to.
    """
    return _of_labels(LabelAnswers.of(probabilities, labels, threshold))


def _of_labels(answers: LabelAnswers) -> Scores:
    hits, said, true = answers.label_counts
    return {
        "precision": ratio(hits, said),
        "recall": ratio(hits, true),
        "f1": ratio(2 * hits, said + true),
        "n_true": true,
        "n_predicted": said,
    }


def _count(flags: np.ndarray) -> np.ndarray:
    return flags.sum(-1, dtype=np.float64)
