"""Hidden states: handed over layer by layer, as `output_hidden_states` gives them."""

from __future__ import annotations

import gc
import weakref

import pytest
import torch

from geobias.models.hidden_states import HiddenStates
from tests.models.networks import SHAPES, VOCABULARY, build

IDS = torch.arange(5, 17).view(2, 6)


def inputs(network):
    network.config.use_cache = False
    return network.get_encoder() if network.config.is_encoder_decoder else network, {"input_ids": IDS}


@pytest.mark.parametrize("name", SHAPES)
def test_every_layer_is_that_of_output_hidden_states(name):
    network, given = inputs(build(name))
    states, found = HiddenStates(network), {}
    states.compare(given)
    assert states.flat
    with torch.inference_mode():
        truth = network(**given, output_hidden_states=True).hidden_states
        states.read(given, (2, 0, 1), lambda layer, one: found.update({layer: one.clone()}))
    assert sorted(found) == [0, 1, 2]
    assert all(torch.equal(found[layer], truth[layer]) for layer in found)


def test_only_the_layers_asked_for_are_handed_over():
    network, given = inputs(build("Bert"))
    found = []
    HiddenStates(network)  # hooks of another reader stay out
    HiddenStates(network).read(given, (1,), lambda layer, _: found.append(layer))
    assert found == [1]


def test_no_layer_is_held_when_the_next_is_made():
    network, given = inputs(build("Bert"))
    seen: list[weakref.ref] = []

    def take(layer, one):
        gc.collect()
        if layer > 1:
            assert seen[layer - 2]() is None
        seen.append(weakref.ref(one))

    with torch.inference_mode():
        HiddenStates(network).read(given, (0, 1, 2), take)
    assert len(seen) == 3


def test_blocks_that_give_something_else_are_read_at_the_end_of_a_pass():
    network, given = inputs(build("Bert"))
    layer = network.encoder.layer[1]
    layer.register_forward_pre_hook(lambda _, args: (args[0] + 1, *args[1:]))  # before ours: it sees another input
    states, found = HiddenStates(network), {}
    states.compare(given)
    assert not states.flat
    with torch.inference_mode():
        truth = network(**given, output_hidden_states=True).hidden_states
        states.read(given, (0, 1, 2), lambda at, one: found.update({at: one}))
    assert all(torch.equal(found[at], truth[at]) for at in range(3))


def test_networks_that_share_their_blocks_are_read_too():
    from transformers import AlbertConfig, AlbertModel

    shape = {"hidden_size": 16, "embedding_size": 8, "num_attention_heads": 2, "intermediate_size": 32}
    network = AlbertModel(AlbertConfig(vocab_size=len(VOCABULARY), num_hidden_layers=3, **shape)).eval()
    states, found = HiddenStates(network), {}
    states.compare({"input_ids": IDS})
    assert not states.flat
    with torch.inference_mode():
        states.read({"input_ids": IDS}, range(4), lambda layer, one: found.update({layer: one.shape}))
    assert found == dict.fromkeys(range(4), (2, 6, 16))
