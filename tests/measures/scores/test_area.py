"""The area under the ROC curve against scikit-learn, with ties, missing scores and weights."""

import numpy as np
import pytest
from sklearn import metrics

from geobias.measures.scores.area import area_under_curve

NAN = float("nan")


def test_area_under_curve_of_a_stack():
    rng = np.random.default_rng(1)
    scores, positive = rng.integers(0, 9, (3, 4, 50)).astype(float), rng.random((4, 50)) < 0.4
    areas = area_under_curve(scores, positive)
    for place in np.ndindex(3, 4):
        assert areas[place] == pytest.approx(metrics.roc_auc_score(positive[place[1]], scores[place]), abs=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_any_weights(dtype):
    rng = np.random.default_rng(2)
    scores, positive = rng.integers(0, 9, (4, 80)).astype(dtype), rng.random(80) < 0.4
    scores[rng.random(scores.shape) < 0.1] = NAN
    weights = rng.exponential(size=(3, 80))
    areas = area_under_curve(scores, positive, weights)
    for replicate, model in np.ndindex(3, 4):
        used = ~np.isnan(scores[model])
        expected = metrics.roc_auc_score(positive[used], scores[model][used], sample_weight=weights[replicate][used])
        assert areas[replicate, model] == pytest.approx(expected, abs=1e-12)


def test_one_class_alone_has_none():
    assert np.isnan(area_under_curve(np.array([0.1, 0.2, NAN]), np.array([True, True, False])))
    assert np.isnan(area_under_curve(np.array([0.1, 0.2]), np.array([True, False]), np.array([[1.0, 0.0]])))
