"""Draws: sizes, seeds, weights, and the way back to rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.sampling import Draw, nested_bootstrap, subsamples

POOLS = {"au": np.arange(10, 60), "nz": np.arange(100, 112)}


@given(st.lists(st.integers(0, 20), min_size=1, max_size=50))
def test_a_draw_converts_both_ways_without_loss(rows):
    draw = Draw.from_rows({"au": np.array(rows)})
    assert sorted(rows) == draw.repeated()["au"].tolist()
    assert draw.weights["au"].sum() == len(rows)
    assert (np.diff(draw.rows["au"]) > 0).all()


def test_the_nested_bootstrap_draws_inner_samples_from_their_outer_one():
    draws = nested_bootstrap(POOLS, outer=3, outer_documents=8, inner=4, documents=20, seed=0, purpose="t")
    assert len(draws) == 12
    assert draws.positions["au"].shape == (12, 20)
    assert draws.outer.tolist() == [0] * 4 + [1] * 4 + [2] * 4
    for outer in range(3):
        block = draws.positions["au"][draws.outer == outer]
        assert len(np.unique(block)) <= 8
    assert set(draws.rows(0)["nz"]) <= set(range(100, 112))


def test_subsamples_hold_no_document_twice_and_can_be_cut_to_the_smallest_group():
    draws = subsamples(POOLS, repeats=5, documents=30, seed=1, purpose="t")
    assert draws.positions["au"].shape == (5, 30)
    assert draws.positions["nz"].shape == (5, 12)
    assert all(len(set(row)) == 30 for row in draws.positions["au"].tolist())
    equal = subsamples(POOLS, repeats=5, documents=30, seed=1, purpose="t", equal=True)
    assert equal.positions["au"].shape == (5, 12)


@pytest.mark.parametrize("other", [{"seed": 1}, {"purpose": "u"}])
def test_one_seed_and_purpose_give_the_same_draws_and_another_does_not(other):
    sizes = {"outer": 2, "outer_documents": 9, "inner": 2, "documents": 9}
    same = [nested_bootstrap(POOLS, **sizes, seed=0, purpose="t").positions["au"] for _ in range(2)]
    assert np.array_equal(*same)
    different = nested_bootstrap(POOLS, **sizes, **{"seed": 0, "purpose": "t", **other}).positions["au"]
    assert not np.array_equal(same[0], different)


def test_drawn_rows_are_the_union_over_repeats_and_groups():
    draws = subsamples(POOLS, repeats=2, documents=4, seed=0, purpose="t")
    expected = sorted({row for repeat in range(2) for rows in draws.rows(repeat).values() for row in rows})
    assert draws.drawn_rows().tolist() == expected


def test_strata_come_in_like_numbers():
    strata = np.arange(200) % 3
    draws = subsamples(POOLS, repeats=4, documents=10, seed=0, purpose="t", strata=strata)
    for repeat in range(4):
        _, counts = np.unique(strata[draws.rows(repeat)["au"]], return_counts=True)
        assert sorted(counts.tolist()) == [3, 3, 4]
        assert len(set(draws.rows(repeat)["au"])) == 10


def test_fewer_documents_than_strata_are_refused():
    with pytest.raises(InputError, match=r"a sample of 'au' must have a document of each of its 3 blocks"):
        subsamples(POOLS, repeats=1, documents=2, seed=0, purpose="t", strata=np.arange(200) % 3)


def test_a_part_of_the_repeats_is_what_it_is_among_all_and_knows_its_place():
    draws = nested_bootstrap(POOLS, outer=3, outer_documents=8, inner=4, documents=20, seed=0, purpose="t")
    part = draws.part(range(4, 10)).part(range(1, 3))
    assert (len(part), part.first, part.outer.tolist()) == (2, 5, [1, 1])
    for place in (0, 1):
        assert all(np.array_equal(part.rows(place)[name], draws.rows(5 + place)[name]) for name in draws.groups)
