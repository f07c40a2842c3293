"""Trials: networks that mix up the texts of a batch are read one padded text beside the other, or not at all."""

from __future__ import annotations

import pytest
import torch

from geobias.models import EncoderSettings, load_encoder
from geobias.models import encoder_loading as room
from geobias.models.passes import Passes
from geobias.models.self_check import batching_error, tolerance


def save(folder, config, model):
    from transformers import BertTokenizer

    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *(f"w{i}" for i in range(40)), "a"]
    (folder / "vocab.txt").write_text("\n".join(vocabulary))
    BertTokenizer(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    model(config).save_pretrained(folder)
    return EncoderSettings(model=str(folder), max_length=20, device="cpu")


def plain(settings, texts):
    """Last hidden states of texts one at a time, by transformers itself."""
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(settings.model)
    network = AutoModel.from_pretrained(settings.model).eval()
    with torch.inference_mode():
        return [network(**tokenizer(text, return_tensors="pt")).last_hidden_state[0] for text in texts]


def check(settings, packs):
    encoder = load_encoder(settings)
    assert encoder.packs is packs
    assert encoder.describe()["sequences"] == ("packed" if packs else "padded")
    texts = ["w1 w2 w3", "w4", "w5 w6 w7", "w8 w9"]
    found = [one.points for one in encoder.encode(encoder.tokenize(texts))]
    for points, hidden in zip(found, plain(settings, texts), strict=True):
        assert (points - hidden[1:-1]).abs().max() < 1e-5
    assert batching_error(encoder) < tolerance(encoder)


def test_bert_is_packed(tiny_folder):
    check(EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu"), True)


def test_roberta_is_packed_with_its_own_positions(tmp_path):
    from transformers import RobertaConfig, RobertaModel

    config = RobertaConfig(
        vocab_size=46, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=30, pad_token_id=0, type_vocab_size=1,
    )  # fmt: skip
    check(save(tmp_path, config, RobertaModel), True)


def test_relative_positions_of_mpnet_are_padded(tmp_path):
    from transformers import MPNetConfig, MPNetModel

    config = MPNetConfig(
        vocab_size=46, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=30, pad_token_id=0,
    )  # fmt: skip
    check(save(tmp_path, config, MPNetModel), False)


def test_padded_positions_are_never_packed(tiny_folder):
    settings = EncoderSettings(model=str(tiny_folder), max_length=20, positions="padded", device="cpu")
    assert load_encoder(settings).packs is False


def mixed_up(monkeypatch):
    """Batches of several texts then differ from single texts, as on a broken device."""
    honest = Passes.read

    def broken(self, layout, layers, take):
        wrong = 1.5 if len(layout.windows) > 1 else 1.0
        return honest(self, layout, layers, lambda layer, states: take(layer, states * wrong))

    monkeypatch.setattr(Passes, "read", broken)


def test_a_doubted_device_that_mixes_up_batches_is_left_for_the_cpu(tiny_folder, monkeypatch):  # E10
    mixed_up(monkeypatch)
    monkeypatch.setattr(room, "DOUBTED", ("cpu",))
    settings = EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu")
    with pytest.warns(UserWarning, match="On cpu a batch of 8 texts differs from the same texts one by one by") as told:
        encoder = load_encoder(settings)
    doubts = [str(one.message) for one in told if str(one.message).startswith("On cpu")]
    assert len(doubts) == 1
    assert doubts[0].endswith("more than 1e-05; the CPU is used instead.")
    assert encoder.device.type == encoder.identity["device"] == "cpu"


def test_a_doubted_device_that_agrees_is_used(tiny_folder, monkeypatch, recwarn):
    monkeypatch.setattr(room, "DOUBTED", ("cpu",))
    assert load_encoder(EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu")).packs
    assert not recwarn.list
