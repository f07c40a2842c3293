"""Frames: predictions are stored whole, whatever the task."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.corpora import Corpus
from geobias.pipeline.frames import predictions_frame
from geobias.tables import Predictions


@pytest.fixture
def corpus() -> Corpus:
    strings = np.array(["a", "b", "c"], dtype=object)
    return Corpus(ids=strings, texts=strings, attributes={"region": strings})


def test_binary_predictions_are_one_row_a_model_and_text(corpus):
    probabilities = np.array([[0.1, np.nan], [0.2, 0.9]], dtype=np.float32)
    predictions = Predictions(("m0", "m1"), np.array([0, 2]), np.array([0, -1]), probabilities, ("n", "p"))
    frame = predictions_frame(corpus, predictions)
    assert frame[["model", "id", "label"]].values.tolist() == [["m0", "a", 0], ["m1", "a", 0], ["m1", "c", -1]]
    assert frame.probability.tolist() == pytest.approx([0.1, 0.2, 0.9])


def test_multilabel_predictions_keep_every_probability(corpus):
    probabilities = np.array([[[0.1, 0.8], [np.nan, np.nan]]], dtype=np.float32)
    labels = np.array([[1, 1], [0, 1]])
    predictions = Predictions(("m0",), np.array([1, 2]), labels, probabilities, ("earn", "acq"))
    frame = predictions_frame(corpus, predictions)
    assert frame[["model", "id", "labels"]].values.tolist() == [["m0", "b", "earn|acq"]]
    assert frame[["p(earn)", "p(acq)"]].values[0].tolist() == pytest.approx([0.1, 0.8])
