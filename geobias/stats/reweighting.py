"""Weights that resample: units of one kind, and units nested in sets."""

from __future__ import annotations

import numpy as np


def exchangeable_weights(units: int, replicates: int, rng: np.random.Generator) -> np.ndarray:
    """Random weights of like units, of mean and variance 1, float64 (replicates, units); a row adds up to `units`.

    A weighted mean under them varies, over replicates, with the unbiased variance of the mean: s^2 / n, s^2 with the
    divisor n - 1. Drawing with replacement gives (n - 1) / n of that, which for a handful of units is too little. The
    weights are Dirichlet's, as in the Bayesian bootstrap (Rubin 1981), with the concentration (n - 2) / n that has
    this variance; of two units one is chosen at random, and one unit keeps the weight 1.

    >>> exchangeable_weights(2, 4, np.random.default_rng(0)).sum(1).tolist()
    [2.0, 2.0, 2.0, 2.0]
    """
    if units == 1:
        return np.ones((replicates, 1))
    if units == 2:
        return 2.0 * np.eye(2)[rng.integers(2, size=replicates)]
    # Logarithms: gamma variates of a small shape underflow, all of a row at once now and then.
    shape = (units - 2) / units
    logs = (
        np.log(rng.standard_gamma(shape + 1, (replicates, units)))
        - rng.standard_exponential((replicates, units)) / shape
    )
    weights = np.exp(logs - logs.max(1, keepdims=True))
    return units * weights / weights.sum(1, keepdims=True)


def nested_weights(sets: np.ndarray, replicates: int, rng: np.random.Generator) -> np.ndarray:
    """Weights of units nested in sets, float64 (replicates, units): a set's times the unit's within its set.

    sets : (units,), the set that each unit belongs to, e.g. the training set of a fold's model. Products of weights
    are how Owen and Eckles (2012) resample nested and crossed factors. With one set alone only its units vary.

    >>> nested_weights(np.array(["a", "a", "b"]), 2, np.random.default_rng(0)).shape
    (2, 3)
    """
    _, members = np.unique(np.asarray(sets), return_inverse=True)
    counts = np.bincount(members)
    out = exchangeable_weights(len(counts), replicates, rng)[:, members]
    for number, units in enumerate(counts):
        out[:, members == number] *= exchangeable_weights(int(units), replicates, rng)
    return out


def document_weights(documents: int, replicates: int, rng: np.random.Generator) -> np.ndarray:
    """Independent weights of mean and variance 1, float64 (replicates, documents), exponential.

    Each document keeps its weight in every group and for every model that sees it, so what groups and models share
    stays shared (Owen and Eckles 2012). None is 0: a score that is defined stays so.
    """
    return rng.standard_exponential((replicates, documents))
