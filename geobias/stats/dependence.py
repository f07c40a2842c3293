"""Distance correlation: dependence of any form between two samples (Szekely, Rizzo and Bakirov 2007)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from geobias.arguments import flag, whole
from geobias.stats.centring import centred_distances, centred_products, scaled
from geobias.stats.permutation import TIE, Seed, permutations
from geobias.stats.samples import as_columns, known_pairs, undefined_reason


@dataclass(frozen=True)
class DependenceResult:
    """Distance correlation of two samples and the p-value of independence against dependence.

    `estimator` is "biased" (square root, in [0, 1]) or "bias_corrected" (squared scale, can be negative);
    `pvalue` is NaN unless resamples were asked for; `note` says why `statistic` is NaN.
    """

    statistic: float
    pvalue: float
    estimator: str
    n_used: int
    n_resamples: int = 0
    alternative: str = "greater"
    note: str = ""


def distance_correlation(
    x: object, y: object, *, bias_corrected: bool = False, n_resamples: int = 0, rng: Seed = None
) -> DependenceResult:
    """Distance correlation of x (n,) and y (n,); observations that are NaN in either are dropped.

    Biased (from 2 observations): the square root of dCov^2 / sqrt(dVar_x dVar_y) with doubly centred
    distances, `dcor.distance_correlation`. It grows as samples shrink: about 0.33 for 25 independent
    observations. Bias-corrected (from 4): the same ratio with U-centred distances,
    `dcor.u_distance_correlation_sqr` (Szekely and Rizzo 2014), about 0 for independent samples and not
    square-rooted, since it can be negative. With `n_resamples`, p comes from permuting one sample: (b + 1) /
    (m + 1), or exact where n! is no more than that. A constant sample has no dependence to measure: NaN, with
    the reason.

    >>> x = np.linspace(-1, 1, 101)
    >>> round(distance_correlation(x, x**2).statistic, 3)
    0.492
    >>> distance_correlation([1, 1, 1], [1, 2, 3]).note
    'x constant over the 3 observations used'
    """
    first, second = known_pairs(x, y)
    bias_corrected, n_resamples = flag("bias_corrected", bias_corrected), whole("n_resamples", n_resamples, 0)
    estimator = "bias_corrected" if bias_corrected else "biased"
    note = undefined_reason(first, second, least=4 if bias_corrected else 2)
    if note:
        return DependenceResult(np.nan, np.nan, estimator, len(first), note=note)
    samples = np.stack([first, second])
    product = float(centred_products(samples, bias_corrected)[0, 1])
    statistic = scaled(np.asarray(product), bias_corrected).item()
    if np.isnan(statistic):
        note = "the U-centred distances of a sample are all zero"
    if not n_resamples or note:
        return DependenceResult(statistic, np.nan, estimator, len(first), note=note)
    orders = permutations(len(first), exact_limit=n_resamples, n_resamples=n_resamples, rng=rng)
    a, b = centred_distances(samples, bias_corrected)
    null = np.array([(a * b[order][:, order]).sum() for order in orders.index])
    added = 0 if orders.exact else 1
    pvalue = ((null >= product - TIE).sum() + added) / (len(null) + added)
    return DependenceResult(statistic, float(pvalue), estimator, len(first), len(orders))


def distance_correlation_matrix(columns: object, *, bias_corrected: bool = False) -> np.ndarray:
    """`distance_correlation` of every two columns of (n, k), float64 (k, k); NaN where undefined."""
    samples = as_columns(columns)
    bias_corrected = flag("bias_corrected", bias_corrected)
    size, n = samples.shape
    if np.isnan(samples).any() or n < (4 if bias_corrected else 2):
        cells = [[_statistic(a, b, bias_corrected) for b in samples] for a in samples]
        values = np.array(cells, dtype=np.float64).reshape(size, size)
    else:
        values = scaled(centred_products(samples, bias_corrected), bias_corrected)
    return np.triu(values) + np.triu(values, 1).T


def _statistic(x: np.ndarray, y: np.ndarray, bias_corrected: bool) -> float:
    return distance_correlation(x, y, bias_corrected=bias_corrected).statistic
