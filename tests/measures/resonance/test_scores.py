"""Projections: closed forms of the three scorings, and what holds of any labels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from geobias.errors import InputError
from geobias.measures.resonance import BOTH, SCORINGS, SECULAR, TRADITIONAL, ResonanceScores, read_values

LABELS = arrays(np.int8, (3, 5), elements=st.integers(-1, 1))
LOADINGS = [0.7, 0.61, 0.61, 0.6, 0.51]


def made(hypotheses, inversions, **more):
    n = len(hypotheses)
    return ResonanceScores(read_values(), hypotheses, inversions, tuple("abcdefgh"[:n]), np.zeros(n), ("",) * n, **more)


def test_closed_forms():
    one = made(np.array([[1, 0, -1, 0, 1]]), np.array([[-1, 1, 0, 0, 0]]))
    assert one.projection(TRADITIONAL)[0] == pytest.approx(0.7 - 0.61 + 0.51)
    assert one.projection(SECULAR)[0] == pytest.approx(0.7 - 0.61)
    assert one.projection()[0] == pytest.approx((0.6 + 0.09) / 2)
    assert one.by_value().tolist() == [[1.0, -0.5, -0.5, 0.0, 0.5]]


@given(LABELS, LABELS)
def test_what_holds_of_any_labels(hypotheses, inversions):
    one, turned = made(hypotheses, inversions), made(-hypotheses, -inversions)
    swapped = made(inversions, hypotheses)
    assert np.allclose(one.projection(BOTH), (one.projection(TRADITIONAL) + one.projection(SECULAR)) / 2)
    for scoring in SCORINGS:
        assert np.abs(one.projection(scoring)).max() <= sum(LOADINGS) + 1e-9
        assert np.allclose(one.projection(scoring), -turned.projection(scoring))
        assert np.allclose(one.by_value(scoring) @ LOADINGS, one.projection(scoring))
    assert np.allclose(one.projection(BOTH), -swapped.projection(BOTH))


def test_a_response_that_mirrors_has_one_place_by_every_scoring():
    labels = np.array([[1, -1, 0, 1, 1], [0, 0, 0, 0, 0]])
    one = made(labels, -labels)
    assert all(np.allclose(one.projection(scoring), labels @ LOADINGS) for scoring in SCORINGS)


def test_parts_of_it():
    one = made(np.eye(5, dtype=int)[:3], np.zeros((3, 5), dtype=int), fields={"nation": ("de", "", "us")})
    assert one.where(nation="us").prompt == ("c",)
    assert one.only(one.labels("nation") != "").fields == {"nation": ("de", "us")}
    with pytest.raises(InputError) as error:
        one.labels("nations")
    said = "'nations' must be a field of the responses, but it is not. There are ['prompt', 'design', 'nation']."
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("hypotheses", "more", "message"),
    [
        (np.full((2, 5), 2), {}, "hypotheses must be of shape (2, 5), of 1, 0 and -1, but there are others. "
         "Pass labels of entailment."),
        (np.zeros((2, 4)), {}, "hypotheses must be of shape (2, 5), of 1, 0 and -1, but it is of shape (2, 4). "
         "Pass labels of entailment."),
        (np.zeros((2, 5)), {"fields": {"age": ("20",)}}, "'age' must have 2 entries, but it has 1. Align both."),
    ],
)  # fmt: skip
def test_what_is_refused(hypotheses, more, message):
    with pytest.raises(InputError) as error:
        made(hypotheses, np.zeros((2, 5)), **more)
    assert str(error.value) == message
