"""Rows of differences: test and size of one pair as one row."""

from __future__ import annotations

from dataclasses import asdict, fields

import numpy as np

from geobias.tables import Difference

TEST = Difference("au (matched)", "ca", 9, 8, p_permutation=0.01, p_max=0.02, strongest="energy", note="few samples")
SIZE = Difference("au", "ca", 9, 8, distance=0.5, low=-0.1, high=0.9, level=0.9, margin=0.64, note="wide")


def test_a_test_takes_what_a_row_of_sizes_has_measured_and_keeps_its_own():
    both = TEST.with_size(SIZE)
    assert (both.group_a, both.p_permutation, both.p_max, both.strongest) == ("au (matched)", 0.01, 0.02, "energy")
    assert (both.distance, both.low, both.high, both.level, both.margin) == (0.5, -0.1, 0.9, 0.9, 0.64)
    assert both.note == "few samples; wide"
    named = {field.name for field in fields(Difference)} - {"note"}
    known = {name for name in named if getattr(both, name) == getattr(both, name)}
    assert known == {name for name in named if any(getattr(row, name) == getattr(row, name) for row in (TEST, SIZE))}


def test_a_size_that_is_not_known_hides_nothing():
    for size in (Difference("au", "ca", 9, 8), TEST):
        np.testing.assert_equal(asdict(TEST.with_size(size)), asdict(TEST))
