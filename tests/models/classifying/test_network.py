"""The network of texts: rows in their order, whatever their lengths, and a plan B where batches are odd."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.models.classifying import ClassifierSettings
from geobias.models.classifying.network import TextNetwork
from tests.models.networks import build, save


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> str:
    place = tmp_path_factory.mktemp("network")
    save(place, build("Bert", "ForSequenceClassification"))
    return str(place)


def network(folder: str) -> TextNetwork:
    return TextNetwork(ClassifierSettings(model=folder, max_length=40, device="cpu"))


def test_a_batch_gives_what_its_rows_give_alone_in_their_order(folder):
    one = network(folder)
    rows = one.tokenize(["w1", "w2 w3 w4 w5", "w6 w7", "w8 w9 w10 w11 w12 w13"])
    assert [one.tokens(row) for row in rows] == [3, 6, 4, 8]
    together, alone = one.logits(rows), np.concatenate([one.logits([row]) for row in rows])
    assert together == pytest.approx(alone, abs=1e-5)
    assert not one.alone


def test_a_network_that_batches_wrongly_is_read_text_by_text(folder, monkeypatch):
    from transformers import BertForSequenceClassification

    rows = network(folder).tokenize(["w1", "w2 w3 w4 w5"])
    right = network(folder).logits(rows)
    forward = BertForSequenceClassification.forward

    def blind(self, input_ids, attention_mask):
        return forward(self, input_ids=input_ids)  # sees padding

    monkeypatch.setattr(BertForSequenceClassification, "forward", blind)
    with pytest.warns(UserWarning, match=r"gives other answers to texts in a batch than to each alone; it reads them"):
        odd = network(folder)
    assert odd.alone
    assert odd.logits(rows) == pytest.approx(right, abs=1e-5)
