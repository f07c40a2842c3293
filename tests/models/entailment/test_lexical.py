"""The lexical baseline: shared words, and negation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.models.entailment import LexicalSettings, load_entailer

LEXICAL = load_entailer(LexicalSettings())


@pytest.mark.parametrize(
    ("premise", "hypothesis", "probabilities"),
    [
        ("Men make better leaders.", "Men make better leaders", (0, 0, 1)),
        ("Men do not make better leaders.", "Men make better leaders", (1, 0, 0)),
        ("Men make better leaders.", "Men don't make better leaders", (1, 0, 0)),
        ("Nobody says men don’t make better leaders!", "MEN MAKE BETTER LEADERS", (0, 0, 1)),
        ("I like tea. Never trust better leaders.", "Men make better leaders", (0.5, 0.5, 0)),
        ("It was not so. Men are leaders.", "The men are the leaders", (0, 0, 1)),  # by the sentence that shares most
        ("It rains.", "Men make better leaders", (0, 1, 0)),
        ("It rains.", "It is not so", (0, 1, 0)),  # no content words
    ],
)
def test_shared_words_and_negation(premise, hypothesis, probabilities):
    assert LEXICAL.entail([premise], [hypothesis]).probabilities[0, 0] == pytest.approx(probabilities)


@given(st.text(min_size=1), st.text(min_size=1))
def test_any_two_texts_have_probabilities(premise, hypothesis):
    texts = [text for text in (premise, hypothesis) if text.strip() and text.isprintable()]
    found = LEXICAL.entail(texts, texts).probabilities
    assert found.sum(-1) == pytest.approx(1)
    assert ((found[..., 0] == 0) | (found[..., 2] == 0)).all()


def test_it_is_the_same_on_every_machine():
    assert LEXICAL.fingerprint == load_entailer(LexicalSettings(threshold=0.9)).fingerprint
    assert LEXICAL.name == "lexical"
