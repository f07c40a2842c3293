"""Permutation tests of a coefficient: groups of a table permuted, or single observations permuted.

Values for pairs that share a group depend on each other, so only permuting whole groups (rows and columns
together, Mantel 1967) keeps the law of a pairwise table; permuting its pairs rejects too often.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from itertools import permutations as all_permutations
from math import factorial
from typing import cast

import numpy as np

from geobias.arguments import shown, whole
from geobias.arrays import generator
from geobias.errors import InputError
from geobias.stats.coefficients import coefficient_name, correlate, correlate_permuted, tested_alternative
from geobias.stats.rank import check_alternative
from geobias.stats.samples import as_sample

TIE = 1e-9  # statistics this close are equal: the same value, summed in another order
Seed = int | np.random.SeedSequence | np.random.Generator | None


@dataclass(frozen=True)
class Permutations:
    """Permutations of n things: int64 `index` (m, n), one per row.

    `exact`: all n! once, the identity first. Else m drawn at random; the identity is then counted beside
    them.
    """

    index: np.ndarray
    exact: bool

    @property
    def method(self) -> str:
        return "exact" if self.exact else "sampled"

    def __len__(self) -> int:
        return len(self.index)


def permutations(n: int, *, exact_limit: int = 50_000, n_resamples: int = 9_999, rng: Seed = None) -> Permutations:
    """All permutations of n things where n! is at most `exact_limit`, else `n_resamples` drawn from `rng`."""
    n, n_resamples = whole("n", n, 1, 10**5), whole("n_resamples", n_resamples, 1)
    if _all_fit(n, whole("exact_limit", exact_limit, 0)):
        flat = np.fromiter(chain.from_iterable(all_permutations(range(n))), dtype=np.int64)
        return Permutations(flat.reshape(factorial(n), n), exact=True)
    start = np.broadcast_to(np.arange(n), (n_resamples, n))
    return Permutations(generator("rng", rng).permuted(start, axis=1), exact=False)


def _all_fit(n: int, limit: int) -> bool:
    """Whether n! is at most the limit; found without a number of a million digits."""
    product = 1
    for factor in range(2, n + 1):
        product *= factor
        if product > limit:
            return False
    return product <= limit


def relabelled_pairs(groups: Permutations) -> Permutations:
    """Permutations of G groups as permutations of their G (G - 1) / 2 pairs, ordered as `PairTable.pairs`.

    Row r takes the vector of a symmetric table T to the vector of T[index[r]][:, index[r]].
    """
    size = as_permutations("groups", groups).index.shape[1]
    rows, columns = np.triu_indices(size, 1)
    place = np.zeros((size, size), dtype=np.int64)
    place[rows, columns] = place[columns, rows] = np.arange(len(rows))
    return Permutations(place[groups.index[:, rows], groups.index[:, columns]], groups.exact)


def as_permutations(name: str, given: object) -> Permutations:
    """`given`, where it is such."""
    if not isinstance(given, Permutations):
        raise InputError(f"{name} must be Permutations", f"it is {shown(given)}", "Make them with permutations().")
    return given


@dataclass
class PermutationSource:
    """The permutations of one analysis, made once for each size and shared by all its tests.

    Each purpose and size has a stream of its own, spawned from `rng`, so results do not depend on the order
    or the number of the tests. An int repeats; a Generator or SeedSequence moves on from call to call, as in
    numpy.
    """

    rng: Seed = None
    exact_limit: int = 50_000
    n_resamples: int = 9_999
    _made: dict[tuple[int, int], Permutations] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        sequence = cast(np.random.SeedSequence, generator("rng", self.rng).bit_generator.seed_seq)
        (self._root,) = sequence.spawn(1)

    def of_groups(self, n_groups: int) -> Permutations:
        """Permutations of `n_groups` groups, as permutations of their pairs."""
        return self._get(0, n_groups)

    def of_pairs(self, n: int) -> Permutations:
        """Permutations of n observations."""
        return self._get(1, n)

    def _get(self, purpose: int, n: int) -> Permutations:
        if (purpose, n) not in self._made:
            seed = np.random.SeedSequence(self._root.entropy, spawn_key=(*self._root.spawn_key, purpose, n))
            drawn = permutations(n, exact_limit=self.exact_limit, n_resamples=self.n_resamples, rng=seed)
            self._made[purpose, n] = relabelled_pairs(drawn) if purpose == 0 else drawn
        return self._made[purpose, n]


@dataclass(frozen=True)
class PermutationTestResult:
    """Statistics of k samples against one, float64 (k,), with p-values from `n_resamples` permutations.

    `smallest` is the least p-value that these permutations could have given: the share of them that reach
    the most extreme statistic when exact, 1 / (n_resamples + 1) when sampled. `null` float64 (k, n_resamples) holds
    the statistics of the permutations, for corrections over a family.
    """

    statistic: np.ndarray
    pvalue: np.ndarray
    smallest: np.ndarray
    n_resamples: int
    method: str
    alternative: str
    null: np.ndarray = field(repr=False)

    @property
    def seed_sd(self) -> np.ndarray:
        """Standard deviation of each p over seeds, float64 (k,): 0 when exact, else that of a binomial share."""
        return np.sqrt(self.pvalue * (1 - self.pvalue) / self.n_resamples) * (self.method != "exact")


def permutation_test(
    x: np.ndarray,
    ys: np.ndarray,
    permuted: Permutations,
    *,
    coefficient: str = "spearman",
    alternative: str = "two-sided",
) -> PermutationTestResult:
    """Test whether x (n,) goes with each sample of ys (k, n), by permuting x.

    Exact p is the share of all permutations, the identity among them, whose statistic is at least as extreme
    as the observed one (within 1e-9); sampled p is (b + 1) / (m + 1) (Phipson and Smyth 2010), so neither is
    ever 0. NaN in x or ys = missing: each permutation uses what is then known in both, and one that leaves
    the statistic undefined counts as extreme. An undefined observed statistic gives NaN throughout.
    Distance correlation is tested against "greater", whatever `alternative` says.

    >>> x, ys = np.array([1.0, 2, 3]), np.array([[1.0, 3, 9]])
    >>> permutation_test(x, ys, permutations(3), alternative="greater").pvalue.round(4).tolist()
    [0.1667]
    """
    check_alternative(alternative)
    x, ys = as_sample(x, "x"), as_sample(ys, "ys")
    length = as_permutations("permuted", permuted).index.shape[1]
    if x.shape != (length,) or ys.ndim != 2 or ys.shape[1:] != x.shape:
        raise InputError(
            f"x must be ({length},) and ys (k, {length}), for permutations of {length}",
            f"their shapes are {x.shape} and {ys.shape}",
            "Make permutations of as many things as x holds.",
        )
    alternative = tested_alternative(coefficient_name(coefficient), alternative)
    observed = correlate(x, ys, coefficient)
    null = correlate_permuted(x, ys, permuted.index, coefficient)
    turned = extremity(null, alternative)
    known = np.where(np.isnan(turned), -np.inf, turned)
    turned = np.where(np.isnan(turned), np.inf, turned)
    pvalue = share_at_least(turned, extremity(observed, alternative), permuted.exact)
    smallest = np.full(len(ys), 1 / (len(permuted) + 1))
    if permuted.exact:
        smallest = share_at_least(turned, known.max(1), exact=True)
    undefined = np.isnan(observed)
    return PermutationTestResult(
        observed,
        np.where(undefined, np.nan, pvalue),
        np.where(undefined, np.nan, smallest),
        len(permuted),
        permuted.method,
        alternative,
        null,
    )


def extremity(statistic: np.ndarray, alternative: str) -> np.ndarray:
    """The statistic turned so that larger speaks against independence."""
    return {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[alternative](statistic)


def share_at_least(turned: np.ndarray, threshold: np.ndarray, exact: bool) -> np.ndarray:
    """p of thresholds (k,) among the extremities (k, m) of permutations; ties within 1e-9 count."""
    count = (turned >= threshold[:, None] - TIE).sum(1)
    total = turned.shape[1]
    return count / total if exact else (count + 1) / (total + 1)
