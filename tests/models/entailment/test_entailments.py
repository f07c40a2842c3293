"""Entailments: labels by the most probable relation, or by a threshold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from geobias.models.entailment import RELATIONS, Entailments

ROWS = np.array([[0.1, 0.2, 0.7], [0.6, 0.3, 0.1], [0.3, 0.4, 0.3], [0.5, 0.0, 0.5], [0.2, 0.4, 0.4]])


def said(values: np.ndarray, threshold: float | None = None) -> Entailments:
    return Entailments(values, "e", "f", threshold=threshold)


def test_labels_are_those_of_the_relations():
    assert RELATIONS == ("contradiction", "neutral", "entailment")
    assert said(ROWS).labels.tolist() == [1, -1, 0, 0, 0]
    assert said(ROWS).labels.dtype == np.int8
    assert said(ROWS).balance == pytest.approx([0.6, -0.5, 0, 0, 0.2])


@pytest.mark.parametrize(
    ("threshold", "labels"),
    [(0.35, [1, -1, 0, 0, 1]), (0.6, [1, -1, 0, 0, 0]), (0.65, [1, 0, 0, 0, 0]), (1.0, [0] * 5)],
)
def test_a_threshold_gives_a_label_from_there_on(threshold, labels):
    assert said(ROWS, threshold).labels.tolist() == labels


@given(arrays(np.float64, (4, 3, 3), elements=st.floats(0, 1)), st.sampled_from([None, 0.2, 0.5]))
def test_turning_round_both_relations_turns_the_label(values, threshold):
    forth, back = said(values, threshold), said(values[..., ::-1], threshold)
    assert np.array_equal(forth.labels, -back.labels)
    assert forth.labels.shape == (4, 3)
    if threshold is None:
        decided = forth.labels != 0
        assert np.array_equal(forth.labels[decided], values.argmax(-1)[decided] - 1)
