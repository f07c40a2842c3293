"""Permutation tests against enumerations written out, their limits, and their level under no relation."""

from itertools import permutations as orders
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from geobias.errors import InputError
from geobias.stats import PermutationSource, permutation_test, permutations, relabelled_pairs

REFERENCES = {
    "spearman": lambda x, y: stats.spearmanr(x, y).statistic,
    "kendall_tau_b": lambda x, y: stats.kendalltau(x, y).statistic,
    "pearson": lambda x, y: stats.pearsonr(x, y).statistic,
}


def symmetric(rng, size, high=None):
    table = rng.normal(size=(size, size)) if high is None else rng.integers(0, high, (size, size))
    return np.triu(table, 1) + np.triu(table, 1).T.astype(float)


def vector(table):
    return table[np.triu_indices(len(table), 1)]


def permute(x, y, coefficient, alternative="two-sided"):
    plan = relabelled_pairs(permutations(len(x)))
    result = permutation_test(vector(x), vector(y)[None], plan, coefficient=coefficient, alternative=alternative)
    return result.statistic[0], result.pvalue[0], result.smallest[0]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("coefficient", list(REFERENCES))
@pytest.mark.parametrize(("size", "high"), [(4, None), (4, 4), (5, None), (5, 4)])
def test_exact_equals_enumeration_of_permuted_tables(size, high, coefficient, alternative):
    rng = np.random.default_rng(size)
    x, y = symmetric(rng, size, high), symmetric(rng, size, high)
    reference = REFERENCES[coefficient]
    turn = {"two-sided": abs, "greater": lambda s: s, "less": lambda s: -s}[alternative]
    null = np.array([turn(reference(vector(x[np.ix_(o, o)]), vector(y))) for o in orders(range(size))])
    observed = turn(reference(vector(x), vector(y)))
    statistic, pvalue, smallest = permute(x, y, coefficient, alternative)
    assert turn(statistic) == pytest.approx(observed, abs=1e-12)
    assert pvalue == pytest.approx((null >= observed - 1e-9).mean(), abs=1e-15)
    assert smallest == pytest.approx((null >= null.max() - 1e-9).mean(), abs=1e-15)


@settings(max_examples=30)
@given(st.integers(3, 6), st.integers(0, 2**32 - 1), st.sampled_from(list(REFERENCES)))
def test_bounds_and_invariance_under_one_permutation_of_both(size, seed, coefficient):
    rng = np.random.default_rng(seed)
    x, y = symmetric(rng, size), symmetric(rng, size)
    found = permute(x, y, coefficient)
    order = rng.permutation(size)
    np.testing.assert_allclose(permute(x[order][:, order], y[order][:, order], coefficient), found, rtol=0, atol=1e-12)
    swapped = permute(y, x, coefficient)
    np.testing.assert_allclose(swapped, found, rtol=0, atol=1e-12)
    assert 1 / factorial(size) <= found[2] <= found[1] <= 1


def test_a_table_with_symmetries_cannot_reach_a_small_p():
    blocks = np.kron(np.eye(2), np.ones((2, 2)))  # two groups against two: 8 labellings look the same
    _, pvalue, smallest = permute(blocks, blocks, "pearson")
    assert pvalue == smallest == pytest.approx(8 / 24)


@pytest.mark.parametrize("coefficient", ["spearman", "kendall_tau_b", "pearson"])
def test_missing_values_are_left_out_of_every_permutation(coefficient):
    rng = np.random.default_rng(8)
    x, y = symmetric(rng, 5), symmetric(rng, 5)
    x[0, 1] = x[1, 0] = np.nan
    y[0, 1] = y[1, 0] = np.nan
    null = []
    for o in orders(range(5)):
        a, b = vector(x[np.ix_(o, o)]), vector(y)
        known = ~np.isnan(a) & ~np.isnan(b)
        null.append(abs(REFERENCES[coefficient](a[known], b[known])))
    assert permute(x, y, coefficient)[1] == pytest.approx((np.array(null) >= null[0] - 1e-9).mean())


def test_permutations_that_leave_nothing_to_correlate_count_as_extreme():
    x, y = np.array([1.0, 2.0, np.nan, np.nan]), np.array([1.0, 3.0, 2.0, np.nan])
    # Half of the 24 orders put a known x on the missing y: one observation stays, and no correlation. The others
    # keep two observations, correlated by 1 or -1.
    result = permutation_test(x, y[None], permutations(4), coefficient="pearson")
    assert (result.statistic[0], result.pvalue[0]) == (pytest.approx(1), 1.0)


def test_undefined_observed_statistic_gives_nan():
    result = permutation_test(np.ones(4), np.arange(4.0)[None], permutations(4))
    assert np.isnan([result.statistic, result.pvalue, result.smallest]).all()


def test_sampled_p_counts_the_observed_labelling():  # P07
    x = np.arange(12.0)
    plan = permutations(12, n_resamples=99, rng=0)
    result = permutation_test(x, x[None], plan, coefficient="spearman")
    assert (plan.method, result.n_resamples) == ("sampled", 99)
    assert result.pvalue[0] == result.smallest[0] == pytest.approx(0.01)


def test_exact_permutations_are_all_of_them_once_identity_first():
    plan = permutations(5)
    assert plan.exact
    assert plan.index[0].tolist() == [0, 1, 2, 3, 4]
    assert len(np.unique(plan.index, axis=0)) == 120 == len(plan)
    assert not permutations(5, exact_limit=119, n_resamples=10, rng=0).exact


def test_sampled_permutations_are_uniform():
    plan = permutations(4, exact_limit=1, n_resamples=24_000, rng=1)
    counts = np.unique(plan.index, axis=0, return_counts=True)[1]
    assert len(counts) == 24
    assert stats.chisquare(counts).pvalue > 1e-3


def test_streams_do_not_depend_on_order_but_on_purpose_and_seed():
    one, two = PermutationSource(3, exact_limit=1), PermutationSource(3, exact_limit=1)
    first = one.of_pairs(6).index
    two.of_pairs(9)
    two.of_groups(6)
    np.testing.assert_array_equal(first, two.of_pairs(6).index)
    assert one.of_pairs(6) is one.of_pairs(6)
    assert not np.array_equal(first, PermutationSource(4, exact_limit=1).of_pairs(6).index)
    generator = np.random.default_rng(3)
    draws = [PermutationSource(generator, exact_limit=1).of_pairs(6).index for _ in range(2)]
    assert not np.array_equal(draws[0], draws[1])


def test_no_resamples_are_refused():
    with pytest.raises(InputError, match="n_resamples must be a whole number, at least 1, but it is 0"):
        permutations(20, n_resamples=0)


def test_permutation_keeps_its_level_where_shuffling_pairs_does_not():
    """Tables u_i + u_j of unrelated u and v: each group lifts all its pairs, as a small sample does."""
    rng, trials = np.random.default_rng(11), 300
    source = PermutationSource(0, n_resamples=199)
    by_groups, by_pairs = np.empty(trials), np.empty(trials)
    for trial in range(trials):
        u, v = rng.normal(size=(2, 6))
        x, y = (vector(w[:, None] + w[None]) for w in (u, v))
        for pvalues, plan in ((by_groups, source.of_groups(6)), (by_pairs, source.of_pairs(15))):
            pvalues[trial] = permutation_test(x, y[None], plan, coefficient="spearman").pvalue[0]
    for alpha in (0.05, 0.1, 0.5):
        low, high = stats.binom.ppf([0.005, 0.995], trials, alpha)
        assert low <= (by_groups <= alpha).sum() <= high
        assert (by_pairs <= alpha).sum() > high
