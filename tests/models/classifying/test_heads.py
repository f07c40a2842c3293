"""Heads: what the outputs of a classifier are, and their scores against torch's own functions."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from geobias.models.classifying import scores_of
from geobias.models.classifying.heads import head_of

LOGITS = arrays(np.float32, (3, 4), elements=st.floats(-200, 200, width=32))


@pytest.mark.parametrize(
    ("said", "outputs", "head"),
    [
        (None, 1, "regression"),
        (None, 2, "softmax"),
        ("regression", 3, "regression"),
        ("multi_label_classification", 1, "sigmoid"),
        ("single_label_classification", 2, "softmax"),
    ],
)
def test_the_configuration_says_what_the_head_is_and_a_single_output_is_a_number(said, outputs, head):
    assert head_of({"problem_type": said}, outputs) == head
    assert head_of({}, outputs) == head_of({"problem_type": None}, outputs)


@given(LOGITS)
def test_scores_are_those_of_torch(logits):
    exact = torch.from_numpy(logits).double()
    assert scores_of(logits, "softmax") == pytest.approx(exact.softmax(1).numpy(), abs=1e-12)
    assert scores_of(logits, "sigmoid") == pytest.approx(exact.sigmoid().numpy(), abs=1e-12)
    assert (scores_of(logits, "regression") == logits).all()
