"""Counts of answers behind printed scores."""

import numpy as np
import pytest

from geobias.audit.score_tables import confusions, texts_behind

TEXTS = 200


def made(seed=0, models=8, repeats=3, groups=4):
    """Scores of made-up answers: negatives (repeats, groups), and accuracy, precisions, recalls."""
    rng = np.random.default_rng(seed)
    negatives = rng.integers(70, 130, (repeats, groups))
    shape = (models, repeats, groups)
    right_neg = rng.binomial(negatives, 0.8, shape)
    right_pos = rng.binomial(TEXTS - negatives, 0.85, shape)
    called = right_neg + (TEXTS - negatives - right_pos)
    scores = {
        "accuracy": (right_neg + right_pos) / TEXTS,
        "precision_neg": right_neg / called,
        "precision_pos": right_pos / (TEXTS - called),
        "recall_neg": right_neg / negatives,
        "recall_pos": right_pos / (TEXTS - negatives),
    }
    return negatives, scores


@pytest.mark.parametrize("seed", range(3))
def test_negatives_and_recalls_come_back(seed):
    negatives, scores = made(seed)
    found = confusions(scores["accuracy"], scores["precision_neg"], scores["precision_pos"])
    assert found.texts == TEXTS
    np.testing.assert_array_equal(found.negatives, negatives)
    for name, values in found.recalls.items():
        np.testing.assert_allclose(values, scores[name], atol=1e-9)
    np.testing.assert_allclose(found.prevalence, 1 - negatives.mean(0) / TEXTS)


def test_a_group_whose_models_are_scored_on_texts_of_their_own_is_not_told():
    _, scores = made()
    others = [made(seed)[1] for seed in range(1, 9)]
    for name, values in scores.items():
        values[:, :, 0] = np.stack([other[name][model, :, 0] for model, other in enumerate(others)])
    found = confusions(scores["accuracy"], scores["precision_neg"], scores["precision_pos"])
    assert np.isnan(found.negatives[:, 0]).all()
    assert not np.isnan(found.negatives[:, 1:]).any()


def test_scores_of_no_whole_number_have_no_counts():
    rng = np.random.default_rng(0)
    values = rng.uniform(0.6, 0.9, (3, 4, 2, 5))
    assert confusions(*values) is None
    assert texts_behind(np.array([0.5, 0.25, 0.875])) == 8
