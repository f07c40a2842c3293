"""The linear probe: equal to scikit-learn, honest about labels it never saw."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from geobias.errors import InputError
from geobias.models.classifier import ProbeJob, probe_probabilities


@pytest.fixture
def data() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    features = rng.normal(size=(200, 10)).astype(np.float32)
    labels = (features[:, :4].T + rng.normal(size=(4, 200)) > 0).T.astype(np.int8)
    return features, labels


JOBS = [ProbeJob("a", np.arange(100), np.arange(150, 200)), ProbeJob("b", np.arange(50, 150), np.arange(20))]


def test_binary_probabilities_equal_scikit_learn(data):
    features, labels = data
    got = probe_probabilities(features, labels[:, 0], JOBS)
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    model.fit(features[:100].astype(np.float64), labels[:100, 0])
    assert np.abs(got[0, 150:] - model.predict_proba(features[150:])[:, 1]).max() < 1e-5
    assert np.isnan(got[0, :150]).all()
    assert np.isfinite(got[1, :20]).all()


def test_several_classes_equal_scikit_learn_and_one_that_is_not_trained_gets_nothing(data):
    features, labels = data
    classes = labels[:, :2].sum(1) + (labels[:, 2] & labels[:, 3])  # 0 to 3
    jobs = [JOBS[0], ProbeJob("b", np.flatnonzero(classes < 3), np.arange(20))]
    got = probe_probabilities(features, classes, jobs, classes=4)
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    model.fit(features[:100].astype(np.float64), classes[:100])
    assert np.abs(got[0, 150:] - model.predict_proba(features[150:])).max() < 1e-4
    assert (got[1, :20, 3] == 0).all()
    assert got[1, :20].sum(1) == pytest.approx(1, abs=1e-5)


def test_one_probe_a_label_and_a_constant_for_labels_without_variety(data):
    features, labels = data
    labels[:, 2] = 0
    got = probe_probabilities(features, labels, JOBS)
    assert got.shape == (2, 200, 4)
    assert (got[0, 150:, 2] == 0).all()
    single = probe_probabilities(features, labels[:, 3], JOBS)
    assert np.abs(got[0, 150:, 3] - single[0, 150:]).max() < 1e-5


def test_results_do_not_depend_on_workers(data):
    features, labels = data
    assert np.array_equal(
        probe_probabilities(features, labels, JOBS, workers=1), probe_probabilities(features, labels, JOBS, workers=2),
        equal_nan=True,
    )  # fmt: skip


def test_one_class_is_named(data):
    features, labels = data
    with pytest.raises(InputError) as error:
        probe_probabilities(features, np.zeros(200, dtype=np.int8), JOBS)
    assert str(error.value) == (
        "a probe needs texts of two labels or more to train on, but all 100 training texts of the model a have label "
        "[0]. Give training texts of other labels, or set task=none."
    )
    with pytest.raises(InputError, match="none of the 4 labels of the model a does"):
        probe_probabilities(features, np.zeros_like(labels), JOBS)
