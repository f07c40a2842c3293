from __future__ import annotations

import re
from itertools import permutations as all_permutations

import numpy as np
import pytest
from scipy.stats import binom, spearmanr

from geobias.errors import InputError
from geobias.stats import permutation_test, permutations, relabelled_pairs, specification_test

GROUPS = 5
PAIRS = np.triu_indices(GROUPS, 1)


@pytest.fixture
def tables():
    """Three specifications of symmetric tables of 5 groups that share most of what they hold."""
    rng = np.random.default_rng(5)
    shared = rng.normal(size=(2, GROUPS, GROUPS))
    both = shared[:, None] + 0.5 * rng.normal(size=(2, 3, GROUPS, GROUPS))
    return both + both.swapaxes(-1, -2)


def test_all_p_values_are_those_of_going_through_every_relabelling_by_hand(tables):
    """Reference: scipy's Spearman on tables whose rows and columns are moved together, one by one."""
    xs, ys = tables
    curve = specification_test(
        xs[:, *PAIRS], ys[:, *PAIRS], relabelled_pairs(permutations(GROUPS)), alternative="greater"
    )
    null = np.array(
        [
            [spearmanr(x[np.ix_(order, order)][PAIRS], y[PAIRS]).statistic for x, y in zip(xs, ys, strict=True)]
            for order in map(list, all_permutations(range(GROUPS)))
        ]
    )
    observed = null[0]
    np.testing.assert_allclose(curve.statistic, observed)
    np.testing.assert_allclose(curve.pvalue, (null >= observed - 1e-9).mean(0))
    assert curve.p_any == pytest.approx((null.max(1) >= observed.max() - 1e-9).mean())
    assert curve.median == pytest.approx(np.median(observed))
    assert curve.p_median == pytest.approx((np.median(null, axis=1) >= np.median(observed) - 1e-9).mean())
    np.testing.assert_allclose(curve.band(0.8), np.quantile(np.sort(null, axis=1), [0.1, 0.9], axis=0))


def test_one_specification_many_times_costs_nothing(tables):
    x, y = tables[:, 0, *PAIRS]
    permuted = relabelled_pairs(permutations(GROUPS))
    curve = specification_test([x] * 20, [y] * 20, permuted)
    alone = permutation_test(x, y[None], permuted)
    assert curve.p_any == curve.p_median == alone.pvalue[0]


def test_unequal_specifications_cost_less_than_bonferroni_and_more_than_nothing(tables):
    curve = specification_test(*tables[:, :, *PAIRS], relabelled_pairs(permutations(GROUPS)))
    assert curve.pvalue.min() <= curve.p_any <= min(1, 3 * curve.pvalue.min())


def test_the_level_holds_over_all_specifications_together():
    """20 specifications of one pair of unrelated tables: the least single p rejects too often, that of all does not."""
    rng = np.random.default_rng(1)
    permuted = relabelled_pairs(permutations(GROUPS))
    found = []
    for _ in range(120):
        one = rng.normal(size=(2, 1, 10)) + rng.normal(size=(2, 20, 10))
        curve = specification_test(*one, permuted)
        found.append((curve.p_any, curve.pvalue.min(), curve.p_median))
    any_one, least, median = (np.array(found) <= 0.1).sum(0)
    assert max(any_one, median) <= binom.ppf(0.998, 120, 0.1)
    assert least > 0.4 * 120


def test_an_undefined_specification_takes_no_part(tables):
    xs, ys = tables[:, :, *PAIRS]
    permuted = relabelled_pairs(permutations(GROUPS))
    curve = specification_test([*xs, np.ones(10)], [*ys, ys[0]], permuted)
    assert np.isnan(curve.statistic[3])
    assert np.isnan(curve.p_max[3])
    without = specification_test(xs, ys, permuted)
    np.testing.assert_array_equal(curve.p_max[:3], without.p_max)
    np.testing.assert_array_equal(curve.band(), without.band())
    nothing = specification_test([np.ones(10)], [ys[0]], permuted)
    assert np.isnan([nothing.p_any, nothing.p_median, nothing.median]).all()


def test_drawn_permutations_give_no_p_of_zero(tables):
    x = tables[0, 0, *PAIRS]
    drawn = relabelled_pairs(permutations(GROUPS, exact_limit=1, n_resamples=99, rng=0))
    curve = specification_test([x] * 2, [x, -x], drawn)
    assert not curve.exact
    assert curve.p_any >= 1 / 100


def test_shapes_must_match():
    permuted = relabelled_pairs(permutations(4))
    words = "xs and ys must both be (specifications, pairs), with at least one of them, but their shapes are (6,) and "
    with pytest.raises(InputError, match=re.escape(words)):
        specification_test(np.ones(6), np.ones((1, 6)), permuted)
