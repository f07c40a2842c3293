"""Planted truths in plain types, and the probabilities that turn labels."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora.synthetic_plan import WRY_SHARE, flip_probabilities, make_plan


@given(st.floats(0, 0.2), st.floats(0.3, 0.7))
def test_as_many_labels_turn_either_way(loss, positive_share):
    negative, positive = flip_probabilities(loss, positive_share)
    up, down = WRY_SHARE * (1 - positive_share) * negative, WRY_SHARE * positive_share * positive
    assert up == pytest.approx(down)
    assert up + down == pytest.approx(loss)
    assert max(negative, positive) <= 1


def test_details_are_plain_and_symmetric():
    details = make_plan(("za", "us", "uk"), 0.5, 1.0, None, None).details()
    assert json.loads(json.dumps(details)) == details
    assert details["planted_groups"] == ["za", "us", "uk"]
    distance = np.array(details["planted_distance"])
    assert (distance == distance.T).all()
    assert distance[0, 1] == 0.5


def test_all_regions_write_alike_at_strength_0():
    plan = make_plan(("au", "za"), 0.0, 1.0, None, None)
    for index in range(2):
        assert (plan.style(index).topic, plan.style(index).own_words) == (0.0, 0.0)
