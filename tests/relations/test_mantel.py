"""Relations against other people's Mantel tests, and against enumerations written out."""

from itertools import permutations as orders

import numpy as np
import pytest
from scipy import stats

from geobias.relations import relate
from geobias.stats import distance_correlation  # which is held to dcor's beside its source


def unbiased(x, y):
    return distance_correlation(x, y, bias_corrected=True).statistic


def biased(x, y):
    return distance_correlation(x, y).statistic


@pytest.mark.parametrize("method", ["pearson", "spearman", "kendall"])
def test_equal_to_scikit_bio(method, noise_table):
    distance = pytest.importorskip("skbio.stats.distance")
    x, y = noise_table(0, "abcdefg"), noise_table(1, "abcdefg")
    # A relation worth finding, so that p is not near 1.
    y = type(y)(y.groups, x.values + y.values, "y")
    [row] = relate(x, y, coefficients=[method])
    named = "kendalltau" if method == "kendall" else method
    mantel = distance.mantel(x.values[0], y.values[0], method=named, permutations=2_000, seed=0)
    assert row.statistic == pytest.approx(mantel[0], abs=1e-12)
    low, high = stats.binom.ppf([0.0005, 0.9995], 2_000, row.p_qap) / 2_000
    assert low <= mantel[1] <= high + 1 / 2_001


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize(
    ("name", "reference"),
    [("distance_correlation", unbiased), ("distance_correlation_biased", biased)],
)
def test_distance_correlation_goes_over_all_labellings(name, reference, alternative, noise_table):
    x, y = noise_table(2, "abcde"), noise_table(3, "abcde")
    upper = np.triu_indices(5, 1)
    null = [reference(x.values[0][np.ix_(o, o)][upper], y.vector()) for o in orders(range(5))]
    [row] = relate(x, y, coefficients=[name], alternative=alternative)
    assert row.statistic == pytest.approx(reference(x.vector(), y.vector()), abs=1e-12)
    # Dependence of any form makes it larger: there is one side to test, and the row says so.
    assert row.alternative == "greater"
    assert row.p_qap == pytest.approx(np.mean(np.array(null) >= null[0] - 1e-9))
    assert row.p_smallest == pytest.approx(np.mean(np.array(null) >= max(null) - 1e-9))
    assert np.isnan(row.p_asymptotic)
    assert row.note == "no asymptotic p for distance correlation"


def test_the_worked_example_of_scikit_bio(pair_table):
    x, y = pair_table("abc", [1, 2, 3]), pair_table("abc", [2, 7, 6])
    [row] = relate(x, y, coefficients=["pearson"])
    assert round(row.statistic, 6) == 0.755929


def test_distance_correlation_finds_a_parabola_that_ranks_do_not(pair_table):  # P04
    values = np.linspace(-1, 1, 36)
    x, y = pair_table("abcdefghi", values), pair_table("abcdefghi", values**2)
    rows = relate(x, y, coefficients=["spearman", "distance_correlation_biased"], n_resamples=99, rng=0)
    assert abs(rows[0].statistic) < 1e-9
    assert 0.45 < rows[1].statistic < 0.55


def test_missing_pairs_of_distance_correlation_are_left_out_of_every_labelling(pair_table, noise_table):  # P11
    x, y = noise_table(4, "abcde"), noise_table(5, "abcde")
    holes = x.vector()
    holes[3] = np.nan
    x, upper, null = pair_table("abcde", holes), np.triu_indices(5, 1), []
    for o in orders(range(5)):
        a, b = x.values[0][np.ix_(o, o)][upper], np.where(np.isnan(holes), np.nan, y.vector())
        known = ~np.isnan(a) & ~np.isnan(b)
        null.append(unbiased(a[known], b[known]))
    [row] = relate(x, y, coefficients=["distance_correlation"])
    assert (row.statistic, row.n_pairs) == (pytest.approx(null[0]), 9)
    assert row.p_qap == pytest.approx(np.mean(np.array(null) >= null[0] - 1e-9))
