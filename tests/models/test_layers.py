"""Layers by name: one, several, all; none and one twice are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from geobias.errors import InputError
from geobias.models import EncoderSettings, load_encoder
from geobias.models.layers import named_layers


def resolve(layer: int) -> int:
    """Of a network of 6 layers and the embeddings."""
    if not -7 <= layer < 7:
        raise InputError("a layer must exist", f"it is {layer}", "Name another.")
    return layer % 7


@pytest.mark.parametrize(
    ("layer", "found"),
    [(-1, (6,)), (0, (0,)), ([0, -1, 3], (0, 6, 3)), ("all", (0, 1, 2, 3, 4, 5, 6)), ((2,), (2,))],
)
def test_layers_keep_the_order_they_are_named_in(layer, found):
    assert named_layers(layer, resolve) == found


@pytest.mark.parametrize(
    ("layer", "words"),
    [
        ([], r"encoder\.layer must name a layer, but it is an empty list\. Pass encoder\.layer=-1 or all\."),
        ([6, 0, -1], r"must name every layer once, but it names 6 and -1, layer 6 both\. Leave one of them out\."),
        ([3, 3], r"must name every layer once, but it names 3 twice\. Leave one of them out\."),
        (
            "some",
            r"must be a whole number, a list of them, or all, but 'some' is none\. Pass encoder\.layer=-1, \[0,-1\] ",
        ),
        ([0, "all"], r"must be a whole number, a list of them, or all, but 'all' is none\."),
        ([0, 7], r"a layer must exist, but it is 7\. Name another\."),
    ],
)
def test_none_and_one_twice_are_refused(layer, words):
    with pytest.raises(InputError, match=words):
        named_layers(layer, resolve)


def test_the_last_named_is_the_encoders_own_and_the_others_are_stored_beside_it(tiny_folder):
    settings = EncoderSettings(
        model=str(tiny_folder), max_length=10, device="cpu", layer=(0, -1, 1), kept_layers=(2, 1)
    )
    encoder, single = load_encoder(settings), load_encoder(replace(settings, layer=1, kept_layers=()))
    assert (encoder.layers, encoder.layer, encoder.kept_layers) == ((0, 2, 1), 1, (0, 2))
    assert encoder.stored_layers == (1, 0, 2)
    assert encoder.identity == single.identity
    first, second = (one.encode(one.tokenize(["w1 w2"]))[0].points for one in (encoder, single))
    assert torch.equal(first, second)
    everything = load_encoder(replace(settings, layer="all", kept_layers=()))
    assert (everything.layers, everything.layer) == ((0, 1, 2), 2)


def test_first_tokens_alone_are_read_where_the_last_layer_is_the_only_one(tiny_folder):
    settings = EncoderSettings(model=str(tiny_folder), max_length=10, device="cpu", pooling="cls", poolings="used")
    assert load_encoder(settings).stored_layers == (2,)
    assert load_encoder(settings).first_tokens is not None
    several = load_encoder(replace(settings, layer=(0, 2)))
    assert several.first_tokens is None
    assert several.stored_layers == (2, 0)


def test_a_document_vector_that_one_layer_has_is_refused_for_several(tiny_folder):
    settings = EncoderSettings(model=str(tiny_folder), max_length=10, device="cpu", pooling="pooler")
    assert load_encoder(settings).layers == (2,)
    words = r"must be one that every layer has, but encoder\.pooling=pooler is made of the last layer alone\. Use enc"
    with pytest.raises(InputError, match=words):
        load_encoder(replace(settings, layer=(0, 2)))
