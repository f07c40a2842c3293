"""Share of the reference set against distance from it: against an enumeration, own texts in and out."""

from itertools import permutations as orders

import numpy as np
import pytest
from scipy import stats

from geobias.errors import InputError
from geobias.stats import share_against_distance

SHARES = np.array([0.55, 0.2, 0.1, 0.08, 0.05, 0.02])


@pytest.mark.parametrize("coefficient", ["spearman", "kendall", "pearson"])
def test_equal_to_all_orders_of_the_groups_written_out(coefficient):
    distances = np.random.default_rng(0).normal(size=(2, 6))
    test = {"spearman": stats.spearmanr, "kendall": stats.kendalltau, "pearson": stats.pearsonr}[coefficient]
    results = share_against_distance(SHARES, *distances, coefficient=coefficient)
    assert [result.own_texts for result in results] == ["left in", "left out"]
    for result, values in zip(results, distances, strict=True):
        null = [abs(test(SHARES[list(order)], values).statistic) for order in orders(range(6))]
        assert result.statistic == pytest.approx(test(SHARES, values).statistic)
        assert result.pvalue == pytest.approx(np.mean(np.array(null) >= null[0] - 1e-9))
        assert (result.method, result.n_resamples, result.n_groups) == ("exact", 720, 6)


def test_a_large_share_is_near_by_its_own_texts_alone():
    """Distance from a mixture that holds the group's own texts shrinks by 1 - share, whatever the group is like."""
    apart = np.array([1.2, 1.0, 1.1, 0.9, 1.15, 1.05])
    own, without = share_against_distance(SHARES, apart * (1 - SHARES), apart, coefficient="pearson")
    assert own.pvalue < 0.05 < without.pvalue


def test_few_groups_are_noted():
    [result] = share_against_distance(SHARES[:3], [1.0, 2.0, 3.0])
    assert (result.pvalue, result.note) == (pytest.approx(2 / 6), "3 groups: p cannot be below 0.333")
    assert share_against_distance(SHARES, np.arange(6.0))[0].note == ""


def test_what_is_not_measured_is_dropped_and_what_cannot_be_related_says_why():
    [result] = share_against_distance(SHARES, [1.0, np.nan, 2, 3, 4, 5])
    assert (result.n_groups, result.n_resamples) == (5, 120)
    [result] = share_against_distance(SHARES, [1.0, 2.0, *[np.nan] * 4])
    assert np.isnan([result.statistic, result.pvalue]).all()
    assert result.note == "needs at least 3 complete groups, 2 remain"
    with pytest.raises(InputError, match="shares must not be negative, but 1 are"):
        share_against_distance([-0.1, 1, 2], [1, 2, 3])


def test_many_groups_are_sampled_and_repeat():
    shares = np.random.default_rng(1).dirichlet(np.ones(12))
    one, two = (share_against_distance(shares, 1 - shares, n_resamples=99, rng=3) for _ in range(2))
    assert one == two
    assert (one[0].pvalue, one[0].method) == (0.01, "sampled")
