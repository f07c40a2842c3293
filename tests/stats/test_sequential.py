"""Stopping: hypergeometric tails, the risk of another answer against an independent recursion, draws as a prefix."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom

from geobias.errors import InputError
from geobias.stats import random_splits, shuffle_excess, shuffle_studentised
from geobias.stats.sequential import ALL, SETTLED, Boundaries, Rule, cut_at, until_settled

HOLM = Rule(0.05 / 15, 0.05)
ONE = Rule(0.05, 0.05)


def wrong(rule: Rule, total: int, reached: int) -> float:
    """Probability of stopping with another answer than `reached` of all `total` gives, from look to look."""
    limits, still, at, found = rule.boundaries(total), np.zeros(total + 1), 0, 0.0
    still[0] = 1.0
    p = (reached + 1) / (total + 1)
    for look, below, above in zip(limits.looks, limits.below, limits.above, strict=True):
        new, step = np.zeros_like(still), int(look) - at
        for count in np.flatnonzero(still):
            more = np.arange(step + 1)
            law = hypergeom.pmf(more, total - at, reached - count, step)
            new[count : count + step + 1] += still[count] * law[: len(new) - count]
        counts = np.arange(len(new))
        found += new[counts <= below].sum() * (p > rule.low) + new[counts >= above].sum() * (p <= rule.high)
        new[(counts <= below) | (counts >= above)] = 0
        still, at = new, int(look)
    return found


@pytest.mark.parametrize("rule", [ONE, HOLM, Rule(0.01, 0.05, 0.01), Rule(0.2, 0.2, 0.05, first=10)])
@pytest.mark.parametrize("total", [199, 1_999])
def test_another_answer_than_that_of_all_is_as_rare_as_stated_whatever_all_say(rule, total):
    levels = [int(level * (total + 1)) for level in (rule.low, rule.high)]
    counts = sorted({0, *(b + d for b in levels for d in (-2, -1, 0, 1)), total // 4})
    found = [wrong(rule, total, b) for b in counts if 0 <= b <= total]
    assert max(found) <= rule.risk + 1e-12
    assert max(found) > rule.risk / 20 or total < 200  # and no rarer than need be


@pytest.mark.parametrize("total", [99, 1_999, 9_999])
def test_boundaries_are_where_the_tails_of_the_hypergeometric_law_are_spent(total):
    limits = Rule(0.05, 0.05, first=12).boundaries(total)
    allowed, spent = (total + 1) // 20 - 1, 1e-3 / len(limits.looks)
    for n, below, above in zip(limits.looks, limits.below, limits.above, strict=True):
        reading = int(0.05 * (n + 1) + 1e-9)  # the least count with which p reads above the level
        assert hypergeom.sf(above - 1, total, allowed, n) <= spent * (1 + 1e-9)
        assert above == reading or hypergeom.sf(above - 2, total, allowed, n) > spent
        if below >= 0:
            assert hypergeom.cdf(below, total, allowed + 1, n) <= spent * (1 + 1e-9)
        assert below == reading - 1 or hypergeom.cdf(below + 1, total, allowed + 1, n) > spent


@settings(max_examples=60, deadline=None)
@given(
    total=st.integers(20, 3_000),
    low=st.floats(0.001, 0.3),
    ratio=st.floats(1, 3),
    seed=st.integers(0, 2**32 - 1),
    share=st.floats(0, 1),
)
def test_p_lies_on_the_side_that_was_settled(total, low, ratio, seed, share):
    rule = Rule(low, low * ratio)
    hits = np.random.default_rng(seed).random(total) < share
    parts = np.array_split(hits[:, None], 7)
    drawn = until_settled(parts, lambda rows: rows[:, 0], lambda values: values, total, rule)
    assert np.array_equal(drawn, hits[: len(drawn)])
    if len(drawn) < total:
        p = (drawn.sum() + 1) / (len(drawn) + 1)
        assert p <= rule.low or p > rule.high


def test_what_can_no_longer_change_is_settled():
    # Of 99 five that reach it put p above .05; with 4 allowed, 4 of the first 12 are rarer than once in 3,000.
    limits = Rule(0.05, 0.05, first=12).boundaries(99)
    assert limits.looks.tolist() == [12, 24, 48, 96]
    assert limits.above.tolist() == [4, 5, 5, 5]
    assert limits.below.tolist() == [-1, -1, -1, 2]


def test_a_level_that_no_permutation_reaches_is_settled_at_the_first_look():
    limits = Rule(0.001, 0.001, first=12).boundaries(99)
    assert limits.settled(12, 0)
    assert not limits.settled(13, 0)


def test_without_a_rule_all_are_drawn_and_with_one_the_first_of_them():
    first = np.repeat([1.0, 0.0], 9)
    every = np.concatenate(list(random_splits(first, 2_000, np.random.default_rng(3))))
    options = {"statistic": lambda rows: rows[:, 0], "reached": lambda values: values > 0, "total": 2_000}
    assert np.array_equal(until_settled(np.array_split(every, 4), rule=None, **options), every[:, 0])
    some = until_settled(random_splits(first, 2_000, np.random.default_rng(3)), rule=ONE, **options)
    assert len(some) == 50
    assert np.array_equal(some, every[:50, 0])


def test_no_more_are_made_than_are_needed():
    made = []

    def parts():
        for number in range(40):
            made.append(number)
            yield np.ones((50, 1))

    until_settled(parts(), lambda rows: rows[:, 0], lambda values: values > 0, 2_000, ONE)
    assert made == [0]


def test_rows_keep_their_order_when_they_are_cut():
    rows = np.arange(23)[:, None]
    found = list(cut_at(np.array_split(rows, 3), np.array([4, 8, 16])))
    assert np.array_equal(np.concatenate(found), rows)
    ends = np.cumsum([len(part) for part in found])
    assert {4, 8, 16} <= set(ends.tolist())


@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_tests_of_two_samples_stop_with_the_answer_of_all(shift):
    rng = np.random.default_rng(1)
    points = np.concatenate([rng.normal(size=(30, 3)), rng.normal(size=(25, 3)) + shift])
    far, labels = np.linalg.norm(points[:, None] - points, axis=-1), np.repeat([0, 1], [30, 25])
    for test, table in ((shuffle_excess, far), (shuffle_studentised, points @ points.T)):
        whole, some = (test(table, labels, n_resamples=4_999, rng=7, rule=rule) for rule in (None, ONE))
        assert (whole.drawn_until, some.drawn_until) == (ALL, SETTLED)
        assert some.n_resamples < 0.1 * whole.n_resamples == 0.1 * some.planned
        assert np.allclose(some.null, whole.null[: some.n_resamples], rtol=1e-12, atol=0)
        assert (some.pvalue <= 0.05) == (whole.pvalue <= 0.05) == (shift > 0)
        assert some.smallest == whole.smallest == 1 / 5_000


def test_growth_of_looks_and_settling_at_them_alone():
    limits = ONE.boundaries(1_999)
    assert all(after == 2 * before for before, after in pairwise(limits.looks))
    assert Boundaries(np.array([5]), np.array([0]), np.array([3])).settled(5, 3)
    assert not Boundaries(np.array([5]), np.array([0]), np.array([3])).settled(6, 3)


@pytest.mark.parametrize(
    ("low", "high", "risk"), [(0.1, 0.05, 1e-3), (0, 0.05, 1e-3), (0.05, 1, 1e-3), (0.05, 0.05, 0)]
)
def test_levels_out_of_order_are_refused(low, high, risk):
    with pytest.raises(InputError) as error:
        Rule(low, high, risk)
    assert str(error.value) == (
        "a rule of stopping must have 0 < low <= high < 1 and a risk between 0 and 1, but they are "
        f"{low}, {high} and {risk}. Pass for example Rule(0.05, 0.05)."
    )
