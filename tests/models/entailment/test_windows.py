"""Windows: they cover a text and overlap, and what is said of them becomes one judgement."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from geobias.models.entailment.windows import combine, cut


@given(st.integers(1, 500), st.integers(1, 60), st.floats(0, 0.9))
def test_windows_cover_a_text_and_overlap(length, room, overlap):
    windows = cut(length, room, overlap)
    assert {place for start, stop in windows for place in range(start, stop)} == set(range(length))
    assert {stop - start for start, stop in windows} == {min(room, length)}
    shared = [before[1] - after[0] for before, after in pairwise(windows)]
    assert all(tokens >= min(overlap * room, room - 1) for tokens in shared)
    assert windows[0][0] == 0
    assert windows[-1][1] == length


def test_there_are_no_more_windows_than_needed():
    assert cut(43, 43, 0.25) == [(0, 43)]
    assert cut(44, 43, 0.25) == [(0, 43), (1, 44)]
    assert [len(cut(length, 40, 0.25)) for length in (70, 71, 100, 101)] == [2, 3, 3, 4]  # 30 new tokens each
    assert [len(cut(length, 40, 0.0)) for length in (80, 81)] == [2, 3]


def probabilities(rows: int):
    return arrays.arrays(np.float64, (rows, 3), elements=st.floats(0.01, 1)).map(lambda x: x / x.sum(1, keepdims=True))


@given(probabilities(7), st.sampled_from([[7], [3, 4], [1, 5, 1], [1] * 7]), st.sampled_from(["maximum", "mean"]))
def test_a_combination_is_of_probabilities_and_knows_no_order(values, windows, rule):
    found = combine(values, np.array(windows), rule)
    assert found.sum(1) == pytest.approx(1)
    assert (found >= 0).all()
    parts = np.split(values, np.cumsum(windows)[:-1])
    assert np.allclose(combine(np.concatenate([part[::-1] for part in parts]), np.array(windows), rule), found)
    for row, part in zip(found, parts, strict=True):
        if len(part) == 1:
            assert (row == part[0]).all()
        elif rule == "mean":
            assert row == pytest.approx(part.mean(0))
        else:
            assert row[2] / row[0] == pytest.approx(part[:, 2].max() / part[:, 0].max())
            assert row[0] + row[2] == pytest.approx(min(1, part[:, 0].max() + part[:, 2].max()))


def test_one_window_that_entails_is_enough():
    silent = [[0.05, 0.9, 0.05]] * 5
    assert combine(np.array([*silent, [0.01, 0.04, 0.95]]), np.array([6]), "maximum").round(2).tolist() == [
        [0.05, 0, 0.95]
    ]
    assert combine(np.array([[0.0, 0.1, 0.9], [0.9, 0.1, 0.0]]), np.array([2]), "maximum").tolist() == [[0.5, 0.0, 0.5]]
