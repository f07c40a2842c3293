"""The cross-validated Mahalanobis distance of two groups of clusters, with its interval and its test."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from geobias.covariance import shrunk_covariance
from geobias.discriminant import fold_products, mean_over_folds
from geobias.measures.separation.clusters import parts_of
from geobias.stats import Jackknife, Rule, TwoSampleResult, shuffle_studentised

Means = Mapping[str, Tensor]


class Crossnobis:
    """Of groups of means of clusters, float64 (clusters, d): estimates of some, tests of others with like documents.

    `tested` has the clusters of `estimated`, in its order.
    """

    def __init__(self, estimated: Means, tested: Means, folds: int, permutations: int):
        self._names, self._tested, self._permutations = list(estimated), tested, permutations
        sizes = [len(means) for means in estimated.values()]
        self.folds = min(folds, *sizes)
        owners = np.repeat(np.arange(len(sizes)), sizes)
        places = np.concatenate([parts_of(size, self.folds) for size in sizes])
        self._products = fold_products(torch.cat([*estimated.values()]), owners, folds=places)

    def __call__(
        self, pair: tuple[str, str], rng: np.random.Generator, rule: Rule | None = None
    ) -> tuple[Jackknife, TwoSampleResult]:
        """The distance over folds of all groups, whitened by all; p of clusters permuted between the two, of the
        studentised contrast whitened by the covariance of both together, which permuting leaves as it is."""
        points = torch.cat([self._tested[name] for name in pair])
        labels = np.repeat([0, 1], [len(self._tested[name]) for name in pair])
        test = shuffle_studentised(_whitened(points), labels, n_resamples=self._permutations, rng=rng, rule=rule)
        a, b = (self._names.index(name) for name in pair)
        return _jackknife_folds(self._products[:, :, [[a], [b]], [[a, b]]]), test


def _whitened(points: Tensor) -> np.ndarray:
    """Inner products of points whitened by the shrunk covariance of them all."""
    centred = points - points.mean(0)
    covariance = shrunk_covariance(centred, "auto")
    flat = covariance.diagonal() <= 0
    covariance[flat, flat] = 1.0
    return (centred @ torch.cholesky_solve(centred.T, torch.linalg.cholesky(covariance))).numpy()


def _jackknife_folds(products: np.ndarray) -> Jackknife:
    """The distance of two groups from `fold_products` (F, F, 2, 2), each fold left out in turn."""
    folds = len(products)
    estimate = float(mean_over_folds(products)[0, 1])
    if folds < 3:
        return Jackknife(estimate, np.nan, np.nan, f"an interval needs 3 folds, there are {folds}")
    kept = [np.delete(np.arange(folds), fold) for fold in range(folds)]
    left_out = [mean_over_folds(products[np.ix_(rest, rest)])[0, 1] for rest in kept]
    return Jackknife(estimate, float(np.sqrt((folds - 1) * np.var(left_out))), folds - 1.0)
