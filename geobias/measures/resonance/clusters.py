"""Means of rows that are no independent draws: errors by cluster, with weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class ClusteredMean:
    """mean, error : float64 (k,), weighted means of k columns and their standard errors; NaN with one cluster.
    clusters : G; Student's degrees of freedom are G - 1."""

    mean: np.ndarray
    error: np.ndarray
    clusters: int


def clustered_mean(values: np.ndarray, clusters: object = None, weights: np.ndarray | None = None) -> ClusteredMean:
    """Means of columns with errors that let rows of one cluster depend on each other.

    values : float64 (n, k), n at least 1. clusters : n labels; None = every row is one. weights : float64 (n,), >= 0.
    The variance is G / (G - 1) times the sum over clusters of the squared sums of w (y - mean) / sum w (Liang and Zeger
    1986): statsmodels' of a regression on a constant with `cov_type="cluster"`. Without clusters and weights it is the
    textbook s^2 / n.

    >>> found = clustered_mean(np.array([[1.0], [1.0], [0.0], [0.0]]), ["a", "a", "b", "b"])
    >>> found.mean.tolist(), found.error.tolist()
    ([0.5], [0.5])
    """
    shares = np.ones(len(values)) if weights is None else weights
    shares = shares / shares.sum()
    place = np.arange(len(values)) if clusters is None else np.unique(np.asarray(clusters), return_inverse=True)[1]
    used = np.unique(place[shares > 0], return_inverse=True)[1]
    count = int(used.max()) + 1
    mean = shares @ values
    sums = np.zeros((count, values.shape[1]))
    np.add.at(sums, used, (shares[:, None] * (values - mean))[shares > 0])
    if count < 2:
        return ClusteredMean(mean, np.full(values.shape[1], np.nan), count)
    return ClusteredMean(mean, np.sqrt(count / (count - 1) * (sums**2).sum(0)), count)
