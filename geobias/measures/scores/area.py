"""The area under the ROC curve."""

from __future__ import annotations

import numpy as np

from geobias.means import ratio


def area_under_curve(scores: np.ndarray, positive: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """Share of the pairs of a positive and a negative text in which the positive one scores higher; ties count half.

    scores : (..., k), NaN = left out. positive : bool, broadcastable to it.
    weights : float64 (B, k), at least 0: a pair counts as the product of its texts' weights. None = 1 each.

    Returns float64 (...), or (B, ...) under weights: the statistic of Mann and Whitney (1947), scikit-learn's
    `roc_auc_score`. NaN where one class is absent.
    """
    positive = np.broadcast_to(positive, scores.shape)
    ones = np.ones((1, scores.shape[-1])) if weights is None else weights
    out = np.full((len(ones), *scores.shape[:-1]), np.nan)
    for place in np.ndindex(scores.shape[:-1]):
        out[(slice(None), *place)] = _areas(scores[place], positive[place], ones)
    return out[0] if weights is None else out


def _areas(values: np.ndarray, positive: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Of one sample (k,) under every row of weights (B, k)."""
    known = ~np.isnan(values)
    above, negative = np.flatnonzero(known & positive), np.flatnonzero(known & ~positive)
    if not len(above) or not len(negative):
        return np.full(len(weights), np.nan)
    negative = negative[np.argsort(values[negative], kind="stable")]
    below = np.zeros((len(weights), len(negative) + 1))
    np.cumsum(weights[:, negative], 1, out=below[:, 1:])
    ends = [np.searchsorted(values[negative], values[above], side) for side in ("left", "right")]
    wins = (weights[:, above] * (below[:, ends[0]] + below[:, ends[1]])).sum(1) / 2
    return ratio(wins, weights[:, above].sum(1) * below[:, -1])
