"""Departures: far from the others, and farther than samples of these sizes would be."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.audit.departures import LEVEL, odd_means, odd_shares


def flags(share: float, n: int) -> np.ndarray:
    return np.arange(n) < round(share * n)


def test_a_share_is_odd_where_it_is_far_and_the_groups_are_large_enough():
    large = odd_shares({"a": flags(0.5, 1000), "b": flags(0.5, 1000), "c": flags(0.7, 1000)}, 0.10)
    assert {name: found.odd for name, found in large.items()} == {"a": False, "b": False, "c": True}
    assert (large["c"].value, large["c"].others) == (0.7, 0.5)
    small = odd_shares({"a": flags(0.5, 20), "b": flags(0.5, 20), "c": flags(0.7, 20)}, 0.10)
    assert not small["c"].odd


def test_of_two_groups_both_depart_by_their_whole_gap():
    found = odd_shares({"a": flags(0.5, 900), "b": flags(0.62, 900)}, 0.10)
    assert found["a"].odd
    assert found["b"].odd
    assert not odd_shares({"a": flags(0.5, 900), "b": flags(0.58, 900)}, 0.10)["a"].odd


def test_a_group_alone_or_without_a_text_departs_from_nothing():
    assert not odd_shares({"a": flags(1.0, 50)}, 0.10)["a"].odd
    assert odd_shares({"a": flags(1.0, 50), "b": flags(1.0, 0)}, 0.10).keys() == {"a"}
    assert odd_shares({}, 0.10) == {}
    assert odd_means({"a": np.array([7])}, 1.25)["a"].value == 7


def test_a_mean_is_odd_by_its_ratio():
    rng = np.random.default_rng(0)
    lengths = {name: rng.poisson(20 if name != "c" else 30, 400) for name in "abcd"}
    assert [name for name, found in odd_means(lengths, 1.25).items() if found.odd] == ["c"]


@pytest.mark.parametrize("groups", [2, 6])
def test_groups_of_one_law_are_seldom_odd(groups):
    """At no margin; the level is of all groups of a check, so 2,000 checks may have 2 and, by chance, some more."""
    rng = np.random.default_rng(groups)
    odd = sum(
        any(found.odd for found in odd_shares({n: rng.random(200) < 0.3 for n in range(groups)}, 0.0).values())
        for _ in range(2000)
    )
    assert odd <= 2000 * LEVEL + 8


def test_a_few_rare_hits_in_a_small_group_are_chance():
    """Three of 20 where 2 % have it: p is .009 by the exact law, and .0001 by the normal one."""
    groups = {"a": flags(0.02, 500), "b": flags(0.02, 500), "c": flags(0.15, 20)}
    assert not odd_shares(groups, 0.10)["c"].odd
    assert odd_shares({**groups, "c": flags(0.4, 20)}, 0.10)["c"].odd


def test_a_small_group_without_the_long_ones_is_chance():
    rng = np.random.default_rng(0)
    lengths = {name: np.ceil(rng.lognormal(2.3, 0.8, 500)) for name in "ab"}
    short = np.sort(np.ceil(rng.lognormal(2.3, 0.8, 40)))[:20]
    alike = odd_means({**lengths, "c": short}, 1.25)["c"]
    assert (alike.value < alike.others / 1.25, alike.odd) == (True, False)
    assert odd_means({**lengths, "c": np.tile(short, 10)}, 1.25)["c"].odd
