"""Wilson's interval against statsmodels; percentiles of replicates, expanded ones too."""

from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.stats.intervals import percentile_interval, student_widening, wilson_interval


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_wilson_equals_statsmodels(level):
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    n = np.array([1, 1, 2, 7, 40, 810, 100_000])
    successes = np.array([0, 1, 1, 7, 3, 611, 99_999])
    expected = proportion.proportion_confint(successes, n, alpha=1 - level, method="wilson")
    np.testing.assert_allclose(wilson_interval(successes, n, level), expected, atol=1e-12)


@given(st.floats(0, 1), st.floats(0.5, 1e6), st.floats(0.01, 0.999))
def test_wilson_holds_the_share_and_mirrors(share, n, level):
    successes = min(share * n, n)
    low, high = wilson_interval(successes, n, level)
    assert 0 <= low <= successes / n + 1e-12
    assert successes / n - 1e-12 <= high <= 1
    mirrored = wilson_interval(n - successes, n, level)
    np.testing.assert_allclose([1 - high, 1 - low], mirrored, atol=1e-9)


def test_wilson_narrows_with_documents_and_widens_with_the_level():
    widths = [np.diff(wilson_interval(0.3 * n, n)).item() for n in (10, 100, 1000)]
    assert widths[0] > widths[1] > widths[2]
    assert np.diff(wilson_interval(3, 10, 0.99)) > np.diff(wilson_interval(3, 10, 0.9))


def test_wilson_of_nothing_is_nan():
    low, high = wilson_interval([0, 1, np.nan], [0, 4, 4])
    np.testing.assert_array_equal(np.isnan(low), [True, False, True])
    np.testing.assert_array_equal(np.isnan(high), [True, False, True])


def test_what_is_no_count_is_refused():
    with pytest.raises(InputError) as error:
        wilson_interval([1, 5], [4, 4])
    assert str(error.value) == (
        "successes must lie between 0 and the number of documents, but they run from 1.0 to 5.0 of 4.0. "
        "Pass counts, not shares."
    )
    with pytest.raises(InputError, match=r"level must lie in \(0, 1\), but it is 95"):
        wilson_interval(1, 4, 95)


def test_percentiles_leave_undefined_replicates_out_unless_they_are_half():
    replicates = np.arange(101.0)[:, None].repeat(3, 1)
    replicates[:40, 1] = np.nan
    replicates[:51, 2] = np.nan
    low, high = percentile_interval(replicates, 0.9)
    np.testing.assert_allclose(low, [5, 43, np.nan])
    np.testing.assert_allclose(high, [95, 97, np.nan])


def test_a_widened_wilson_interval_is_that_of_the_larger_quantile():
    """Twice the normal quantile of .6827 is that of .9545."""
    one, two = (2 * NormalDist().cdf(sd) - 1 for sd in (1, 2))
    np.testing.assert_allclose(wilson_interval(7, 20, one, 2.0), wilson_interval(7, 20, two), atol=1e-12)


def test_widened_percentiles_lie_at_the_larger_quantile():
    replicates = np.random.default_rng(0).gamma(2, size=(2_000, 3))
    low, high = percentile_interval(replicates, 0.9, np.array([1.0, 1.3, np.nan]))
    np.testing.assert_allclose([low[0], high[0]], np.quantile(replicates[:, 0], [0.05, 0.95]))
    tail = NormalDist().cdf(-1.3 * NormalDist().inv_cdf(0.95))
    np.testing.assert_allclose([low[1], high[1]], np.quantile(replicates[:, 1], [tail, 1 - tail]))
    assert np.isnan([low[2], high[2]]).all()


def test_what_replicates_do_not_reach_is_stretched():
    """Of 101 replicates of a line around 50 none lies at six standard deviations."""
    reached = percentile_interval(
        np.arange(101.0), 2 * NormalDist().cdf(1e-9 + NormalDist().inv_cdf(1 - 0.5 / 101)) - 1
    )
    low, high = percentile_interval(np.arange(101.0), 0.95, 6 / NormalDist().inv_cdf(0.975))
    factor = 6 / NormalDist().inv_cdf(1 - 0.5 / 101)
    np.testing.assert_allclose([low, high], 50 + factor * (np.array(reached) - 50), rtol=1e-6)


def test_a_widening_of_another_shape_is_refused():
    with pytest.raises(InputError) as error:
        percentile_interval(np.zeros((9, 3)), 0.95, [2.0, 2.0])
    assert str(error.value) == (
        "widening must be at least 0, and of a shape that broadcasts to one replicate, but it is (2,) from 2.0, and a "
        "replicate (3,). Pass one number, or one per column."
    )


def test_student_is_as_much_wider_as_tables_say():
    np.testing.assert_allclose(
        student_widening([1, 4, 11, np.nan]) * 1.95996, [12.706, 2.776, 2.201, np.nan], rtol=3e-4
    )
