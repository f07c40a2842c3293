"""Majority labels, and shares of items with intervals over items and annotators."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.measures.alignment import MajorityLabels
from geobias.measures.alignment.majority import _decides
from geobias.stats import wilson_interval


def differ(labels):
    return labels[0] != labels[1]


@pytest.fixture
def world(worlds):
    return replace(worlds.WORLDS["binary answers, 8 to 40 annotators, 200 items"], items=120)


def test_labels_are_strict_majorities(world):
    judged = world.drawn(np.random.default_rng(0))
    labels = MajorityLabels.of(judged, "group").labels
    member = judged.members("group")["g1"]
    for item in range(20):
        answers = judged.answers[(judged.item == item) & member[judged.annotator]]
        assert labels["g1"][item] == (answers.sum() * 2 > len(answers))


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=30))
def test_an_answer_decides_where_the_other_one_would_change_the_label(given_answers):
    item, answer = (np.array(part) for part in zip(*given_answers, strict=True))
    item = np.unique(item, return_inverse=True)[1]
    answer = answer.astype(np.float64)
    for place, decides in enumerate(_decides(answer, item)):
        same = item == item[place]
        other = answer.copy()
        other[place] = 1 - other[place]
        assert decides == ((answer[same].mean() > 0.5) != (other[same].mean() > 0.5))


def test_where_no_annotator_judges_two_items_the_interval_is_wilsons(world):
    judged = world.drawn(np.random.default_rng(1))
    several = np.arange(len(judged)).astype(str).astype(object)
    group = [judged.attributes["group"][who] for who in judged.annotator]
    alone = replace(judged, annotators=several, annotator=np.arange(len(judged)), attributes={"group": group}, ways={})
    found = MajorityLabels.of(alone, "group").share(["g0", "g1"], differ)
    low, high = wilson_interval(found.share * 120, 120)
    assert found.design == pytest.approx(1, abs=0.02)
    assert (found.low, found.high) == pytest.approx((float(low), float(high)), abs=0.003)


def test_strict_annotators_of_many_items_widen_it_as_much_as_shares_move(world):
    found = [
        MajorityLabels.of(replace(world, stern=1.0).drawn(np.random.default_rng(run)), "group").share(
            ["g0", "g2"], differ
        )
        for run in range(60)
    ]
    spread = np.std([one.share for one in found], ddof=1)
    assert np.mean([one.design for one in found]) > 1.2
    assert np.mean([one.error for one in found]) == pytest.approx(spread, rel=0.25)


def test_what_always_or_never_happens_has_wilsons_interval(world):
    labels = MajorityLabels.of(world.drawn(np.random.default_rng(2)), "group")
    never = labels.share(["g0", "g1"], lambda both: np.zeros(both.shape[1], dtype=bool))
    assert (never.share, never.low) == (0, 0)
    assert never.high == pytest.approx(float(wilson_interval(0, 120)[1]))


def test_items_that_a_group_did_not_answer_take_no_part(world):
    judged = world.drawn(np.random.default_rng(3))
    some = judged.select(judged.item > 19)
    labels = MajorityLabels.of(some, "group")
    assert np.isnan(labels.labels["g0"][:20]).all()
    assert labels.share(["g0", "g1"], differ).n_items == 100
    nobody = MajorityLabels.of(judged.select(np.array([], dtype=np.int64)), "group")
    assert np.isnan(nobody.share(["g0", "g1"], differ).share)
