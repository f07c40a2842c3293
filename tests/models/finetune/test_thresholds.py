"""Thresholds: equal to trying every one."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics

from geobias.models.finetune.thresholds import best_threshold, dev_score


def test_scores_are_those_of_scikit_learn():
    rng = np.random.default_rng(0)
    probabilities, labels = rng.random((50, 4)), (rng.random((50, 4)) < 0.3).astype(int)
    assert dev_score(probabilities, labels, 0.6) == pytest.approx(
        metrics.f1_score(labels, probabilities >= 0.6, average="micro")
    )
    assert dev_score(probabilities[:, :1], labels[:, :1], 0.6) == pytest.approx(
        metrics.accuracy_score(labels[:, 0], probabilities[:, 0] >= 0.6)
    )
    assert dev_score(np.zeros((3, 2)), np.zeros((3, 2)), 0.5) == 0


@pytest.mark.parametrize("labels", [1, 5])
def test_no_other_threshold_is_better(labels):
    rng = np.random.default_rng(labels)
    for _ in range(30):
        probabilities = rng.random((12, labels)).round(1).astype(np.float32)
        known = (rng.random((12, labels)) < 0.4).astype(int)
        found = best_threshold(probabilities, known)
        best = max(dev_score(probabilities, known, t) for t in np.linspace(0.001, 0.999, 999))
        assert 0 < found < 1
        assert dev_score(probabilities, known, found) == pytest.approx(best)
