"""One test over many specifications of one analysis, all on the same permutations of groups."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from geobias.arguments import number
from geobias.errors import InputError
from geobias.stats.coefficients import coefficient_name, tested_alternative
from geobias.stats.permutation import Permutations, as_permutations, extremity, permutation_test, share_at_least
from geobias.stats.samples import as_sample
from geobias.stats.westfall_young import max_statistic


@dataclass(frozen=True)
class SpecificationCurve:
    """A coefficient of S specifications, with what the same permutations of groups give in all of them.

    `statistic`, `pvalue` (of each alone), `p_max` (step-down max-T over all S) and `smallest` (the least that `pvalue`
    could be) are float64 (S,), NaN where the coefficient is undefined; `null` float64 (S, m) holds the coefficients of
    the m permutations.
    """

    statistic: np.ndarray
    pvalue: np.ndarray
    p_max: np.ndarray
    smallest: np.ndarray
    alternative: str
    exact: bool
    null: np.ndarray = field(repr=False)

    @cached_property
    def defined(self) -> np.ndarray:
        """bool (S,): which specifications have a coefficient."""
        return ~np.isnan(self.statistic)

    @property
    def p_any(self) -> float:
        """p of the hypothesis that no specification has a relation: the least of `p_max`; NaN where none is defined."""
        return float(self.p_max[self.defined].min()) if self.defined.any() else float("nan")

    @property
    def median(self) -> float:
        """The middle coefficient."""
        return float(np.median(self.statistic[self.defined])) if self.defined.any() else float("nan")

    @property
    def p_median(self) -> float:
        """p of the middle coefficient: how often permutations give a middle one as extreme."""
        if not self.defined.any():
            return float("nan")
        turned = extremity(np.median(self.null[self.defined], axis=0), self.alternative)  # NaN where any is undefined
        turned = np.where(np.isnan(turned), np.inf, turned)
        return float(share_at_least(turned[None], extremity(np.array([self.median]), self.alternative), self.exact)[0])

    def band(self, level: float = 0.95) -> np.ndarray:
        """The middle `level` of every rank's coefficient over the permutations, float64 (2, defined), smallest first.

        Rank k of a permutation is its k-th smallest coefficient, as in the curve that is drawn: a curve of sorted
        coefficients rises even where there is nothing, and this is how far.
        """
        level = number("level", level, "lie in (0, 1)", lambda v: 0 < v < 1, "Pass 0.95.")
        whole = self.null[self.defined]
        whole = np.sort(whole[:, ~np.isnan(whole).any(0)], axis=0)
        if not whole.size:
            return np.full((2, int(self.defined.sum())), np.nan)
        return np.quantile(whole, [(1 - level) / 2, (1 + level) / 2], axis=1)


def specification_test(
    xs: object,
    ys: object,
    permuted: Permutations,
    *,
    coefficient: str = "spearman",
    alternative: str = "two-sided",
) -> SpecificationCurve:
    """Test S specifications together: pair by pair xs (S, n) against ys (S, n), n pairs of the same groups.

    Every permutation relabels the groups of all x tables alike, so that whatever the specifications share is shared by
    their permutations too; the largest coefficient of each permutation then gives p-values that hold over all of them
    (Westfall and Young 1993). Simonsohn, Simmons and Nelson (2020) test a curve of specifications in this way, there by
    shuffling rows of data. The null hypothesis is that x tables and y tables, as two bundles, know nothing of each
    other's groups.

    Parameters
    ----------
    xs, ys : float64 (S, n); NaN = not measured, see `permutation_test`.
    permuted : of the n pairs, from `relabelled_pairs(permutations(G))`.
    coefficient, alternative : as in `permutation_test`, one for all.

    >>> from geobias.stats import permutations, relabelled_pairs
    >>> x = np.array([1.0, 2, 3, 5, 8, 9])
    >>> curve = specification_test([x, x], [x, x[::-1]], relabelled_pairs(permutations(4)))
    >>> curve.statistic.round(3).tolist(), round(curve.p_any, 4)
    ([1.0, -1.0], 0.0417)
    """
    first, second = as_sample(xs, "xs"), as_sample(ys, "ys")
    if first.ndim != 2 or first.shape != second.shape or not len(first):
        raise InputError(
            "xs and ys must both be (specifications, pairs), with at least one of them",
            f"their shapes are {first.shape} and {second.shape}",
            "Pass a row of values per specification, the pairs in one order.",
        )
    alternative = tested_alternative(coefficient_name(coefficient), alternative)
    permuted, options = as_permutations("permuted", permuted), {"coefficient": coefficient, "alternative": alternative}
    tests = [permutation_test(x, y[None], permuted, **options) for x, y in zip(first, second, strict=True)]
    statistic, null = np.array([one.statistic[0] for one in tests]), np.stack([one.null[0] for one in tests])
    return SpecificationCurve(
        statistic,
        np.array([one.pvalue[0] for one in tests]),
        max_statistic(statistic, null, exact=permuted.exact, alternative=alternative),
        np.array([one.smallest[0] for one in tests]),
        alternative,
        permuted.exact,
        null,
    )
