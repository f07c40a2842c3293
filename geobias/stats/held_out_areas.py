"""AUC of held-out scores of a linear classifier, for many splits of the points at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from geobias.stats.splits import product


def masked_by_folds(kernel: np.ndarray, folds: Sequence[np.ndarray]) -> np.ndarray:
    """The kernel (N, N) with 0 between points of one fold, which learn nothing from each other; folds are positions."""
    masked = kernel.copy()
    for fold in folds:
        masked[np.ix_(fold, fold)] = 0
    return masked


def areas_of_splits(masked: np.ndarray, folds: Sequence[np.ndarray], first: np.ndarray) -> np.ndarray:
    """AUC (B,) with which points of the first sample are told from those of the second, both held out.

    Parameters
    ----------
    masked : float (N, N), `masked_by_folds` of the inner products of points whitened by the covariance of them all.
    folds : positions of every fold; they are chosen without a look at the samples, so that splits are exchangeable.
    first : (B, N), zeros and ones in the same dtype.

    A point's score is its inner product with the difference of the two samples' means in the other folds: Fisher's
    discriminant (the covariance of all points gives the same direction as that within samples). It is linear in the
    split, so that all splits are one matrix product. The AUC is Mann and Whitney's (1947) within folds, whose scores
    have one threshold, pooled over their pairs of points; .5 where no fold has points of both samples in and out.
    """
    to_first, to_all = product(first, masked), masked.sum(0)
    sizes = first.sum(1)
    above, pairs = np.zeros(len(first)), np.zeros(len(first))
    for fold in folds:
        here = first[:, fold]
        held = here.sum(1)
        n, m = sizes - held, first.shape[1] - len(fold) - (sizes - held)
        learnt = (n > 0) & (m > 0)
        n, m = np.maximum(n, 1)[:, None], np.maximum(m, 1)[:, None]
        scores = to_first[:, fold] * (1 / n + 1 / m) - to_all[fold] / m
        ranked = np.take_along_axis(here, np.argsort(scores, axis=1), axis=1)
        ranks = product(ranked, np.arange(1, len(fold) + 1, dtype=first.dtype))
        above += np.where(learnt, ranks - held * (held + 1) / 2, 0)
        pairs += np.where(learnt, held * (len(fold) - held), 0)
    return np.divide(above, pairs, out=np.full(len(first), 0.5), where=pairs > 0)
