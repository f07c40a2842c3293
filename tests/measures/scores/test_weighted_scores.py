"""Scores of weighted documents: against the scores of the documents repeated as often as they weigh."""

from functools import partial

import numpy as np
import pytest

from geobias.measures.scores.names import score_names, weighted_names
from geobias.measures.scores.scores_by_model import binary_scores, multiclass_scores, multilabel_scores, scores_at
from geobias.models.classifier import one_hot
from geobias.tables import Predictions

NAN = float("nan")


def some_classes(rng, models=4, n=80, classes=3):
    """One of three classes per text; some texts without a label, some predictions missing."""
    probabilities = rng.dirichlet(np.ones(classes), (models, n)).astype(np.float32)
    probabilities[rng.random((models, n)) < 0.1] = NAN
    known = one_hot(rng.integers(-1, classes, n), classes)
    names = tuple(f"m{i}" for i in range(models))
    return Predictions(names, np.arange(n), known, probabilities, ("a", "b", "c"), exclusive=True)


def some_predictions(rng, models=4, n=80, labels=0):
    shape = (n, labels) if labels else (n,)
    probabilities = rng.random((models, *shape)).round(2).astype(np.float32)
    probabilities[rng.random(probabilities.shape) < 0.1] = NAN
    known = np.where(rng.random(shape) < 0.05, -1, rng.integers(0, 2, shape)).astype(np.int8)
    names = tuple("abcdefg"[: labels or 2])
    thresholds = rng.uniform(0.3, 0.7, models)
    return Predictions(tuple(f"m{i}" for i in range(models)), np.arange(n), known, probabilities, names, thresholds)


@pytest.mark.parametrize("make", [some_predictions, partial(some_predictions, labels=3), some_classes])
def test_weights_of_one_are_no_weights(make):
    predictions = make(np.random.default_rng(4))
    once, weighted = (scores_at(predictions, np.arange(70), 0.3, weights) for weights in (None, np.ones((1, 70))))
    for name in weighted_names(predictions.task):
        np.testing.assert_allclose(weighted[name][0], once[name], rtol=1e-15, err_msg=name)


@pytest.mark.parametrize(
    ("make", "scores"),
    [
        (some_predictions, partial(binary_scores, prevalence=0.3)),
        (partial(some_predictions, labels=3), multilabel_scores),
        (some_classes, multiclass_scores),
    ],
)
def test_a_whole_weight_is_a_repeated_document(make, scores):
    rng = np.random.default_rng(0)
    predictions = make(rng)
    at = np.sort(rng.choice(80, 60, replace=False))
    weights = rng.integers(0, 4, (5, 60))
    found = scores_at(predictions, at, 0.3, weights.astype(float), weighted_names(predictions.task))
    for replicate, row in enumerate(weights):
        drawn = np.repeat(at, row)
        expected = scores(predictions.probabilities[:, drawn], predictions.labels[drawn], predictions.thresholds(drawn))
        for name, values in found.items():
            np.testing.assert_allclose(values[replicate], expected[name], atol=1e-12, err_msg=name)
    assert set(found) <= set(score_names(predictions.task))


def test_a_model_that_predicts_nothing_has_no_score():
    predictions = some_predictions(np.random.default_rng(2))
    predictions.probabilities[1] = NAN
    found = scores_at(predictions, np.arange(80), weights=np.ones((2, 80)), metrics=weighted_names("binary"))
    for name, values in found.items():
        assert np.isnan(values[:, 1]).all(), name
    empty = scores_at(predictions, np.empty(0, np.int64), weights=np.ones((2, 0)))
    assert all(np.isnan(values).all() for values in empty.values())
