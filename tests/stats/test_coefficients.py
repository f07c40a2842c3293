"""Coefficients of stacks against scipy and plain formulas, one sample at a time, with ties and missing values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from geobias.errors import InputError
from geobias.stats import distance_correlation
from geobias.stats.coefficients import (
    COEFFICIENTS,
    DISTANCE,
    coefficient_name,
    correlate,
    correlate_permuted,
    midranks,
)

NAN = float("nan")
SAMPLES = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=3, max_size=12)


def tau_a(x, y):
    n = len(x)
    total = sum(np.sign(x[i] - x[j]) * np.sign(y[i] - y[j]) for i in range(n) for j in range(i))
    return total / (n * (n - 1) / 2)


def centred(values, unbiased):
    """Distances of a sample less the means of their rows and columns (Székely and Rizzo 2014, definitions 1 and 2)."""
    apart, n = np.abs(np.subtract.outer(values, values)), len(values)
    if not unbiased:
        return apart - apart.mean(0) - apart.mean(1)[:, None] + apart.mean()
    left = apart - apart.sum(0) / (n - 2) - apart.sum(1)[:, None] / (n - 2) + apart.sum() / ((n - 1) * (n - 2))
    return left - np.diag(np.diag(left))


def u_distance_correlation(x, y):
    """NaN, not 0, where there is none: with fewer than 4 observations, or no distance variance."""
    if len(x) < 4:
        return NAN
    a, b = centred(x, True), centred(y, True)
    spread = (a * a).sum() * (b * b).sum()
    return (a * b).sum() / np.sqrt(spread) if spread > 1e-20 else NAN


def biased_distance_correlation(x, y):
    a, b = centred(x, False), centred(y, False)
    return np.sqrt((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))


REFERENCES = {
    "pearson": lambda x, y: stats.pearsonr(x, y).statistic,
    "spearman": lambda x, y: stats.spearmanr(x, y).statistic,
    "kendall_tau_b": lambda x, y: stats.kendalltau(x, y).statistic,
    "kendall_tau_a": tau_a,
    "distance_correlation": u_distance_correlation,
    "distance_correlation_biased": biased_distance_correlation,
}


@pytest.mark.parametrize("name", COEFFICIENTS)
@given(SAMPLES)
def test_equal_to_references_with_ties(name, pairs):
    x, y = np.array(pairs, dtype=float).T
    value = correlate(x, y, name)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert np.isnan(value)
    else:
        # A square root turns rounding of 1e-16 near 0 into 1e-8.
        assert value == pytest.approx(REFERENCES[name](x, y), abs=1e-7 if "biased" in name else 1e-12, nan_ok=True)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_stacks_and_missing_values_equal_single_samples(name):
    rng = np.random.default_rng(0)
    x, ys = rng.integers(0, 6, 15).astype(float), rng.normal(size=(4, 3, 15))
    ys[rng.random(ys.shape) < 0.2] = NAN
    x[2] = NAN
    values = correlate(x, ys, name)
    assert values.shape == (4, 3)
    for place in np.ndindex(4, 3):
        known = ~np.isnan(x) & ~np.isnan(ys[place])
        assert values[place] == pytest.approx(REFERENCES[name](x[known], ys[place][known]), abs=1e-12)


@pytest.mark.parametrize("name", COEFFICIENTS)
@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1e150])
def test_no_scale_overflows_or_vanishes(name, scale):
    x, y = np.random.default_rng(1).normal(size=(2, 20))
    assert correlate(x * scale, y, name) == pytest.approx(correlate(x, y, name), abs=1e-12)


@pytest.mark.parametrize("name", COEFFICIENTS)
@pytest.mark.parametrize(("x", "y"), [([0.1] * 3, [1, 2, 3]), ([1, 2, 3], [7, 7, 7]), ([1, NAN], [1, 2]), ([], [])])
def test_undefined_is_nan(name, x, y):
    assert np.isnan(correlate(x, y, name))


@given(st.lists(st.one_of(st.integers(-3, 3), st.just(None)), min_size=1, max_size=10))
def test_midranks_equal_scipy_on_what_is_known(values):
    sample = np.array([NAN if value is None else value for value in values], dtype=float)
    ranks, known = midranks(sample), ~np.isnan(sample)
    np.testing.assert_array_equal(ranks[known], stats.rankdata(sample[known]))
    assert np.isnan(ranks[~known]).all()


@pytest.mark.parametrize("name", COEFFICIENTS)
@pytest.mark.parametrize("gaps", [0, 2])
def test_permuted_equals_one_at_a_time_over_many_blocks(name, gaps, monkeypatch):
    monkeypatch.setattr("geobias.stats.coefficients._CHUNK", 64)
    rng = np.random.default_rng(2)
    x, ys = rng.integers(0, 5, 9).astype(float), rng.integers(0, 5, (3, 9)).astype(float)
    x[:gaps], ys[1, 4 : 4 + gaps] = NAN, NAN
    index = rng.permuted(np.tile(np.arange(9), (50, 1)), axis=1)
    expected = np.array([[correlate(x[row], y, name) for row in index] for y in ys])
    np.testing.assert_allclose(correlate_permuted(x, ys, index, name), expected, atol=1e-12)


def test_kendall_alone_means_tau_b():
    assert coefficient_name("kendall") == "kendall_tau_b"


@pytest.mark.parametrize("name", DISTANCE)
@given(st.integers(4, 20), st.integers(0, 2**32 - 1))
def test_distance_correlations_are_those_of_the_single_function(name, n, seed):
    x, y = np.random.default_rng(seed).normal(size=(2, n))
    single = distance_correlation(x, y, bias_corrected=name == "distance_correlation")
    assert correlate(x, y, name) == pytest.approx(single.statistic, abs=1e-12)


def test_unknown_coefficient():
    with pytest.raises(InputError) as error:
        correlate([1, 2], [1, 2], "tau")
    assert str(error.value) == (
        "coefficient must be one of ['kendall', 'spearman', 'kendall_tau_b', 'kendall_tau_a', 'pearson', "
        "'distance_correlation', 'distance_correlation_biased'], "
        "but it is 'tau'. Choose one of them."
    )
