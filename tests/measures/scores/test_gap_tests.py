"""Tests of gaps: one with their intervals, of a family by its largest, equivalence, and what would have been found."""

import numpy as np
import pytest
from scipy import stats

from geobias.measures.scores.gap_tests import gap_tests
from geobias.measures.scores.spread import Spread


def gaps(values, error=0.02, df=30.0, replicates=4_000, together=False):
    """Independent gaps, or all of one replicate alike."""
    values = np.asarray(values, float)
    noise = np.random.default_rng(0).normal(size=(replicates, 1 if together else len(values)))
    columns = np.full(len(values), error), np.full(len(values), df)
    return Spread(values, values + error * noise + np.zeros(len(values)), *columns)


def test_p_and_interval_are_of_one_mind():
    values = np.linspace(-0.1, 0.1, 41)
    found = gap_tests(gaps(values), np.zeros(41, bool))
    np.testing.assert_array_equal(found.p <= 0.05, (found.low > 0) | (found.high < 0))
    np.testing.assert_allclose(found.p, 2 * stats.t.sf(np.abs(values) / 0.02, 30))
    np.testing.assert_allclose(found.high - found.low, 2 * 0.02 * stats.t.ppf(0.975, 30))
    assert np.isnan(found.p_max).all()


def test_the_largest_of_independent_gaps_is_corrected_as_by_sidak():
    values = np.array([0.05, *np.zeros(14)])
    found = gap_tests(gaps(values, replicates=40_000), np.ones(15, bool))
    assert found.p_max[0] == pytest.approx(1 - (1 - found.p[0]) ** 15, rel=0.05)
    assert (found.p_max >= found.p).all()


def test_gaps_that_move_together_need_no_correction_and_others_take_no_part():
    found = gap_tests(gaps([0.05, 0.03, 0.9], together=True), np.array([True, True, False]))
    np.testing.assert_allclose(found.p_max[:2], found.p[:2], atol=0.005)
    assert np.isnan(found.p_max[2])


def test_equivalence_is_two_one_sided_tests():
    """Each of a sample against one end of the margin, by scipy."""
    sample = np.random.default_rng(1).normal(0.004, 0.1, 400)
    error = sample.std(ddof=1) / 20
    found = gap_tests(gaps([sample.mean()], error, 399.0), np.ones(1, bool), margin=0.02)
    below = stats.ttest_1samp(sample, 0.02, alternative="less").pvalue
    above = stats.ttest_1samp(sample, -0.02, alternative="greater").pvalue
    assert found.p_equivalent[0] == pytest.approx(max(below, above))
    # The interval of twice the level lies within the margin where both tests reject.
    narrow = gap_tests(gaps([sample.mean()], error, 399.0), np.ones(1, bool), level=0.90)
    assert (found.p_equivalent[0] <= 0.05) == (narrow.low[0] > -0.02 and narrow.high[0] < 0.02)


@pytest.mark.parametrize("df", [8.0, 200.0])
@pytest.mark.parametrize("judged", [False, True])
def test_a_detectable_gap_is_found_in_80_percent(df, judged):
    one = gap_tests(gaps(np.zeros(10), df=df), np.full(10, judged))
    rng = np.random.default_rng(2)
    error = 0.02 * np.sqrt(rng.chisquare(df, 20_000) / df)
    p = 2 * stats.t.sf(np.abs(one.detectable[0] + 0.02 * rng.normal(size=20_000)) / error, df)
    alpha = 1 - 0.95 ** (1 / 10) if judged else 0.05  # what the largest of ten independent gaps leaves to one
    assert np.mean(p <= alpha) == pytest.approx(0.8, abs=0.04)


def test_no_error_no_test():
    some = gaps([0.1, 0.1])
    some.error[1] = some.df[1] = np.nan
    found = gap_tests(some, np.ones(2, bool))
    for column in (found.low, found.high, found.p, found.p_max, found.p_equivalent, found.detectable):
        assert np.isnan(column).tolist() == [False, True]
