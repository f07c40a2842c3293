"""The network: any encoder with a head, its loss, and what half precision is used for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn import BCEWithLogitsLoss

from geobias.errors import InputError
from geobias.models.finetune import TrainingSettings
from geobias.models.finetune.network import batch_loss, build_network, computing_dtype, positive_weights

SETTINGS = TrainingSettings(max_length=16, dropout=0.25)


def test_the_head_has_a_logit_a_label_and_always_the_problem_type(task):  # F02
    one = build_network(SETTINGS, task.model, task.tokenizer, ("positive",), 0)
    three = build_network(SETTINGS, task.model, task.tokenizer, ("a", "b", "c"), 0)
    assert (one.config.num_labels, three.config.num_labels) == (1, 3)
    assert one.config.id2label == {0: "positive"}
    assert three.config.problem_type == one.config.problem_type == "multi_label_classification"
    assert one.dropout.p == 0.25
    logits = three(torch.ones(2, 4, dtype=torch.long), labels=torch.tensor([[1.0, 0, 1], [0, 0, 0]]))
    assert logits.loss.isfinite()


def test_the_head_follows_its_seed_and_leaves_torch_alone(task):
    torch.manual_seed(5)
    state = torch.random.get_rng_state()
    heads = [build_network(SETTINGS, task.model, task.tokenizer, ("p",), s).classifier.weight for s in (1, 1, 2)]
    assert torch.equal(heads[0], heads[1])
    assert not torch.equal(heads[0], heads[2])
    assert torch.equal(torch.random.get_rng_state(), state)


def test_another_architecture_gets_its_dropout_too(tmp_path, task):
    from transformers import DistilBertConfig, DistilBertModel

    config = DistilBertConfig(vocab_size=70, dim=8, n_layers=1, n_heads=2, hidden_dim=16, max_position_embeddings=16)
    DistilBertModel(config).save_pretrained(tmp_path)
    task.tokenizer.save_pretrained(tmp_path)
    network = build_network(SETTINGS, str(tmp_path), task.tokenizer, ("p",), 0)
    assert network.dropout.p == 0.25


def test_too_long_a_sequence_is_named_with_the_mend(task):
    with pytest.raises(InputError) as error:
        build_network(replace(SETTINGS, max_length=64), task.model, task.tokenizer, ("p",), 0)
    assert str(error.value) == (
        f"task.max_length must be at most 40, the positions of '{task.model}', but it is 64. "
        "Set task.max_length=40, or name another task.model."
    )


def test_the_loss_takes_integers_and_sums_to_that_of_torch():  # F01
    logits, labels = torch.randn(6, 3), torch.tensor(np.random.default_rng(0).integers(2, size=(6, 3)))
    weights = torch.tensor([1.0, 2.0, 5.0])
    whole = BCEWithLogitsLoss(pos_weight=weights)(logits, labels.float())
    parts = sum(batch_loss(logits[i : i + 4], labels[i : i + 4], weights, 6) for i in (0, 4))
    assert float(parts) == pytest.approx(float(whole), rel=1e-6)


def test_class_weights_balance_each_label_within_bounds():
    labels = np.array([[1, 1, 0]] * 10 + [[0, 1, 0]] * 990)
    balanced = TrainingSettings(class_weights="balanced")
    assert positive_weights(labels, balanced).tolist() == pytest.approx([99.0, 0.0, 1.0])
    assert positive_weights(np.array([[1]] + [[0]] * 999), balanced).tolist() == [100.0]
    assert positive_weights(labels, TrainingSettings()) is None


def test_half_precision_is_for_gpus_that_have_it_or_by_name():
    cpu = torch.device("cpu")
    assert computing_dtype(TrainingSettings(), cpu) == torch.float32
    assert computing_dtype(TrainingSettings(precision="bfloat16"), cpu) == torch.bfloat16
    assert computing_dtype(TrainingSettings(precision="float32"), cpu) == torch.float32


def test_a_trained_classifier_of_other_labels_gets_a_new_head(tmp_path, task):
    from transformers import AutoConfig, BertForSequenceClassification

    config = AutoConfig.from_pretrained(task.model, num_labels=3)
    BertForSequenceClassification(config).save_pretrained(tmp_path)
    task.tokenizer.save_pretrained(tmp_path)
    heads = [build_network(SETTINGS, str(tmp_path), task.tokenizer, ("p",), 0).classifier for _ in range(2)]
    assert heads[0].out_features == 1
    assert torch.equal(heads[0].weight, heads[1].weight)
