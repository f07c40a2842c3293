"""The encoder: masked pooling, exact clouds, and nothing that depends on batch mates."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from geobias.errors import InputError
from geobias.models import EncoderSettings, load_encoder

LONG = "a long walk along the harbour before breakfast with the dogs and a thermos of tea"


def plain(minilm, text: str) -> np.ndarray:
    """The last hidden state of one text, straight from transformers, special tokens included."""
    from transformers import AutoModel, AutoTokenizer

    from geobias.models.sources import locate

    folder = locate(minilm.settings.model)
    tokens = AutoTokenizer.from_pretrained(folder)(text, return_tensors="pt")
    with torch.inference_mode():
        return AutoModel.from_pretrained(folder).eval()(**tokens).last_hidden_state[0].numpy()


def test_vectors_equal_transformers_one_text_at_a_time(minilm):
    encoded = minilm.encode(minilm.tokenize(["hi there", LONG]))
    for text, one in zip(["hi there", LONG], encoded, strict=True):
        hidden = plain(minilm, text)
        assert np.abs(one.points.numpy() - hidden[1:-1]).max() < 1e-5
        assert np.abs(one.pooled["mean"].numpy() - hidden[1:-1].mean(0)).max() < 1e-5
        assert np.abs(one.pooled["cls"].numpy() - hidden[0]).max() < 1e-5


def test_pooling_does_not_depend_on_batch_mates(minilm):  # E01
    alone = minilm.encode(minilm.tokenize(["hi"]))[0]
    beside = minilm.encode(minilm.tokenize(["hi", LONG]))[0]
    for name, vector in alone.pooled.items():
        assert (vector - beside.pooled[name]).abs().max() < 1e-5


def test_a_cloud_has_a_row_for_every_token(minilm):  # E03
    text = "Colourless green ideas sleep"
    count = minilm.tokenize([text])[0].total
    special, padded = (load_encoder(replace(minilm.settings, positions=which)) for which in ("all", "padded"))
    for encoder, rows in ((minilm, count), (special, count + 2), (padded, 32)):
        tokenized = encoder.tokenize([text])
        assert encoder.cloud_size(tokenized[0]) == len(encoder.encode(tokenized)[0].points) == rows


def test_the_published_padded_cloud_is_what_transformers_gives_at_full_padding(tiny_folder):
    from transformers import AutoModel, AutoTokenizer

    encoder = load_encoder(EncoderSettings(model=str(tiny_folder), max_length=12, positions="padded", device="cpu"))
    tokens = AutoTokenizer.from_pretrained(tiny_folder)(
        "w1 w2 w3", padding="max_length", max_length=12, return_tensors="pt"
    )
    with torch.inference_mode():
        hidden = AutoModel.from_pretrained(tiny_folder).eval()(**tokens).last_hidden_state[0]
    assert torch.allclose(encoder.encode(encoder.tokenize(["w1 w2 w3"]))[0].points, hidden, atol=1e-6)


def test_the_first_token_is_the_first_of_the_text_wherever_a_tokenizer_pads(tiny_folder, tmp_path):  # E15
    import shutil

    from transformers import AutoTokenizer

    left = shutil.copytree(tiny_folder, tmp_path / "left")
    tokenizer = AutoTokenizer.from_pretrained(left, padding_side="left")
    tokenizer.save_pretrained(left)
    texts = ["w1", "w1 w2 w3 w4"]
    found = []
    for folder, positions in ((tiny_folder, "content"), (left, "content"), (left, "padded")):
        settings = EncoderSettings(model=str(folder), max_length=12, positions=positions, device="cpu")
        encoder = load_encoder(settings)
        found.append([one.pooled["cls"] for one in encoder.encode(encoder.tokenize(texts))])
    for right, *others in zip(*found, strict=True):
        assert all(torch.allclose(right, other, atol=1e-6) for other in others)


def test_half_precision_is_stored_as_float32(tiny_folder):  # E11
    settings = EncoderSettings(model=str(tiny_folder), max_length=20, dtype="bfloat16", device="cpu")
    encoder = load_encoder(settings)
    encoded = encoder.encode(encoder.tokenize(["w1 w2"]))[0]
    assert encoded.points.dtype == torch.float32
    assert encoded.points.numpy().shape == (2, 16)
    assert encoder.identity["dtype"] == "bfloat16"


def test_windows_of_a_long_text_are_pooled_by_their_tokens(tiny_folder):
    settings = EncoderSettings(model=str(tiny_folder), max_length=6, truncation="window", device="cpu")
    encoder = load_encoder(settings)
    encoded = encoder.encode(encoder.tokenize(["w1 w2 w3 w4 w5 w6", "w7"]))
    assert [len(one.points) for one in encoded] == [6, 1]
    assert torch.allclose(encoded[0].pooled["mean"], encoded[0].points.mean(0), atol=1e-6)


def test_a_layer_is_taken_by_its_index(tiny_folder):
    settings = EncoderSettings(model=str(tiny_folder), max_length=10, device="cpu")
    last, explicit, first = (load_encoder(replace(settings, layer=layer)) for layer in (-1, 2, 0))
    vectors = [encoder.encode(encoder.tokenize(["w1 w2"]))[0].points for encoder in (last, explicit, first)]
    assert torch.equal(vectors[0], vectors[1])
    assert not torch.allclose(vectors[0], vectors[2], atol=1e-3)
    assert last.identity == explicit.identity != first.identity
    with pytest.raises(InputError, match=r"encoder.layer must lie between -3 and 2 for this encoder, but it is 3"):
        load_encoder(replace(settings, layer=3))


def test_identity_follows_the_weights_not_the_place(tiny_folder, tmp_path):
    import shutil

    copy = shutil.copytree(tiny_folder, tmp_path / "copy")
    settings = EncoderSettings(model=str(tiny_folder), max_length=10, device="cpu")
    assert load_encoder(settings).identity == load_encoder(replace(settings, model=str(copy))).identity


def test_a_pooler_that_is_not_there_is_refused(tmp_path):
    from transformers import DistilBertConfig, DistilBertModel, DistilBertTokenizer

    (tmp_path / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a"]))
    DistilBertTokenizer(vocab=str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    config = DistilBertConfig(vocab_size=6, dim=8, n_layers=1, n_heads=2, hidden_dim=16, max_position_embeddings=16)
    DistilBertModel(config).save_pretrained(tmp_path)
    settings = EncoderSettings(model=str(tmp_path), max_length=10, device="cpu")
    assert set(load_encoder(settings).encode(load_encoder(settings).tokenize(["a"]))[0].pooled) == {"mean", "cls"}
    with pytest.raises(InputError, match="encoder.pooling=pooler needs an encoder with a pooling layer"):
        load_encoder(replace(settings, pooling="pooler"))
