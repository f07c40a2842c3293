"""Errors over two crossed factors, against statsmodels' two-way clusters, and the correction over a family."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.sandwich_covariance import cov_cluster_2groups

from geobias.errors import InputError
from geobias.stats import corrected_by_largest, two_way_spread


def influences_of_means(values, rows, columns):
    """Of the mean of each column of `values` (n, T)."""
    cells = (values - values.mean(0)) / len(values)
    sums = [np.stack([np.bincount(place, column) for column in cells.T], 1) for place in (rows, columns)]
    return *sums, cells


def test_a_mean_has_the_two_way_clustered_error():
    rng = np.random.default_rng(1)
    rows, columns = np.divmod(rng.permutation(300)[:200], 15)  # each cell once, some not at all
    values = rng.normal(size=20)[rows] + rng.normal(size=15)[columns] + rng.normal(size=200)
    spread = two_way_spread(*influences_of_means(values[:, None], rows, columns), 20, 15)
    fitted = OLS(values, np.ones(200)).fit()
    expected = cov_cluster_2groups(fitted, rows, columns, use_correction=False)[0]
    assert spread.covariance == pytest.approx(np.asarray(expected))


def test_what_columns_add_is_never_below_zero():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(200, 1))
    rows, columns = np.repeat(np.arange(40), 5), np.tile(np.arange(5), 40)
    values -= np.array([values[columns == c].mean() for c in columns])[:, None]  # nothing is left between columns
    of_rows, of_columns, cells = influences_of_means(values, rows, columns)
    assert two_way_spread(of_rows, of_columns, cells, 40, 5).covariance == pytest.approx(of_rows.T @ of_rows)


def test_degrees_of_freedom_lie_between_the_fewer_and_the_sum():
    rng = np.random.default_rng(2)
    rows, columns = rng.integers(30, size=500), rng.integers(8, size=500)
    values = rng.normal(size=(500, 3)) + rng.normal(size=(8, 3))[columns]
    df = two_way_spread(*influences_of_means(values, rows, columns), 30, 8).df
    assert ((df >= 7) & (df <= 36)).all()


def test_arrays_that_do_not_fit_are_named():
    with pytest.raises(InputError) as error:
        two_way_spread(np.ones((3, 2)), np.ones((4, 2)), np.ones((5, 1)), 3, 4)
    assert str(error.value) == (
        "influences of rows, columns and cells must be (R, T), (C, T) and (n, T), "
        "but their shapes are [(3, 2), (4, 2), (5, 1)]. Pass one column per statistic."
    )


def test_over_independent_statistics_it_is_sidak_and_over_one_and_the_same_none():
    p, rng = np.array([0.01, np.nan, 0.3, 0.2]), np.random.default_rng(0)
    adjusted, critical = corrected_by_largest(p, np.diag([1.0, 2, 3, 4]), draws=20_000, rng=rng)
    assert adjusted[0] == pytest.approx(1 - 0.99**3, abs=0.004)
    assert np.isnan(adjusted[1])
    assert critical[0] == pytest.approx(stats.norm.isf((1 - 0.95 ** (1 / 3)) / 2), abs=0.04)
    alike, _ = corrected_by_largest(p, np.ones((4, 4)), draws=20_000, rng=rng)
    assert alike == pytest.approx(p, abs=0.01, nan_ok=True)


def test_a_covariance_that_is_none_is_taken_for_the_nearest():
    matrix = np.array([[1.0, 1.2], [1.2, 1.0]])
    adjusted, _ = corrected_by_largest(np.array([0.04, 0.04]), matrix, draws=20_000, rng=np.random.default_rng(0))
    assert adjusted == pytest.approx([0.04, 0.04], abs=0.006)
