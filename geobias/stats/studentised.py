"""Test of two means by their squared distance over its standard error, made anew in every permutation.

Permuting the squared distance itself tests whether two samples have one law: with unequal variances and sizes it
rejects too often or never where only the means are equal. Over its standard error it has nearly the same law in both
cases (Janssen 1997, Statistics and Probability Letters 36; Chung and Romano 2013, Annals of Statistics 41).
"""

from __future__ import annotations

from functools import partial

import numpy as np

from geobias.arguments import whole
from geobias.arrays import generator
from geobias.arrays import labels as given_labels
from geobias.errors import InputError
from geobias.stats.dissimilarity import as_dissimilarities, one_assignment
from geobias.stats.permutation import TIE, Seed
from geobias.stats.sequential import Rule, until_settled
from geobias.stats.splits import means_of_splits, random_splits
from geobias.stats.two_samples import TwoSampleResult, sampled_result


def studentised_of_splits(kernel: np.ndarray, squares: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Unbiased squared distance of the samples' means over its standard error, (B,); 0 where that is 0.

    kernel : float (N, N), inner products of the points about the mean of all, with a zero diagonal. squares : its
    entries squared. first : (B, N), zeros and ones in the same dtype.

    The estimate is Chen and Qin's (2010, Annals of Statistics 38, equation 2.1). Its variance for equal means is
    2 tr(A A) / n (n - 1) + 2 tr(B B) / m (m - 1) + 4 tr(A B) / n m, with A and B the two covariances (theorem 1); a
    trace is the mean square of the inner products of the points that it is of.
    """
    n = float(first[0].sum())
    m = first.shape[1] - n
    own, other, between = means_of_splits(kernel, first)
    a, b, both = means_of_splits(squares, first)
    variance = 2 * a / (n * (n - 1)) + 2 * b / (m * (m - 1)) + 4 * both / (n * m)
    error = np.sqrt(np.maximum(variance, 0))
    return np.divide(own + other - 2 * between, error, out=np.zeros_like(error), where=error > 0)


def shuffle_studentised(
    kernel: object,
    labels: object,
    *,
    strata: object | None = None,
    n_resamples: int = 9_999,
    rng: Seed = None,
    rule: Rule | None = None,
) -> TwoSampleResult:
    """Whether groups 0 and 1 differ in their means, against permuted points; one-sided.

    Parameters
    ----------
    kernel : float (N, N), symmetric, inner products of the points, e.g. X S^-1 X' with S the covariance of all of them,
        which no permutation changes; made about the mean of all points here.
    labels : int (N,), 0 or 1, at least 2 of each; negative = left out.
    strata : int or str (N,), points are permuted within each; None = among all.
    rule : when fewer than `n_resamples` are drawn (`stats.sequential`); None = never.

    Returns
    -------
    The statistic of `studentised_of_splits` with p = (b + 1) / (m + 1). Where the groups have one law p is exact; where
    they have only equal means, nearly so: also with unequal variances and sizes.

    >>> x = np.array([0.0, 1, 0, 1, 9, 8, 9, 8])
    >>> round(shuffle_studentised(np.outer(x, x), np.repeat([0, 1], 4), n_resamples=999, rng=0).statistic, 2)
    5.17
    """
    values, owners = as_dissimilarities(kernel, labels, diagonal=True)
    one_assignment(owners)
    n_resamples = whole("n_resamples", n_resamples, 1)
    kept = owners >= 0
    of_stratum = None if strata is None else given_labels("strata", strata, owners.shape)[kept]
    values, owners = values[np.ix_(kept, kept)], owners[kept]
    sizes = np.bincount(owners, minlength=2)
    if len(sizes) != 2 or sizes.min() < 2:
        raise InputError(
            "a test of two means needs labels 0 and 1 with at least 2 points each",
            f"there are {sizes.tolist()}",
            "Leave the pair out.",
        )
    values, squares = centred_kernel(values)
    first = (owners == 0).astype(np.float64)
    observed = float(studentised_of_splits(values, squares, first[None])[0])
    splits = random_splits(first, n_resamples, generator("rng", rng), of_stratum)
    statistic = partial(studentised_of_splits, values, squares)
    # Ties within the rounding of the observed statistic; the largest of those permuted is not known before they are.
    tie = TIE * abs(observed)
    null = until_settled(splits, statistic, lambda some: some >= observed - tie, n_resamples, rule)
    return sampled_result(observed, null, float(np.abs(null).max()), n_resamples)


def centred_kernel(kernel: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Inner products about the mean of all points, with a zero diagonal, and their squares; (N, N) each."""
    means = kernel.mean(0)
    values = kernel - means[:, None] - means + means.mean()
    np.fill_diagonal(values, 0.0)
    return values, values * values
