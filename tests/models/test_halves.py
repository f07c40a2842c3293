"""Encoder halves: the encoder of T5 and BART, whatever of them was saved, without their decoder."""

from __future__ import annotations

import pytest
import torch

from geobias.errors import InputError
from geobias.models.loading import load_pretrained
from tests.models.networks import HALVES, build, by_transformers, save

IDS = [2, 6, 7, 8, 3]
KINDS = [("T5", "Model"), ("T5", "EncoderModel"), ("T5", "ForConditionalGeneration"), ("Bart", "Model")]
KINDS.append(("Bart", "ForConditionalGeneration"))


def numbers(network) -> int:
    return sum(one.numel() for one in network.parameters())


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_the_encoder_is_loaded_alone_and_reads_like_the_whole(tmp_path, name, kind, old):
    whole = build(name, kind)
    settings = save(tmp_path, whole)
    if old:
        (tmp_path / "model.safetensors").unlink()
        torch.save(whole.state_dict(), tmp_path / "pytorch_model.bin")
    _, network = load_pretrained(settings.model, None, torch.float32)
    assert not any("decoder" in part for part, _ in network.named_parameters())
    assert sum(one.numel() for one in network.parameters()) == sum(
        one.numel() for one in whole.get_encoder().parameters()
    )
    with torch.inference_mode():
        found = network(torch.tensor([IDS])).last_hidden_state[0]
    assert torch.equal(found, by_transformers(whole, IDS)[-1])


@pytest.mark.parametrize("name", HALVES)
def test_a_half_that_lacks_weights_is_refused_by_name(tmp_path, name):
    from safetensors.torch import load_file, save_file

    settings = save(tmp_path, build(name))
    weights = load_file(tmp_path / "model.safetensors")
    gone = sorted(key for key in weights if "encoder" in key and "decoder" not in key and "weight" in key)[-1]
    save_file(
        {key: values for key, values in weights.items() if key != gone},
        tmp_path / "model.safetensors",
        {"format": "pt"},
    )
    with pytest.raises(
        InputError, match="a model must hold every weight that its config.json declares, in its shape"
    ) as told:
        load_pretrained(settings.model, None, torch.float32)
    assert gone.partition("encoder.")[2] in str(told.value)


def test_decoder_weights_are_spare(tmp_path):
    from safetensors.torch import load_file, save_file

    settings = save(tmp_path, build("T5"))
    weights = load_file(tmp_path / "model.safetensors")
    kept = {key: values for key, values in weights.items() if not key.startswith("decoder.")}
    save_file(kept, tmp_path / "model.safetensors", {"format": "pt"})
    assert load_pretrained(settings.model, None, torch.float32)[1].config.num_hidden_layers == 2
