"""The network: a classifier whose batches are odd is read pair by pair, and one that is none is refused."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.errors import InputError
from geobias.models.entailment import NliSettings
from geobias.models.entailment.network import NliNetwork


def load(folder: str, **settings) -> NliNetwork:
    return NliNetwork(NliSettings(folder, device="cpu", **settings))


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
