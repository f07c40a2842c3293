"""Scores of every model on every group in every repeat, from stored predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from geobias.errors import InputError
from geobias.measures.scores.documents import common_prevalence, positions
from geobias.measures.scores.scores_by_model import scores_at
from geobias.tables import Predictions, ScoreTable


def score(
    predictions: Predictions,
    draws: Sequence[Mapping[str, np.ndarray]],
    *,
    pooled_groups: Sequence[str] = (),
    prevalence: float | None = None,
) -> ScoreTable:
    """Scores of every model on every group in every repeat.

    Parameters
    ----------
    predictions : one of two labels per text gives the metrics of `scores.binary_scores`, one of more those of
        `scores.multiclass_scores`, several those of `scores.multilabel_scores`.
    draws : one mapping per repeat, group -> rows of the corpus (int64); a row drawn twice counts twice. A
        model's score on a group uses the rows that are labelled and that this model predicts; rows that are
        not among `predictions.rows` are predicted by none. Without any, or without the group, it is NaN.
    pooled_groups : the groups made of other groups' texts, or references.
    prevalence : share of positives that standardised precisions refer to; None = `common_prevalence`.

    Returns
    -------
    ScoreTable, groups in the order of their first appearance. Metrics named `n_*` count what was used. Raises
    InputError for labels other than 0, 1 and -1, repeated rows of predictions, and rows that are no integers.
    """
    _check(predictions, draws)
    groups = tuple(dict.fromkeys(group for draw in draws for group in draw))
    order = np.argsort(predictions.rows, kind="stable")
    if prevalence is None:
        prevalence = common_prevalence(predictions, draws, pooled_groups=pooled_groups)
    metrics: dict[str, np.ndarray] = {}
    shape = (len(predictions.models), len(draws), len(groups))
    for repeat, draw in enumerate(draws):
        for place, group in enumerate(groups):
            if group not in draw:
                continue
            at = positions(predictions.rows, draw[group], group, order)
            for name, values in scores_at(predictions, at, prevalence).items():
                metrics.setdefault(name, np.full(shape, np.nan))[:, repeat, place] = values
    return ScoreTable(predictions.models, groups, metrics, tuple(pooled_groups))


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
