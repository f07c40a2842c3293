"""Printed scores of a multilabel run, and counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.audit.score_tables import multilabel_counts


@given(st.data(), st.integers(20, 400))
def test_scores_of_any_counts_are_exact(data, texts):
    labels = data.draw(st.integers(texts, 2 * texts))
    right = data.draw(st.integers(labels // 2, labels))
    named = data.draw(st.integers(right, right + labels // 4 + 1))
    exact = data.draw(st.integers(0, texts))
    scores = {
        "accuracy": exact / texts,
        "precision": right / named,
        "recall": right / labels,
        "f1": 2 * right / (named + labels),
    }
    printed = {name: round(value, 4) for name, value in scores.items()}
    assert multilabel_counts(printed, texts, labels, 4).exact


@pytest.mark.parametrize("name", ["accuracy", "recall", "f1"])
def test_a_score_between_two_counts_is_not(name):
    printed = {"accuracy": 0.8571, "precision": 0.8864, "recall": 0.9070, "f1": 0.8966}
    assert multilabel_counts(printed, 35, 43, 4).exact
    assert not multilabel_counts(printed | {name: printed[name] + 0.004}, 35, 43, 4).exact
