"""Scores against scikit-learn, model by model, with missing predictions, ties, absent classes and absent labels."""

import warnings

import numpy as np
import pytest
from sklearn import metrics

from geobias.measures.scores.calibration import calibration_error
from geobias.measures.scores.names import score_names
from geobias.measures.scores.scores_by_model import (
    binary_scores,
    label_scores,
    multiclass_scores,
    multilabel_scores,
)

NAN = float("nan")


def binary_reference(probabilities, labels, threshold):
    said = probabilities >= threshold
    scores = {"accuracy": metrics.accuracy_score(labels, said), "auc": metrics.roc_auc_score(labels, probabilities)}
    for name, positive in (("neg", 0), ("pos", 1)):
        options = {"pos_label": positive, "zero_division": np.nan}
        scores[f"precision_{name}"] = metrics.precision_score(labels, said, **options)
        scores[f"recall_{name}"] = metrics.recall_score(labels, said, **options)
        scores[f"f1_{name}"] = metrics.f1_score(labels, said, **options)
    scores["f1_macro"] = metrics.f1_score(labels, said, average="macro")
    scores["balanced_accuracy"] = metrics.balanced_accuracy_score(labels, said)
    scores["brier"] = metrics.brier_score_loss(labels, probabilities.astype(np.float64))
    scores["fpr"] = metrics.confusion_matrix(labels, said, normalize="true")[0, 1]
    # scikit-learn's weights set the prevalence: 0.3 of all weight on the positive texts.
    weights = np.where(labels == 1, 0.3 / (labels == 1).sum(), 0.7 / (labels == 0).sum())
    for name, positive in (("neg", 0), ("pos", 1)):
        scores[f"precision_{name}_standardised"] = metrics.precision_score(
            labels, said, pos_label=positive, sample_weight=weights
        )
    return scores | {"n_texts": len(labels)}


@pytest.mark.parametrize("threshold", [0.5, 0.3])
def test_binary_equals_scikit_learn_on_what_each_model_predicts(threshold):
    rng = np.random.default_rng(0)
    probabilities = rng.random((5, 200)).round(2).astype(np.float32)  # rounded: the AUC has ties
    probabilities[rng.random((5, 200)) < 0.2] = NAN
    labels = rng.integers(-1, 2, 200).astype(np.int8)
    scores = binary_scores(probabilities, labels, threshold, 0.3)
    errors = scores.pop("calibration_error")  # see test_calibration
    np.testing.assert_array_equal(errors, calibration_error(probabilities, labels))
    for model, row in enumerate(probabilities):
        used = ~np.isnan(row) & (labels >= 0)
        expected = binary_reference(row[used], labels[used], threshold)
        assert {name: values[model] for name, values in scores.items()} == pytest.approx(expected, abs=1e-12)


def test_one_class_has_no_auc_and_no_scores_of_the_absent_one():
    scores = binary_scores(np.array([[0.9, 0.8, 0.7]]), np.array([1, 1, 1]))
    assert scores["accuracy"].item() == scores["precision_pos"].item() == scores["recall_pos"].item() == 1
    for name in ("auc", "precision_neg", "recall_neg", "f1_neg", "f1_macro"):
        assert np.isnan(scores[name].item())


def test_nothing_to_score_is_nan_and_counted_as_none():
    probabilities, labels = np.array([[NAN, 0.5], [0.5, 0.5]]), np.array([1, -1])
    scores = binary_scores(probabilities, labels)
    assert scores.pop("n_texts").tolist() == [0, 1]
    assert all(np.isnan(values[0]) for values in scores.values())
    assert scores["accuracy"][1] == 1
    assert (scores["brier"][1], scores["calibration_error"][1]) == (0.25, 0.5)
    empty = binary_scores(np.empty((2, 0)), np.empty(0, dtype=np.int8))
    assert empty.pop("n_texts").tolist() == [0, 0]
    assert all(np.isnan(values).all() for values in empty.values())


def multilabel_reference(probabilities, labels, threshold):
    said = (probabilities >= threshold).astype(int)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        f1 = metrics.f1_score(labels, said, average=None, zero_division=np.nan)
        auc = np.array([metrics.roc_auc_score(labels[:, i], probabilities[:, i]) for i in range(labels.shape[1])])
    micro = {"average": "micro", "zero_division": np.nan}
    return {
        "exact_match": metrics.accuracy_score(labels, said),
        "precision_micro": metrics.precision_score(labels, said, **micro),
        "recall_micro": metrics.recall_score(labels, said, **micro),
        "f1_micro": metrics.f1_score(labels, said, **micro),
        "precision_macro": np.nanmean(metrics.precision_score(labels, said, average=None, zero_division=np.nan)),
        "recall_macro": np.nanmean(metrics.recall_score(labels, said, average=None, zero_division=np.nan)),
        "f1_macro": np.nanmean(f1),
        "auc_macro": np.nanmean(auc),
        "n_labels_f1": (~np.isnan(f1)).sum(),
        "n_labels_auc": (~np.isnan(auc)).sum(),
        "n_texts": len(labels),
        "n_true_labels": labels.sum(),
        "n_predicted_labels": said.sum(),
        "n_without_prediction": (said.sum(1) == 0).sum(),
    }


@pytest.mark.parametrize("threshold", [0.5, 0.7])
def test_multilabel_equals_scikit_learn_over_the_labels_defined(threshold):
    rng = np.random.default_rng(2)
    probabilities = rng.random((3, 60, 7)).round(2)
    labels = (rng.random((60, 7)) < 0.3).astype(np.int8)
    labels[:, 2] = 0  # an absent label: no AUC
    probabilities[:, :, 2] *= 0.4  # and never said: no F1
    probabilities[0, :10, 3] = NAN
    labels[10:13, 5] = -1
    scores = multilabel_scores(probabilities, labels, threshold)
    for model, row in enumerate(probabilities):
        used = ~np.isnan(row).any(1) & (labels >= 0).all(1)
        expected = multilabel_reference(row[used], labels[used], threshold)
        assert {name: values[model] for name, values in scores.items()} == pytest.approx(expected, abs=1e-12)
    assert (scores["n_labels_auc"] == 6).all()
    assert scores["n_texts"].tolist() == [47, 57, 57]


def test_scores_of_each_label_equal_scikit_learn():
    rng = np.random.default_rng(3)
    probabilities, labels = rng.random((2, 40, 5)), (rng.random((40, 5)) < 0.3).astype(np.int8)
    labels[:, 4] = 0
    labels[7] = -1
    found = label_scores(probabilities, labels, np.array([0.5, 0.8]).reshape(2, 1, 1))
    used = labels[:, 0] >= 0
    for model, threshold in enumerate((0.5, 0.8)):
        said = (probabilities[model, used] >= threshold).astype(int)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = metrics.precision_recall_fscore_support(labels[used], said, zero_division=np.nan)
        for name, values in zip(("precision", "recall", "f1", "n_true"), expected, strict=True):
            np.testing.assert_allclose(found[name][model], values, atol=1e-12)
        assert found["n_predicted"][model].tolist() == said.sum(0).tolist()


def test_multilabel_without_texts():
    scores = multilabel_scores(np.full((2, 3, 4), NAN), np.zeros((3, 4), dtype=np.int8))
    for name, values in scores.items():
        assert (values == 0).all() if name.startswith("n_") else np.isnan(values).all()


def test_several_classes_equal_scikit_learn():
    rng = np.random.default_rng(0)
    probabilities, classes = rng.dirichlet(np.ones(4), (2, 90)), rng.integers(0, 3, 90)  # the fourth class has no text
    probabilities[1, :7] = NAN
    found = multiclass_scores(probabilities, np.eye(4, dtype=int)[classes], probabilities.max(-1, keepdims=True))
    assert tuple(found) == (*score_names("multiclass"), "n_labels_f1", "n_labels_auc", "n_texts")
    for model, start in enumerate((0, 7)):
        said, true = probabilities[model, start:].argmax(-1), classes[start:]
        areas = [metrics.roc_auc_score(true == c, probabilities[model, start:, c]) for c in range(3)]
        expected = {
            "accuracy": metrics.accuracy_score(true, said),
            "precision_macro": metrics.precision_score(true, said, average="macro", zero_division=np.nan),
            "recall_macro": metrics.recall_score(true, said, average="macro", zero_division=np.nan),
            "f1_macro": metrics.f1_score(true, said, average="macro", zero_division=np.nan),
            "auc_macro": np.mean(areas),
            "n_texts": len(true),
        }
        for name, value in expected.items():
            assert found[name][model] == pytest.approx(value), name
