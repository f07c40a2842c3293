"""ClassifierTexts: the ids that transformers gives, in batches of like lengths."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.models.finetune import texts as texts_module
from geobias.models.finetune.texts import ClassifierTexts


def test_ids_are_those_of_the_tokenizer_cut_at_the_end(task):
    texts = ["w1 w2", "w3 w4 w5 w6 w7 w8"]
    found = ClassifierTexts.read(texts, task.tokenizer, 6)
    expected = task.tokenizer(texts, truncation=True, max_length=6)["input_ids"]
    assert [ids.tolist() for ids in found.ids] == expected
    assert found.truncated == 1
    assert found.lengths.tolist() == [4, 6]


def test_a_batch_is_padded_to_its_longest(task):
    batch = task.texts.batch(np.array([3, 0]), torch.device("cpu"))
    lengths = task.texts.lengths[[3, 0]]
    assert batch["input_ids"].shape == (2, lengths.max())
    assert batch["attention_mask"].sum(1).tolist() == lengths.tolist()
    assert (batch["input_ids"][batch["attention_mask"] == 0] == task.texts.pad_id).all()


def test_batches_hold_every_row_once_within_the_budget(task, monkeypatch):
    monkeypatch.setattr(texts_module, "BATCH_TOKENS", 40)
    rows = np.arange(20, 90)
    batches = task.texts.batches(rows)
    assert sorted(np.concatenate(batches)) == rows.tolist()
    for batch in batches:
        longest = task.texts.lengths[batch].max()
        assert longest * len(batch) <= 40 or len(batch) == 1
    longest = [task.texts.lengths[batch].max() for batch in batches]
    assert longest == sorted(longest, reverse=True)


@pytest.mark.parametrize("limit", [1, 10_000])
def test_any_budget_gives_batches(task, monkeypatch, limit):
    monkeypatch.setattr(texts_module, "BATCH_TOKENS", limit)
    assert sum(map(len, task.texts.batches(np.arange(30)))) == 30
