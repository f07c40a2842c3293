"""Gaps that scores can have, and those that they cannot."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.audit.score_tables import gap_line, gap_line_of

GROUPS = tuple("abcdefg")
SCORES = st.lists(st.integers(0, 10**6), min_size=7, max_size=7, unique=True)


def gaps_of(scores):
    return {(a, b): abs(x - y) / 1e4 for (a, x), (b, y) in combinations(zip(GROUPS, scores, strict=True), 2)}


@given(SCORES)
def test_gaps_of_any_scores_lie_on_a_line(scores):
    assert gap_line_of(gaps_of(scores)).wrong == {}


@given(SCORES, st.integers(0, 20), st.floats(0.5, 20))
def test_one_wrong_gap_is_named_with_the_right_one(scores, place, off):
    gaps = gaps_of(scores)
    pair = list(gaps)[place]
    wrong = gaps | {pair: round(gaps[pair] + off, 4)}
    assert gap_line_of(wrong).wrong == {pair: pytest.approx(gaps[pair], abs=1e-6)}


def test_three_wrong_gaps_of_one_row_are_named():
    gaps = gaps_of([0.0, 3e4, 1e4, 8e4, 4.5e4, 9e4, 2e4])
    shifted = gaps | {("d", "e"): gaps["d", "f"], ("d", "f"): gaps["d", "g"], ("d", "g"): gaps["d", "e"]}
    assert set(gap_line_of(shifted).wrong) == {("d", "e"), ("d", "f"), ("d", "g")}


def test_printed_gaps_may_be_rounded():
    gaps = {pair: round(value, 2) for pair, value in gaps_of([0, 31234, 11238, 85551, 42122, 99999, 77]).items()}
    assert gap_line_of(gaps).wrong == {}


def test_distances_are_no_gaps():
    points = np.random.default_rng(0).normal(size=(7, 5))
    distances = {
        (a, b): float(np.linalg.norm(points[i] - points[j])) for (i, a), (j, b) in combinations(enumerate(GROUPS), 2)
    }
    assert gap_line_of(distances) is None


def test_three_groups_tell_nothing():
    values = np.array([[0, 1.0, 5.0], [1.0, 0, 1.0], [5.0, 1.0, 0]])
    assert gap_line(values, np.full((3, 3), 1e-9)) is None
