"""Predictions: shapes, ratings, and models that abstain."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.tables import Predictions

NAN = float("nan")
NAMES = ("low", "middle", "high")


def rated(**changed) -> Predictions:
    """Two models on four texts with one of three ratings each; the last text has none."""
    labels = np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0], [-1, -1, -1]], dtype=np.int8)
    probabilities = np.full((2, 4, 3), 1 / 3, dtype=np.float32)
    probabilities[0, 1:3] = NAN
    given = {"exclusive": True, "ordered": True, **changed}
    return Predictions(("a", "b"), np.arange(4), labels, probabilities, NAMES, **given)


def test_wrong_shapes_are_refused():
    wanted = r"probabilities must be \(1, 3\) for 1 models and 3 rows, but they are \(1, 2\)"
    with pytest.raises(InputError, match=wanted):
        Predictions(("m",), np.arange(3), np.zeros(3), np.zeros((1, 2)), ("n", "p"))


def test_ratings_have_their_rank():
    assert rated().places.tolist() == [0, 2, 1, -1]
    assert rated().task == "multiclass"
    two = Predictions(("m",), np.arange(3), np.array([1, 0, -1], np.int8), np.zeros((1, 3)), ("n", "p"), ordered=True)
    assert two.places.tolist() == [1, 0, -1]


def test_several_labels_of_a_text_have_no_order():
    with pytest.raises(InputError) as error:
        rated(exclusive=False)
    assert str(error.value) == (
        "ordered labels must be ones of which a text has one, but a text may have several of "
        "['low', 'middle', 'high']. Pass exclusive=True, or leave ordered out."
    )
    with pytest.raises(InputError, match="texts must have one label each to have a place"):
        _ = rated(exclusive=False, ordered=False).places


def test_abstaining_is_told_from_not_being_asked():
    silent = np.zeros((2, 4), dtype=bool)
    silent[0, 1] = True
    predictions = rated(abstained=silent)
    assert predictions.answered.tolist() == [[True, False, False, True], [True] * 4]
    assert predictions.abstention().tolist() == [1 / 3, 0.0]
    assert predictions.abstention(np.array([1, 2])).tolist() == [1.0, 0.0]
    assert np.isnan(predictions.abstention(np.array([2]))[0])
    assert rated().abstention().tolist() == [0.0, 0.0]


def test_a_model_that_abstains_says_nothing():
    silent = np.zeros((2, 4), dtype=bool)
    silent[1, 2] = True
    with pytest.raises(InputError, match=r"a model that abstains must give no probability, but 'b' gives \[0.33"):
        rated(abstained=silent)
    for wrong in (silent.astype(int), silent[0], silent.T):
        with pytest.raises(InputError, match=r"abstained must be bool \(2, 4\), by model and row, but it is"):
            rated(abstained=wrong)
