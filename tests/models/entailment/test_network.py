"""The network: what is no trained classifier of pairs is refused, and odd ones are read one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from geobias.errors import InputError
from geobias.models.entailment import NliSettings
from geobias.models.entailment.network import NliNetwork
from geobias.models.sources import ModelNotFoundError


def load(folder: str, **settings) -> NliNetwork:
    return NliNetwork(NliSettings(folder, device="cpu", **settings))


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


def test_devices_and_batches_are_said_in_the_words_of_entailment(three_way):
    for settings, words in (
        (
            {"device": "nowhere"},
            r"^entailment\.device must be a device of this machine, .* Use entailment\.device=auto",
        ),
        ({"batch_tokens": 0, "device": "cpu"}, r"^entailment\.batch_tokens must be at least 1, but it is 0\."),
    ):
        with pytest.raises(InputError, match=words):
            NliNetwork(NliSettings(three_way, **settings))
    with pytest.warns(
        UserWarning, match=r"^entailment\.dtype=float16 is slow or wrong on cpu; the entailment computes in"
    ):
        assert load(three_way, dtype="float16").dtype == "float32"


def test_an_encoder_that_gives_no_logits_is_refused(three_way, monkeypatch):
    monkeypatch.setattr(
        "transformers.BertForSequenceClassification.forward", lambda self, input_ids, attention_mask: None
    )
    with pytest.raises(InputError) as error:
        load(three_way)
    assert str(error.value) == (
        f"entailment.model must be a classifier of pairs of texts, but '{three_way}' cannot be run as one "
        "('NoneType' object has no attribute 'logits'). Name a model that was trained for natural language inference."
    )


def test_a_network_that_batches_wrongly_is_read_one_by_one(three_way, monkeypatch):
    from transformers import BertForSequenceClassification

    rows = [(np.array(first), np.array([9, 10])) for first in ([5], [6, 7, 8], [9] * 20)]
    right = load(three_way).logits(rows)
    forward = BertForSequenceClassification.forward

    def blind(self, input_ids, attention_mask, token_type_ids):
        return forward(self, input_ids=input_ids, token_type_ids=token_type_ids)  # sees padding

    monkeypatch.setattr(BertForSequenceClassification, "forward", blind)
    with pytest.warns(
        UserWarning, match="gives other answers to pairs in a batch than to each alone; it reads them one by"
    ):
        network = load(three_way)
    assert network.alone
    assert network.logits(rows) == pytest.approx(right, abs=1e-5)


def test_a_batch_that_memory_cannot_hold_is_halved(three_way, monkeypatch):
    network = load(three_way)
    rows = [(np.array([5 + i]), np.array([9, 10])) for i in range(7)]
    right, sizes, read = network.logits(rows), [], network._pass

    def small(part):
        if len(part) > 2:
            raise torch.cuda.OutOfMemoryError("full")
        sizes.append(len(part))
        return read(part)

    monkeypatch.setattr(network, "_pass", small)
    assert network.logits(rows) == pytest.approx(right, abs=1e-6)
    assert sorted(sizes) == [1, 2, 2, 2]

    def none(part):
        raise torch.cuda.OutOfMemoryError("full")

    monkeypatch.setattr(network, "_pass", none)
    with pytest.raises(InputError) as error:
        network.logits(rows)
    assert str(error.value) == (
        "every pair must fit into the memory of cpu, but one of 3 tokens does not. "
        "Lower entailment.max_length, free memory on the device, or use entailment.device=cpu."
    )


def test_logits_that_are_no_numbers_are_refused(three_way, monkeypatch):
    network = load(three_way)
    monkeypatch.setattr(network, "_pass", lambda rows: np.full((len(rows), 3), np.nan))
    with pytest.raises(InputError) as error:
        network.logits([(np.array([5]), np.array([6]))])
    assert str(error.value) == (
        "the logits of a model of entailment must be finite, but in float32 some are not. Use entailment.dtype=float32."
    )
