"""Which documents of the predictions a group has, and how many of them are positive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from geobias.errors import InputError
from geobias.tables import Predictions


def distinct_rows(draws: Sequence[Mapping[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """Every row that some repeat drew for a group, once: a document is no more evidence for being drawn often."""
    groups = dict.fromkeys(group for draw in draws for group in draw)
    return {group: np.unique(np.concatenate([draw[group] for draw in draws if group in draw])) for group in groups}


def group_places(predictions: Predictions, rows: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Places of each group's documents among the predictions, once: those labelled and predicted by some model."""
    known = ~np.isnan(predictions.probabilities)
    scored = (known.all(-1) if predictions.multilabel else known).any(0)
    scored &= (predictions.labels >= 0).all(-1) if predictions.multilabel else predictions.labels >= 0
    found = {group: np.unique(positions(predictions.rows, some, group)) for group, some in rows.items()}
    return {group: at[scored[at]] for group, at in found.items()}


def common_prevalence(
    predictions: Predictions, draws: Sequence[Mapping[str, np.ndarray]], *, pooled_groups: Sequence[str] = ()
) -> float:
    """The mean over the groups, without pooled groups, of the share of positives among their labelled rows, as drawn.

    NaN for several labels per text, and where no row is labelled. Arguments as for `score`.
    """
    if predictions.multilabel:
        return float("nan")
    order = np.argsort(predictions.rows, kind="stable")
    labels: dict[str, list[np.ndarray]] = {}
    for draw in draws:
        for group, rows in draw.items():
            if group not in pooled_groups:
                labels.setdefault(group, []).append(predictions.labels[positions(predictions.rows, rows, group, order)])
    known = [values[values >= 0] for values in map(np.concatenate, labels.values())]
    shares = [float(values.mean()) for values in known if len(values)]
    return float(np.mean(shares)) if shares else float("nan")


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
