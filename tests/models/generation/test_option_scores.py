"""Scores as they are used: beginnings apart, probabilities, and calibration by a content-free prompt."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import softmax

from geobias.errors import InputError
from geobias.models.generation import calibrated, option_probabilities
from geobias.models.generation.option_scores import apart

SCORES = st.lists(st.lists(st.floats(-30, 0), min_size=3, max_size=3), min_size=1, max_size=5)


@given(SCORES)
def test_probabilities_are_softmax(scores):
    assert option_probabilities(scores) == pytest.approx(softmax(np.array(scores), axis=-1))


@given(SCORES, st.lists(st.floats(-5, 0), min_size=3, max_size=3))
def test_calibration_is_the_diagonal_matrix_of_the_paper(scores, free):
    matrix = np.diag(1 / softmax(free))
    expected = softmax(np.array(scores), axis=-1) @ matrix
    assert calibrated(scores, free) == pytest.approx(expected / expected.sum(axis=-1, keepdims=True))


def test_calibration_takes_a_preference_out():
    free = np.log([0.7, 0.2, 0.1])
    assert calibrated(free, free) == pytest.approx(np.full(3, 1 / 3))
    several = calibrated(free, [free, np.log([0.1, 0.2, 0.7])])
    assert several == pytest.approx(np.array([0.7, 0.2, 0.1]) / [0.4, 0.2, 0.4] / (1.75 + 1 + 0.25))


def test_impossible_options_are_0_and_unknown_ones_stay_unknown():
    assert option_probabilities([0.0, -np.inf]).tolist() == [1.0, 0.0]
    assert np.isnan(option_probabilities([[0.0, np.nan]])).all()


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (
            lambda: option_probabilities([]),
            "scores must be of at least one option, but their shape is (0,). Give some.",
        ),
        (
            lambda: option_probabilities([-np.inf, -np.inf]),
            "scores must be logarithms of probabilities, of which one in every row is above 0, but the largest of a "
            "row is -inf. Leave such rows out, or look at how the options are written.",
        ),
        (
            lambda: calibrated([0, 0], [0, 0, 0]),
            "both must score the same options, but there are 2 and 3. Score the same.",
        ),
        (
            lambda: calibrated([0, 0], [0, -np.inf]),
            "every option must be possible without content, but that of place 1 has probability 0.0. Choose another "
            "content-free text, or leave the option out.",
        ),
    ],
)
def test_what_is_no_score_is_refused(make, wrong):
    with pytest.raises(InputError) as raised:
        make()
    assert str(raised.value) == wrong


def test_what_begins_another_loses_what_that_has():
    scores = np.log([0.5, 0.3, 0.2, 0.1])
    tokens = [(1,), (1, 2), (1, 2, 3), (1, 4)]
    # (1, 2) holds (1, 2, 3), so that is taken from (1,) once.
    assert np.exp(apart(scores, tokens)) == pytest.approx([0.1, 0.1, 0.2, 0.1])
    assert apart(scores[:1], tokens[:1]) == (scores[0],)
    assert apart([-1.0, -1.0], [(1,), (1, 2)])[0] == -np.inf
