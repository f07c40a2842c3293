"""Scores from counts: identities between them, and what common prevalence does."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.measures.scores.confusion import confusion_scores

COUNTS = st.tuples(*[st.integers(1, 10_000)] * 4)


@given(COUNTS, st.floats(0.01, 0.99))
def test_identities(counts, prevalence):
    tp, fp, tn, fn = map(np.float64, counts)
    scores = confusion_scores(tp, fp, tn, fn, prevalence)
    assert scores["fpr"] == pytest.approx(1 - scores["recall_neg"])
    assert scores["balanced_accuracy"] == pytest.approx((scores["recall_pos"] + 1 - scores["fpr"]) / 2)
    own = confusion_scores(tp, fp, tn, fn, (tp + fn) / (tp + fp + tn + fn))
    assert own["precision_pos_standardised"] == pytest.approx(own["precision_pos"])
    assert own["precision_neg_standardised"] == pytest.approx(own["precision_neg"])


@given(COUNTS, st.integers(2, 50))
def test_more_positives_move_precision_and_not_the_standardised_one(counts, times):
    tp, fp, tn, fn = map(np.float64, counts)
    before = confusion_scores(tp, fp, tn, fn, 0.3)
    after = confusion_scores(times * tp, fp, tn, times * fn, 0.3)
    assert after["precision_pos"] > before["precision_pos"]
    for name in ("precision_pos_standardised", "precision_neg_standardised", "balanced_accuracy", "recall_pos", "fpr"):
        assert after[name] == pytest.approx(before[name])


def test_undefined_is_nan():
    scores = confusion_scores(np.array(3.0), np.array(0.0), np.array(0.0), np.array(1.0), 0.5)
    assert scores["recall_pos"] == 0.75
    for name in ("fpr", "recall_neg", "balanced_accuracy", "precision_pos_standardised", "precision_neg_standardised"):
        assert np.isnan(scores[name])
    none = confusion_scores(np.array(3.0), np.array(1.0), np.array(2.0), np.array(1.0))
    assert np.isnan(none["precision_pos_standardised"])
    assert not np.isnan(none["precision_pos"])
