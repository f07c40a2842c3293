"""Which scores a task has, which of them are related with distances, and which documents may be weighted in."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores.confusion import confusion_scores, micro_scores
from geobias.measures.scores.scores_by_model import binary_scores, multiclass_scores, multilabel_scores

SCORED_TASKS = ("binary", "multiclass", "multilabel")

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


def check_metrics(metrics: Iterable[str], task: str) -> None:
    """Raises InputError for a score that documents cannot be weighted in, or that there is not."""
    known = weighted_names(task)
    strange = [name for name in metrics if name not in known]
    if strange:
        raise InputError(
            "metrics with an interval must be scores of weighted documents", f"{strange} are not", f"Choose {known}."
        )
