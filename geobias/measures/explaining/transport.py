"""Which share of the excess of two groups each item has: the cost of its tokens to the other group, less that to their
own, summed over them."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from geobias.measures.explaining.estimates import Estimates, scale_of, tested_items
from geobias.measures.explaining.potentials import SampleCosts
from geobias.measures.explaining.settings import ExplainSettings
from geobias.stats import (
    all_splits,
    excess,
    excess_of_splits,
    jackknife_excess,
    mean_dissimilarities,
    random_splits,
    shuffle_excess,
)


def parts_of_items(costs: SampleCosts, of_points: tuple[np.ndarray, np.ndarray], items: int) -> np.ndarray:
    """What every item adds to the divergence of every two samples, float64 (items + 1, N, N), symmetric.

    of_points : of either group the item of every point of its clouds, int64 (T,); `items` is of all others, whose part
        is the last. The parts sum to the divergences.
    """
    number = len(costs.labels)
    parts = np.zeros((items + 1, number, number))
    for s, (label, places, cost) in enumerate(zip(costs.labels, costs.places, costs.costs, strict=True)):
        np.add.at(parts[:, s], of_points[label][places], cost.T)
    return parts + parts.transpose(0, 2, 1)


def shares_of_points(costs: SampleCosts, of_points: tuple[np.ndarray, np.ndarray], items: int) -> np.ndarray:
    """Which share of the points' weight every item has, float64 (items + 1,): the mean of both groups."""
    shares = np.zeros((2, items + 1))
    for label, places, weights in zip(costs.labels, costs.places, costs.weights, strict=True):
        np.add.at(shares[label], of_points[label][places], weights / (costs.labels == label).sum())
    return shares.mean(0)


@dataclass(frozen=True)
class Excess:
    """The excess of two groups: its estimate, interval and p."""

    value: float
    low: float
    high: float
    p: float


def whole_excess(costs: SampleCosts, settings: ExplainSettings, rng: np.random.Generator) -> Excess:
    """Of the pair as `sinkhorn_separation` has it."""
    matrix = costs.divergences()
    found = jackknife_excess(matrix, costs.labels)
    test = shuffle_excess(matrix, costs.labels, n_resamples=settings.permutations, rng=rng)
    return Excess(found.estimate, *found.interval(settings.level), test.pvalue)


def excess_of_items(
    costs: SampleCosts, parts: np.ndarray, shares: np.ndarray, settings: ExplainSettings, rng: np.random.Generator
) -> Estimates:
    """What k items have of the excess beyond their share of the tokens.

    Parameters
    ----------
    parts : float64 (k + 1, N, N), as `parts_of_items` gives them. shares : (k + 1,), as `shares_of_points` does.

    An item's part is a dissimilarity of samples like the divergence itself, so its excess, interval (jackknife over
    samples) and test (samples permuted between the groups) are those of `sinkhorn_separation`. `value` is the excess of
    the part less what so many tokens have of the whole; `share` that of the part alone, of the whole.
    """
    whole = whole_excess(costs, settings, rng)
    beyond = parts[:-1] - shares[:-1, None, None] * parts.sum(0)
    jackknives = [jackknife_excess(part, costs.labels) for part in beyond]
    ends = np.array([one.interval(settings.level) for one in jackknives]).reshape(-1, 2)
    value = np.array([one.estimate for one in jackknives])
    null, exact = _permuted(beyond, costs.labels, settings, rng)
    own = np.array([excess(mean_dissimilarities(part, costs.labels, 2))[0, 1] for part in parts[:-1]])
    tested = tested_items(value, null, scale_of(shares[:-1]), exact=exact, alternative="greater")
    return Estimates(
        value, ends[:, 0], ends[:, 1], tested, own / whole.value, whole.value, whole.low, whole.high, whole.p
    )


def _permuted(
    parts: np.ndarray, labels: np.ndarray, settings: ExplainSettings, rng: np.random.Generator
) -> tuple[np.ndarray, bool]:
    """Excess (k, B) of every part under divisions of the samples, the same for all; whether these are all there are."""
    first = (labels == 0).astype(np.float64)
    exact = comb(len(labels), int(first.sum())) <= settings.permutations
    made = all_splits(len(labels), int(first.sum())) if exact else random_splits(first, settings.permutations, rng)
    splits = np.concatenate(list(made))
    return np.stack([excess_of_splits(part, splits) for part in parts]), exact
