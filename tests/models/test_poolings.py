"""Poolings: refused where they are no vector of the text."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from geobias.errors import InputError
from geobias.models import load_encoder
from tests.models.networks import BIDIRECTIONAL, CAUSAL, HALVES, build, by_transformers, save, saved


def refused(settings, pooling) -> str:
    with pytest.raises(InputError) as told:
        load_encoder(replace(settings, pooling=pooling))
    return str(told.value).replace(settings.model, "FOLDER")


@pytest.mark.parametrize("name", CAUSAL)
def test_a_causal_encoder_has_a_last_token_and_no_first(tmp_path, name):
    settings = saved(tmp_path, name)
    assert refused(settings, "cls") == (
        "encoder.pooling=cls needs an encoder whose first token reads the others, but 'FOLDER' is causal, so its "
        "first token has read nothing. Use encoder.pooling=last or mean."
    )
    assert refused(settings, "pooler") == (
        "encoder.pooling=pooler needs an encoder with a pooling layer, but 'FOLDER' has none. "
        "Use encoder.pooling=mean, or last where it is causal, else cls."
    )
    encoder = load_encoder(replace(settings, pooling="last"))
    tokenized = encoder.tokenize(["w1 w2 w3", "w4 w5"])
    for text, one in zip(tokenized, encoder.encode(tokenized), strict=True):
        assert set(one.pooled) == {"mean", "last"}
        hidden = by_transformers(build(name), text.windows[0].tolist())[-1]
        assert torch.allclose(one.pooled["last"], hidden[-1], atol=1e-4)


@pytest.mark.parametrize("name", [*BIDIRECTIONAL, *HALVES])
def test_the_last_token_of_others_is_one_among_many(tmp_path, name):
    settings = saved(tmp_path, name)
    assert refused(settings, "last") == (
        "encoder.pooling=last needs a causal encoder, whose last token has read the text, but in 'FOLDER' every token "
        "reads all others, and the last is one among them. Use encoder.pooling=mean or cls."
    )
    assert (
        "cls"
        in load_encoder(replace(settings, pooling="cls")).encode(load_encoder(settings).tokenize(["w1"]))[0].pooled
    )


def test_cls_needs_a_special_token_in_front(tmp_path):
    settings = save(tmp_path, build("T5"), specials=False)
    assert refused(settings, "cls") == (
        "encoder.pooling=cls needs a tokenizer that puts a special token in front, but that of 'FOLDER' does not, so "
        "the first token is one of the text's own. Use encoder.pooling=mean."
    )


def test_the_last_token_of_a_text_in_windows_is_that_of_its_last_window(tmp_path):
    encoder = load_encoder(replace(saved(tmp_path, "GPT2"), max_length=4, truncation="window", pooling="last"))
    one = encoder.encode(encoder.tokenize(["w1 w2 w3 w4 w5 w6"]))[0]
    assert torch.equal(one.pooled["last"], one.points[-1])
