"""Permutation test of two samples by a table of their dissimilarities: points are permuted between the two.

The table is computed once and a permutation is a column of zeros and ones, so that thousands of permutations are a few
matrix products.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from math import comb

import numpy as np

from geobias.arguments import whole
from geobias.arrays import generator
from geobias.errors import InputError
from geobias.stats.dissimilarity import as_dissimilarities, excess, mean_dissimilarities, one_assignment
from geobias.stats.permutation import TIE, Seed
from geobias.stats.sequential import ALL, SETTLED, Rule, until_settled
from geobias.stats.splits import all_splits, excess_of_splits, random_splits


@dataclass(frozen=True)
class TwoSampleResult:
    """A statistic with its permutation p-value.

    `pvalue` is (b + 1) / (m + 1) with m = `n_resamples` permutations of which b reach the statistic (`method`
    "sampled"), or the share of all splits of the pooled points, the observed one among them ("exact"). `smallest` is
    the least that it could be with all `planned` permutations; `null` float64 (m,) are the statistics of those drawn,
    which are fewer where `rule` said that they settle it.
    """

    statistic: float
    pvalue: float
    smallest: float
    n_resamples: int
    method: str
    null: np.ndarray = field(repr=False, compare=False)
    planned: int = 0

    @property
    def drawn_until(self) -> str:
        """Why no more were drawn."""
        return SETTLED if self.n_resamples < self.planned else ALL


def shuffle_excess(
    matrix: object, labels: object, *, n_resamples: int = 9_999, rng: Seed = None, rule: Rule | None = None
) -> TwoSampleResult:
    """Whether groups 0 and 1 are further apart than permuted ones, by their excess; one-sided.

    matrix float (N, N) and labels int (N,) as in `mean_dissimilarities`. Under one law for both groups every split of
    the pooled points is alike, whatever the sizes. All splits are taken where there are no more than `n_resamples`,
    else that many at random (Phipson and Smyth 2010). With Euclidean distances it is the test of Székely and Rizzo
    2004 (InterStat 5), which their V-statistic gives too. rule : when fewer are drawn at random (`stats.sequential`);
    None = never.

    >>> far = np.abs(np.subtract.outer([0.0, 1, 2, 9, 10, 11], [0.0, 1, 2, 9, 10, 11]))
    >>> shuffle_excess(far, [0, 0, 0, 1, 1, 1]).pvalue
    0.1
    """
    values, owners = as_dissimilarities(matrix, labels)
    n_resamples = whole("n_resamples", n_resamples, 1)
    one_assignment(owners)
    kept = owners >= 0
    values, owners = values[np.ix_(kept, kept)], owners[kept]
    sizes = np.bincount(owners, minlength=2)
    if len(sizes) != 2 or sizes.min() < 2:
        raise InputError(
            "a test of two samples needs labels 0 and 1 with at least 2 points each",
            f"there are {sizes.tolist()}",
            "Leave the pair out, or deal its clusters into more blocks.",
        )
    observed = float(excess(mean_dissimilarities(values, owners, 2))[0, 1])
    exact = comb(len(owners), int(sizes[0])) <= n_resamples
    first = (owners == 0).astype(np.float64)
    random = generator("rng", rng)
    scale = float(np.abs(values).max())
    statistic, tie = partial(excess_of_splits, values), TIE * scale
    if not exact:
        splits = random_splits(first, n_resamples, random)
        null = until_settled(splits, statistic, lambda some: some >= observed - tie, n_resamples, rule)
        return sampled_result(observed, null, scale, n_resamples)
    null = np.concatenate([statistic(split) for split in all_splits(len(owners), sizes[0])])
    share, least = (float((null >= threshold - tie).mean()) for threshold in (observed, null.max()))
    return TwoSampleResult(observed, share, least, len(null), "exact", null, len(null))


def sampled_result(observed: float, null: np.ndarray, scale: float, planned: int) -> TwoSampleResult:
    """(b + 1) / (m + 1); statistics of values of this scale are equal within its rounding."""
    reached = int((null >= observed - TIE * scale).sum())
    pvalue, smallest = (reached + 1) / (len(null) + 1), 1 / (planned + 1)
    return TwoSampleResult(observed, pvalue, smallest, len(null), "sampled", null, planned)
