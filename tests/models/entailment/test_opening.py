"""Opening: what is no whole and trained classifier of pairs is refused, in the words of entailment."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from geobias.errors import InputError
from geobias.models.entailment.opening import in_words_of_entailment, load_classifier
from geobias.models.sources import ModelNotFoundError


def load(folder: str):
    with in_words_of_entailment(folder):
        return load_classifier(folder, None)


def test_a_whole_classifier_comes_with_its_configuration_as_it_is(classifier, change):
    folder = change(classifier(), label2id=None)
    tokenizer, network, config = load(folder)
    assert tokenizer.pad_token == "<pad>"
    assert network.config.num_labels == 3
    assert config["id2label"] == {"0": "CONTRADICTION", "1": "neutral", "2": "Entailment"}
    assert "label2id" not in config


def test_a_head_that_the_weights_lack_is_refused(classifier):
    from transformers import BertForSequenceClassification

    folder = classifier()
    BertForSequenceClassification.from_pretrained(folder).bert.save_pretrained(
        folder
    )  # config.json stays a classifier's
    with pytest.raises(InputError) as error:
        load(folder)
    assert str(error.value) == (
        f"a model must hold every weight that its config.json declares, in its shape, but '{folder}' lacks "
        "classifier.bias, classifier.weight. Copy it anew, or save it again with save_pretrained."
    )


def test_a_pooling_layer_that_the_weights_lack_is_refused(classifier):
    from transformers import BertForSequenceClassification, BertModel

    folder = classifier()
    network = BertForSequenceClassification.from_pretrained(folder)
    network.bert = BertModel(network.config, add_pooling_layer=False)
    network.save_pretrained(folder)
    with pytest.raises(
        InputError, match=r"^a model must hold every weight .* lacks pooler\.dense\.bias, pooler\.dense"
    ):
        load(folder)


def test_a_head_of_another_number_of_outputs_is_refused(classifier, change):
    folder = change(classifier(), id2label={0: "entailment", 1: "not_entailment"}, label2id=None)
    with pytest.raises(
        InputError, match=r"config\.json declares, in its shape, but '.*' lacks classifier\.bias, classifier\.w"
    ):
        load(folder)


def test_random_weights_are_no_model(three_way):
    with pytest.raises(InputError) as error:
        load(f"random:2x32x4:0@{three_way}")
    assert str(error.value) == (
        f"entailment.model must be a trained one, but 'random:2x32x4:0@{three_way}' has random weights. "
        "Name a model that was trained for natural language inference."
    )


def test_code_pickles_and_packed_weights_are_refused(classifier, change):
    with pytest.raises(InputError, match="asks by 'auto_map' for code of its own, which is never run"):
        load(change(classifier(), auto_map={"AutoModelForSequenceClassification": "mine.Model"}))
    with pytest.raises(InputError, match="asks by 'quantization_config' for packed weights"):
        load(change(classifier(), quantization_config={"quant_method": "bitsandbytes"}))
    folder = Path(classifier())
    (folder / "model.safetensors").unlink()
    torch.save({"classifier.weight": Path("/")}, folder / "pytorch_model.bin")
    with pytest.raises(InputError, match=r"^weights must be numbers alone, best in safetensors, but a file of '"):
        load(str(folder))


def test_what_is_not_there_is_said_in_the_words_of_entailment(tmp_path):
    with pytest.raises(InputError) as error:
        load(str(tmp_path / "none"))
    assert str(error.value) == (
        f"entailment.model must be a hub name or a folder with a transformers model, but '{tmp_path / 'none'}' is not "
        "a folder. Save a model there with save_pretrained, or give its hub name."
    )
    with pytest.raises(
        ModelNotFoundError, match=r"^The model of entailment 'some/model' could not be loaded \(.*\)\. If"
    ):
        load("some/model")
