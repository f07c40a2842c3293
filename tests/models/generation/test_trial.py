"""Networks that batches are not right for are found at load, and answer all the same."""

from __future__ import annotations

import warnings

import pytest

from geobias.errors import InputError
from geobias.models.generation import Decoding, HfSettings, Request, load_responder
from geobias.models.generation.batch import Cached
from geobias.models.generation.reader import Reader
from tests.models.generation.conftest import PROMPTS, TEMPLATE

DECODINGS = [Decoding(temperature=0, max_tokens=4), Decoding(max_tokens=4)]


def answers(responder):
    requests = [Request(one) for one in PROMPTS]
    scored = [Request(one, options=("Yes", "No")) for one in PROMPTS[:2]]
    return [dict(responder.respond(requests, decoding)) for decoding in DECODINGS] + [
        dict(responder.respond(scored, DECODINGS[0]))
    ]


def test_a_network_that_minds_padding_is_read_one_by_one(folder_of, responder_of, monkeypatch):
    truth = answers(responder_of("llama", TEMPLATE))
    honest = Reader.forward

    def careless(self, cache, last, **inputs):
        return honest(self, cache, last, **{name: v for name, v in inputs.items() if name != "attention_mask"})

    monkeypatch.setattr(Reader, "forward", careless)
    with pytest.warns(
        UserWarning, match=r"Texts in one batch change each other in '.*' \(by .* of .*\); it is read one text"
    ):
        responder = load_responder(HfSettings(model=str(folder_of("llama", TEMPLATE)), device="cpu"))
    assert not responder._reader.batches
    assert answers(responder) == truth


def test_where_what_is_shared_cannot_be_read_once_it_is_read_by_each(folder_of, responder_of, monkeypatch):
    truth = answers(responder_of("llama", TEMPLATE))
    honest = Cached.open

    def open_it(self, leads, shared):
        if shared:
            raise RuntimeError("no such thing")
        honest(self, leads, shared)

    monkeypatch.setattr(Cached, "open", open_it)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        responder = load_responder(HfSettings(model=str(folder_of("llama", TEMPLATE)), device="cpu"))
    assert responder._reader.batches
    assert not responder._reader.shares
    assert answers(responder) == truth


def test_logits_that_are_not_finite_are_refused(folder_of, monkeypatch):
    honest = Reader.alone
    monkeypatch.setattr(Reader, "alone", lambda *args, **more: honest(*args, **more) / 0)
    with pytest.raises(InputError) as raised:
        load_responder(HfSettings(model=str(folder_of("llama")), device="cpu"))
    assert str(raised.value) == (
        f"a responder's network must give finite logits, but those of '{folder_of('llama')}' hold NaN or infinity. Use "
        "responder.dtype=float32, or another model."
    )
