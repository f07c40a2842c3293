"""Which texts a score rests on, and how many texts or units that is."""

import numpy as np
import pytest

from geobias.measures.scores.shares import effective_number, relevance
from geobias.tables import Predictions

LABELS = np.array([1, 1, 1, 0, 0], np.int8)
SAID = np.array([[0.9, 0.9, 0.1, 0.9, 0.1], [0.9, 0.1, 0.1, 0.1, 0.1]])
PREDICTIONS = Predictions(("m0", "m1"), np.arange(5), LABELS, SAID, ("neg", "pos"))


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("accuracy", [1, 1, 1, 1, 1]),
        ("recall_pos", [1, 1, 1, 0, 0]),
        ("precision_pos", [1, 0.5, 0, 0.5, 0]),  # by how many models call it positive
        ("auc", [0, 0, 0, 1, 1]),  # the rarer class
        ("brier", [1, 1, 1, 1, 1]),
    ],
)
def test_the_texts_of_a_score(metric, expected):
    np.testing.assert_array_equal(relevance(PREDICTIONS, np.arange(5), metric), expected)


def test_equal_ones_count_in_full_and_one_alone_as_one():
    assert effective_number(np.ones(7)) == 7
    assert effective_number(np.array([5.0, 0, 0])) == 1
    assert effective_number(np.zeros(3)) == effective_number(np.empty(0)) == 0
    assert effective_number(np.ones(6), np.array([0, 0, 0, 1, 1, 1])) == 2
