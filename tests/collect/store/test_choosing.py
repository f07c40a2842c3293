"""Which item comes next."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from geobias.collect.store.choosing import KINDS, choose

STRATA = {f"{stratum}{number}": stratum for stratum in "ab" for number in range(4)}


def chosen(kind, counts, done=(), wanted=3, draws=200):
    rng = random.Random(0)
    return Counter(choose(kind, counts, STRATA, done, wanted, rng) for _ in range(draws))


def test_unseen_items_are_those_that_nobody_of_the_group_has_had():
    counts = dict.fromkeys(["a0", "a1", "a2", "a3", "b0"], 1)
    assert set(chosen("unseen", counts)) == {(item, "unseen") for item in ("b1", "b2", "b3")}


def test_seen_items_come_by_the_fewest_answers():
    assert set(chosen("seen", {"a0": 2, "a1": 1, "b0": 1})) == {("a1", "seen"), ("b0", "seen")}


def test_balanced_ones_are_of_the_stratum_with_the_fewest_answers_an_item():
    assert {item[0] for item, _ in chosen("balanced", {"a0": 2, "b0": 1})} == {"b"}


def test_a_kind_without_items_gives_a_balanced_one():
    assert {kind for _, kind in chosen("seen", {})} == {"balanced"}
    assert {kind for _, kind in chosen("unseen", dict.fromkeys(STRATA, 1))} == {"balanced"}


def test_items_that_have_enough_come_when_a_volunteer_has_had_the_others():
    full = dict.fromkeys(STRATA, 3) | {"b3": 2}
    assert set(chosen("balanced", full)) == {("b3", "balanced")}
    beyond = chosen("seen", full | {"a1": 4}, done={"b3"})
    assert {item for item, _ in beyond} == set(STRATA) - {"b3", "a1"}


def test_nobody_gets_an_item_twice_and_all_end():
    done: list[str] = []
    while found := choose("unseen", Counter(done), STRATA, done, 1, random.Random(1)):
        done.append(found[0])
    assert sorted(done) == sorted(STRATA)


@given(
    kind=st.sampled_from(KINDS),
    counts=st.dictionaries(st.sampled_from(sorted(STRATA)), st.integers(0, 5)),
    done=st.sets(st.sampled_from(sorted(STRATA))),
    wanted=st.integers(1, 5),
)
def test_what_is_lacking_always_comes_first(kind, counts, done, wanted):
    found = choose(kind, counts, STRATA, done, wanted, random.Random(2))
    left = [item for item in STRATA if item not in done]
    if not left:
        assert found is None
        return
    item, taken = found
    assert item in left
    if any(counts.get(one, 0) < wanted for one in left):
        assert counts.get(item, 0) < wanted
    if taken != "balanced":
        assert taken == kind
        assert (counts.get(item, 0) > 0) == (kind == "seen")
