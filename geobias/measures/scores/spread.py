"""How far scores and gaps vary over units and models: standard errors, with their degrees of freedom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geobias.means import known_mean
from geobias.measures.scores.pigeonhole import Pigeonhole


@dataclass(frozen=True)
class Spread:
    """Q scores or gaps of one metric, shares of 1.

    value : (Q,), mean over the models. replicates : (B, Q), under models and units resampled.
    error : (Q,), standard errors, with what replicates of few units and of extreme scores lack; NaN where a group has
        one unit. df : (Q,), degrees of freedom of their squares.
    """

    value: np.ndarray
    replicates: np.ndarray
    error: np.ndarray
    df: np.ndarray


def spread(pigeonhole: Pigeonhole, metric: str, wanted: Sequence[tuple[int, ...]]) -> Spread:
    """The spread of scores of a group, (a,), or gaps of two, (a, b), by place; a gap uses the models that score both.

    The variance of the replicates is that over units and models. Two things are added to the units' part. Weights of n
    like units give (n - 1) / (n + 1) of the variance of a mean, n the effective number of units. And replicates of a
    share that is 0 or 1 do not vary at all: as Agresti and Caffo (2000, The American Statistician 54) do, two texts
    are added to each group, one of score 0 and one of score 1. The degrees of freedom are Satterthwaite's (1946), of
    the units of each group and of the models, whose sets (or models of the one set) less 1 are counted; at
    least 1.
    """
    found = [_one(pigeonhole, metric, groups) for groups in wanted]
    value, error, df = (np.array([one[i] for one in found]) for i in (0, 2, 3))
    return Spread(value, np.stack([one[1] for one in found], axis=1), error, df)


def _one(pigeonhole: Pigeonhole, metric: str, groups: tuple[int, ...]) -> tuple[float, np.ndarray, float, float]:
    places, sign = list(groups), np.array([1.0, -1.0][: len(groups)])
    known = ~np.isnan(pigeonhole.values[metric][:, places]).any(1)
    values, weights = pigeonhole.values[metric][known][:, places], pigeonhole.weights[:, known]
    replicates = pigeonhole.replicates[metric][:, known][..., places]
    value = known_mean(values, 0) @ sign
    both = known_mean(replicates, 1, weights[..., None]) @ sign
    of_units = known_mean(replicates, 1)
    parts, freedoms = _of_units(known_mean(values, 0), known_variance(of_units), pigeonhole.worth[metric][:, places])
    raw = known_variance(of_units).sum()
    # Groups that share texts vary together: their gap has that share of the variance.
    shared = known_variance(of_units @ sign) / raw if raw > 0 else 1.0
    models = known_variance((weights @ values) / np.maximum(weights.sum(1, keepdims=True), 1e-300) @ sign)
    square = known_variance(both) + shared * (parts.sum() - raw)
    if np.isnan(value) or not (freedoms > 1e-9).all() or not square > 0:
        return value, both, np.nan, np.nan
    total = shared * parts.sum() + models
    below = shared**2 * (parts**2 / freedoms).sum() + models**2 / max(_freedom(pigeonhole.sets[known]), 1)
    return value, both, float(np.sqrt(square)), max(float(total**2 / below), 1.0)


def _of_units(scores: np.ndarray, variances: np.ndarray, worth: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The variance that each group's units bring (1 or 2,), and its degrees of freedom."""
    texts, units = worth
    freedoms = units - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        unbiased = variances * (units + 1) / freedoms
    added = scores**2 + (1 - scores) ** 2
    return (unbiased * texts**2 + added) / (texts + 2) ** 2, freedoms


def _freedom(sets: np.ndarray) -> int:
    """Of the models' part: sets less 1, or models of the one set less 1."""
    return (len(np.unique(sets)) if len(np.unique(sets)) > 1 else len(sets)) - 1


def known_variance(values: np.ndarray) -> np.ndarray:
    """Over the replicates that are defined, along the first axis; NaN where half of them or more are not."""
    known = ~np.isnan(values)
    square = known_mean((values - known_mean(values, 0)) ** 2, 0)
    return np.where(known.mean(0) > 0.5, square, np.nan)
