"""The statistics of two groups' vectors, each for the observed split of their units and for permuted ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from geobias.measures.differences.drawing import LikeUnits, strata_of
from geobias.measures.differences.settings import DifferenceSettings
from geobias.measures.differences.unit_tables import unit_dissimilarities, whitened_kernel
from geobias.stats import (
    areas_of_splits,
    centred_kernel,
    excess_of_splits,
    masked_by_folds,
    random_splits,
    studentised_of_splits,
)

LEAST_UNITS = {"energy": 2, "mmd": 2, "contrast": 2, "classifier": 4}
"""Units that each group needs for a statistic of vectors."""
NORMAL_99 = 2.3263478740408408
"""The 99 % point of the standard normal law."""

Statistic = Callable[[np.ndarray], np.ndarray]


def vector_statistics(
    names: Sequence[str],
    pair: tuple[LikeUnits, LikeUnits],
    settings: DifferenceSettings,
    scale: float,
    rng: np.random.Generator,
) -> np.ndarray:
    """Every statistic of `names`, standardised, float64 (statistics, 1 + permutations), the observed one first.

    scale : the median distance that `settings.bandwidths` count in. All statistics are of the same splits. MMD is the
    largest over the bandwidths, each standardised (Schrab et al. 2023, JMLR 24, whose aggregate is of quantiles).
    """
    a, b = pair
    first, strata = np.repeat(np.array([1, 0], dtype=np.float32), [len(a), len(b)]), strata_of(pair)
    # In random order, so that what takes the first of equals favours neither group.
    order = rng.permutation(len(first))
    first = first[order]
    columns = _columns(names, np.concatenate([a.points, b.points])[order], settings, scale, rng)
    splits = random_splits(first, settings.permutations, rng, None if strata is None else strata[order])
    parts = [{name: [column(split) for column in columns[name]] for name in names} for split in (first[None], *splits)]
    joined = {name: np.concatenate([np.stack(part[name]) for part in parts], axis=1) for name in names}
    return standardised(np.stack([standardised(joined[name]).max(0) for name in names]))


def standardised(values: np.ndarray) -> np.ndarray:
    """Rows (..., B) on one scale, float64: less their median, and such that their 99 % point is a normal law's, 2.33.

    By mean and standard deviation the statistics whose null law is skewed (energy, MMD) would make up the largest
    values of most permutations, and hide what the others find. The observed value counts among the permuted ones, so
    that every split is treated alike. A row that does not vary up there is 0.
    """
    values = values.astype(np.float64)
    middle, high = np.quantile(values, [0.5, 0.99], axis=-1, keepdims=True)
    # What varies by rounding alone is constant.
    varies = high - middle > 1e-7 * np.abs(values).max(-1, keepdims=True)
    return np.divide(NORMAL_99 * (values - middle), high - middle, out=np.zeros_like(values), where=varies)


def _columns(
    names: Sequence[str], points: np.ndarray, settings: DifferenceSettings, scale: float, rng: np.random.Generator
) -> dict[str, list[Statistic]]:
    """For every statistic the functions of splits that it is made of."""
    found: dict[str, list[Statistic]] = {}
    if {"energy", "mmd"} & set(names):
        widths = [scale * width for width in settings.bandwidths] if "mmd" in names else []
        energy, *kernels = unit_dissimilarities(points, widths)
        found |= {"energy": [partial(excess_of_splits, energy)], "mmd": [partial(excess_of_splits, k) for k in kernels]}
    if {"contrast", "classifier"} & set(names):
        kernel, squares = (table.astype(np.float32) for table in centred_kernel(whitened_kernel(points.mean(1))))
        found["contrast"] = [partial(studentised_of_splits, kernel, squares)]
        # Folds at random, without a look at the groups: splits are exchangeable only then.
        folds = np.array_split(rng.permutation(len(points)), settings.folds)
        found["classifier"] = [partial(areas_of_splits, masked_by_folds(kernel, folds), folds)]
    return {name: found[name] for name in names}
