"""Texts become scores by any entailer; what is left out is counted."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.measures.resonance import read_values, score_resonance, score_responses
from geobias.models.entailment import Entailer
from geobias.tables import ResponseRow, ResponseTable

VALUES = read_values(
    [
        {"name": "tea", "hypothesis": "tea yes", "inversion": "tea no", "loading": 0.5},
        {"name": "rice", "hypothesis": "rice yes", "inversion": "rice no", "loading": 1},
    ]
)


class Words:
    """Entails what it holds word for word, contradicts the same thing with the other word."""

    name, fingerprint, knows_contradiction = "words", "0" * 16, True

    def judge(self, pairs):
        turned = {"yes": "no", "no": "yes"}
        rows = []
        for place in range(len(pairs)):
            premise, hypothesis = pairs.texts(place)
            thing, word = hypothesis.split()
            label = (hypothesis in premise) - (f"{thing} {turned[word]}" in premise)
            rows.append(np.eye(3)[label + 1])
        yield np.arange(len(pairs)), np.array(rows)


class OneSided(Words):
    knows_contradiction = False


def test_labels_are_those_of_the_statements():
    found = score_resonance(["tea yes, rice no", "tea no"], Entailer(Words()), VALUES, prompt=["p", "p"])
    assert found.hypotheses.tolist() == [[1, -1], [-1, 0]]
    assert found.inversions.tolist() == [[-1, 1], [1, 0]]
    assert found.sample.tolist() == [0, 1]
    assert found.projection().tolist() == [-0.5, -0.5]
    assert found.notices == ()


def test_blank_ones_are_left_out_and_counted():
    found = score_resonance(["tea yes", " ", ""], Entailer(OneSided()), VALUES, prompt=["p", "q", "p"])
    assert found.prompt == ("p",)
    assert found.notices == (
        "2 of 3 responses are blank and left out.",
        "words tells no contradiction from neutral: no response is found to conflict with a statement.",
    )


def test_a_table_of_responses():
    fields = [{"nation": n, "design": d} for n, d in (("de", ""), ("us", ""), ("de", "second"))]
    rows = [
        ResponseRow(0, "p", "t", 0, "text", "text", "tea yes", fields=fields[0]),
        ResponseRow(1, "q", "t", 0, "text", "refused", fields=fields[1]),
        ResponseRow(0, "p", "t", 0, "text", "text", "rice no", fields=fields[2]),
    ]
    found = score_responses(ResponseTable(tuple(rows)), Entailer(Words()), VALUES)
    assert found.design == ("", "second")
    assert found.fields == {"nation": ("de", "de")}
    assert found.notices == ("1 of 3 responses have no text and are left out: 1 refused.",)
    with pytest.raises(InputError) as error:
        score_responses(ResponseTable((rows[1],)), Entailer(Words()), VALUES)
    said = "a table of responses must have rows of text, but its rows are {'refused': 1}. Ask for texts."
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("texts", "more", "message"),
    [
        (["a", "b"], {"prompt": ["p"]}, "'prompt' must have an entry for each of 2 texts, but it has 1. Align both."),
        (["", " "], {"prompt": ["p", "p"]}, "responses must say something, but all 2 are blank. "
         "Ask again, or pass others."),
        (["a", "b"], {"prompt": ["p", "p"], "sample": [3, 3]}, "a response must be there once, but sample 3 of prompt "
         "'p' is there 2 times. Drop the copies, or number the samples."),
    ],
)  # fmt: skip
def test_what_is_refused(texts, more, message):
    with pytest.raises(InputError) as error:
        score_resonance(texts, Entailer(Words()), VALUES, **more)
    assert str(error.value) == message
