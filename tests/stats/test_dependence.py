"""Distance correlation against dcor, and what it must not do on constants."""

import importlib
from itertools import permutations
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.stats import distance_correlation, distance_correlation_matrix

NAN = float("nan")


@pytest.fixture(scope="module")
def dcor() -> ModuleType:
    """Imported here alone, and late: it compiles for a minute, or half of one where the result need not be fast."""
    with pytest.MonkeyPatch.context() as quickly:
        quickly.setenv("NUMBA_OPT", "0")
        return importlib.import_module("dcor")


@given(st.integers(4, 30), st.integers(0, 2**32 - 1), st.floats(1e-100, 1e100))
def test_equal_to_dcor_in_any_unit(dcor, n, seed, unit):
    x, y = np.random.default_rng(seed).integers(0, 50, (2, n)).astype(float)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return
    biased = distance_correlation(x * unit, y).statistic
    assert biased == pytest.approx(dcor.distance_correlation(x, y), abs=1e-7)
    assert biased**2 == pytest.approx(dcor.distance_correlation_sqr(x, y), abs=1e-12)
    corrected = distance_correlation(x, y, bias_corrected=True)
    if not np.isnan(corrected.statistic):
        assert corrected.statistic == pytest.approx(dcor.u_distance_correlation_sqr(x, y), abs=1e-9)


def test_it_is_no_correlation_distance():  # P04
    x = np.random.default_rng(0).uniform(-1, 1, 500)
    result = distance_correlation(x, x**2)
    assert 0.45 < result.statistic < 0.55
    assert (result.estimator, result.n_used, result.note) == ("biased", 500, "")


def test_a_sample_depends_on_itself_and_on_its_negative():
    x = np.random.default_rng(1).normal(size=20)
    for corrected in (False, True):
        assert distance_correlation(x, 3 - 2 * x, bias_corrected=corrected).statistic == pytest.approx(1)


@pytest.mark.parametrize("bias_corrected", [False, True])
def test_constant_input_is_nan_with_a_reason(bias_corrected):  # P01
    noise = np.random.default_rng(2).normal(size=12)
    result = distance_correlation(np.ones(12), noise, bias_corrected=bias_corrected, n_resamples=99)
    assert np.isnan([result.statistic, result.pvalue]).all()
    assert (result.note, result.n_resamples) == ("x constant over the 12 observations used", 0)


def test_zero_u_centred_distances_are_nan_with_a_reason():
    # All but one alike: dcor returns 0 here, which reads as independence.
    result = distance_correlation([0, 0, 0, 1.0], [3, 1, 2, 5.0], bias_corrected=True)
    assert np.isnan(result.statistic)
    assert result.note == "the U-centred distances of a sample are all zero"


def test_too_few_observations():
    assert distance_correlation([1, NAN], [1, 2]).note == "needs at least 2 complete observations, 1 remain"
    result = distance_correlation([1, 2, 3], [1, 2, 4], bias_corrected=True)
    assert result.note == "needs at least 4 complete observations, 3 remain"


def test_two_samples_of_columns_are_refused():
    with pytest.raises(InputError, match="x and y must be 1-D and of equal length"):
        distance_correlation(np.ones((3, 2)), np.ones((3, 2)))


@pytest.mark.parametrize("bias_corrected", [False, True])
@pytest.mark.parametrize("gap", [False, True])
def test_matrix_equals_pair_by_pair(bias_corrected, gap):
    columns = np.random.default_rng(3).normal(size=(25, 4))
    columns[:, 1] = 2.0
    if gap:
        columns[5, 2] = NAN
    values = distance_correlation_matrix(columns, bias_corrected=bias_corrected)
    np.testing.assert_array_equal(values, values.T)
    for i, j in np.ndindex(4, 4):
        single = distance_correlation(columns[:, i], columns[:, j], bias_corrected=bias_corrected).statistic
        assert values[i, j] == pytest.approx(single, abs=1e-9, nan_ok=True)
    assert np.isnan(values[1]).all()


def test_pvalue_by_shuffling_equals_all_permutations_written_out(dcor):
    x, y = np.random.default_rng(4).normal(size=(2, 5))
    null = [dcor.distance_correlation(x[list(order)], y) for order in permutations(range(5))]
    expected = np.mean(np.array(null) >= dcor.distance_correlation(x, y) - 1e-9)
    result = distance_correlation(x, y, n_resamples=120)
    assert (result.pvalue, result.n_resamples) == (pytest.approx(expected), 120)


def test_sampled_pvalue_counts_the_observed_and_repeats():
    x = np.arange(30.0)
    result = distance_correlation(x, x**2, n_resamples=99, rng=0)
    assert (result.pvalue, result.n_resamples, result.alternative) == (0.01, 99, "greater")
    noise = np.random.default_rng(5).normal(size=30)
    one, two = (distance_correlation(x, noise, n_resamples=99, rng=7) for _ in range(2))
    assert one == two
