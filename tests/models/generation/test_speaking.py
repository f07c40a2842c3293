"""Responses token by token: rows that end at different places, and near ties that a row alone decides."""

from __future__ import annotations

import pytest
import torch

from geobias.errors import InputError
from geobias.models.generation import Decoding, speaking
from geobias.models.generation.speaking import Row, speak
from geobias.seeds import generator
from tests.models.generation.conftest import PROMPTS

STOPS = frozenset(range(0, 300, 5))
DECODING = Decoding(1.0, 0.95, max_tokens=25)


def rows_of(responder, places):
    contexts = [responder._conversation.context(one) for one in PROMPTS]
    return [Row(contexts[place % len(contexts)], generator(0, place)) for place in places]


def said(responder, places, slack=0.0):
    rows = rows_of(responder, places)
    done = list(speak(responder._reader, rows, DECODING, STOPS, slack))
    assert {*done} == {*rows}
    return [(row.said, row.ended) for row in rows]


@pytest.mark.parametrize("kind", ["llama", "t5"])
def test_rows_that_end_leave_the_others_as_they_are(kind, responder_of):
    responder = responder_of(kind)
    together = said(responder, range(10))
    assert len({len(words) for words, _ in together}) > 3
    assert all(ended or len(words) == 25 for words, ended in together)
    assert all(not STOPS & {*words} for words, _ in together)
    assert [said(responder, [place])[0] for place in range(4)] == together[:4]


def test_a_near_tie_is_decided_by_the_row_alone(responder_of, monkeypatch):
    """With a slack that nothing is sure under, every token is what the row alone gives, whatever the batch says."""
    responder = responder_of("llama")
    truth = said(responder, range(4))
    honest = speaking.begin

    def wrong(reader, contexts):
        batch = honest(reader, contexts)
        batch.logits = batch.logits.flip(-1)
        return batch

    monkeypatch.setattr(speaking, "begin", wrong)
    assert said(responder, range(4)) != truth
    assert said(responder, range(4), slack=1e9) == truth


def test_a_network_without_numbers_is_refused(responder_of, monkeypatch):
    responder = responder_of("llama")
    monkeypatch.setattr(type(responder._reader), "forward", lambda *_, **__: torch.full((2, 1, 300), float("nan")))
    with pytest.raises(InputError) as raised:
        said(responder, range(2))
    assert str(raised.value) == (
        "a responder's network must give numbers, but it gives NaN. Use responder.dtype=float32, or bfloat16 in place "
        "of float16."
    )
