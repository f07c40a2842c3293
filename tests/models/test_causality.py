"""Causality: told by what a network does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geobias.models import load_encoder
from tests.models.networks import CAUSAL, SHAPES, build, save, saved


@pytest.mark.parametrize("name", SHAPES)
def test_decoders_are_causal_and_encoders_are_not(tmp_path, name):
    encoder = load_encoder(saved(tmp_path, name))
    assert encoder.causal is (name in CAUSAL)
    assert ("causal" in encoder.identity) is (name in CAUSAL)


def test_a_bert_built_as_a_decoder_is_causal_whatever_its_name(tmp_path):
    settings = save(tmp_path, build("Bert", is_decoder=True))
    assert load_encoder(settings).causal
    assert not load_encoder(replace(settings, max_length=3)).causal  # one token a text tells nothing
