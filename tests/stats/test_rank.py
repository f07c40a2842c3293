"""Correlation tests against scipy; constants, missing values, variants of tau, ties by rounding."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from geobias.errors import InputError
from geobias.stats import correlation_matrix, kendall, merge_ties, pearson, spearman

NAN = float("nan")
TESTS = [(pearson, stats.pearsonr), (spearman, stats.spearmanr), (kendall, stats.kendalltau)]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize(("ours", "theirs"), TESTS)
def test_statistic_and_pvalue_equal_scipy(ours, theirs, alternative):
    x, y = np.random.default_rng(0).integers(0, 9, (2, 28)).astype(float)
    found, expected = ours(x, y, alternative=alternative), theirs(x, y, alternative=alternative)
    assert found.statistic == pytest.approx(expected.statistic, abs=1e-12)
    assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-9)
    assert (found.alternative, found.n_used, found.note) == (alternative, 28, "")


@pytest.mark.parametrize("ours", [pearson, spearman, kendall])
def test_constant_and_missing_are_nan_with_a_reason_and_a_count(ours):  # P05
    result = ours([0, 0, 0, NAN], [1, 2, 3, 4])
    assert np.isnan([result.statistic, result.pvalue]).all()
    assert (result.n_used, result.note) == (3, "x constant over the 3 observations used")


def test_missing_observations_are_dropped_and_counted():
    x, y = [3, 1, NAN, 2, 5], [1, NAN, 9, 2, 4]
    result = spearman(x, y)
    assert result.n_used == 3
    assert result.statistic == pytest.approx(stats.spearmanr([3, 2, 5], [1, 2, 4]).statistic)


def test_tau_variants_are_named_and_differ_under_ties():  # P06
    x, y = [1, 1, 2, 2, 3], [1, 2, 2, 3, 3]
    a, b = kendall(x, y, variant="a"), kendall(x, y)
    assert (a.coefficient, a.statistic) == ("kendall_tau_a", pytest.approx(0.60))
    assert (b.coefficient, b.statistic) == ("kendall_tau_b", pytest.approx(0.75))
    assert a.pvalue == b.pvalue


def test_wrong_names():
    with pytest.raises(InputError, match=r"variant must be one of \['a', 'b'\], but it is 'c'\. Choose one of them\."):
        kendall([1, 2], [1, 2], variant="c")
    with pytest.raises(InputError, match=r"alternative must be one of \['two-sided', 'greater', 'less'\], but it is"):
        spearman([1, 2], [1, 2], alternative="larger")


@pytest.mark.parametrize("coefficient", ["spearman", "kendall", "pearson"])
def test_matrix_leaves_a_constant_column_alone_and_computes_the_rest(coefficient):  # P05
    columns = np.random.default_rng(1).normal(size=(10, 4))
    columns[:, 0] = 1.0
    columns[3, 2] = NAN
    values, used = correlation_matrix(columns, coefficient)
    assert np.isnan(values[0]).all()
    assert np.isnan(values[:, 0]).all()
    theirs = {"spearman": stats.spearmanr, "kendall": stats.kendalltau, "pearson": stats.pearsonr}[coefficient]
    known = ~np.isnan(columns[:, 2])
    assert values[1, 3] == pytest.approx(theirs(columns[:, 1], columns[:, 3]).statistic)
    assert values[2, 3] == pytest.approx(theirs(columns[known, 2], columns[known, 3]).statistic)
    assert used.tolist() == [[10, 10, 9, 10], [10, 10, 9, 10], [9, 9, 9, 9], [10, 10, 9, 10]]


@given(
    st.lists(st.integers(-1000, 1000), min_size=1, max_size=20),
    st.floats(1e-200, 1e200),
    st.integers(0, 2**32 - 1),
)
def test_ties_hidden_by_rounding_are_found_in_any_unit(counts, unit, seed):
    true = np.array(counts, dtype=float) * unit
    noise = np.random.default_rng(seed).uniform(-1e-15, 1e-15, len(true)) * np.abs(true).max()
    merged = merge_ties(true + noise)
    np.testing.assert_array_equal(stats.rankdata(merged), stats.rankdata(counts))
    np.testing.assert_allclose(merged, true, rtol=0, atol=3e-15 * np.abs(true).max())


def test_merging_keeps_missing_values_and_distinct_ones():
    merged = merge_ties(np.array([2.0, NAN, 2.0 + 1e-12, 2.001]))
    np.testing.assert_array_equal(merged, [2.0, NAN, 2.0, 2.001])
    assert np.isnan(merge_ties(np.array([NAN, NAN]))).all()
