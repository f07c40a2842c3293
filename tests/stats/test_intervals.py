"""Wilson's interval against statsmodels; percentiles of replicates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.stats.intervals import percentile_interval, wilson_interval


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
