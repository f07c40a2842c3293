"""Matching: one distribution over strata, as many units as overlap allows, no unit twice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.measures.differences import UnitGroup, adjusted_groups
from geobias.measures.differences.matching import match, strata


def test_strata_are_combinations_of_words_and_quantiles():
    lengths = np.arange(400.0)
    codes = strata([lengths, np.tile(["x", "y"], 200)])
    assert len(np.unique(codes)) == 20
    assert len(np.unique(codes[:40])) == 2  # the shortest tenth
    assert np.bincount(codes).tolist() == [20] * 20
    assert strata([lengths]).tolist() == strata([np.exp(lengths / 100)]).tolist()  # only ranks matter


def test_equal_numbers_stay_together_and_missing_ones_are_by_themselves():
    codes = strata([np.array([1.0] * 300 + [2.0] * 50 + [np.nan] * 50)])
    assert [len(np.unique(codes[part])) for part in (slice(300), slice(300, 350), slice(350, 400))] == [1, 1, 1]
    assert len(np.unique(codes)) == 3


def test_truth_values_are_words():
    assert strata([np.array([True, False, True])]).tolist() == [1, 0, 1]


@given(
    st.lists(st.integers(0, 5), min_size=8, max_size=200), st.lists(st.integers(0, 5), min_size=8, max_size=200),
    st.integers(0, 3),
)  # fmt: skip
def test_matched_shares_are_alike_up_to_a_unit(first, second, seed):
    codes = np.array(first), np.array(second)
    kept = match(*codes, np.random.default_rng(seed))
    counts = [np.bincount(of[places], minlength=6) for of, places in zip(codes, kept, strict=True)]
    assert all(len(np.unique(places)) == len(places) for places in kept)
    assert ((counts[0] > 0) == (counts[1] > 0)).all()
    overlap = np.minimum(*(np.bincount(of, minlength=6) / len(of) for of in codes))
    for count, of in zip(counts, codes, strict=True):
        here = count > 0
        assert (np.abs(count - overlap * len(of))[here] <= 0.5).all()


def test_equal_distributions_are_kept_whole_and_disjoint_ones_not_at_all():
    codes = np.repeat(np.arange(4), [3, 5, 7, 9])
    a, b = match(codes, np.tile(codes, 5), np.random.default_rng(0))
    assert (a.tolist(), b.tolist()) == (list(range(24)), list(range(120)))
    assert [len(part) for part in match(np.zeros(5, int), np.ones(7, int), np.random.default_rng(0))] == [0, 0]


def test_adjusted_groups_are_of_one_length():
    rng = np.random.default_rng(0)
    lengths = np.concatenate([rng.normal(10, 3, size=300), rng.normal(13, 3, size=500)])
    groups = [UnitGroup(np.zeros((count, 2), np.float32), list(np.arange(count)[:, None])) for count in (300, 500)]
    (a, b), (codes_a, codes_b) = adjusted_groups((groups[0], groups[1]), [lengths], rng)
    of_a, of_b = lengths[:300][np.concatenate(a.units)], lengths[300:][np.concatenate(b.units)]
    assert (len(a), len(b)) == (len(codes_a), len(codes_b))
    assert abs(of_a.mean() - of_b.mean()) < 0.35
    assert len(a) / 300 == pytest.approx(len(b) / 500, abs=0.05)


def test_covariates_are_of_both_groups():
    group = UnitGroup(np.zeros((8, 2), np.float32), list(np.arange(8)[:, None]))
    with pytest.raises(InputError, match=r"8 \+ 8 units"):
        adjusted_groups((group, group), [np.zeros(8)], np.random.default_rng(0))
    with pytest.raises(InputError, match="at least one"):
        strata([])
