"""First tokens alone: the same vectors as whole passes give, and whole passes where a network is not built for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from geobias.models import Encoder, EncoderSettings, load_encoder
from geobias.models.extraction import extract
from geobias.models.loading import load_pretrained
from geobias.models.store import EmbeddingStore

# Up to 41 words: some are cut, or read in several windows, at 16 tokens.
TEXTS = [" ".join(f"w{(7 * n + k) % 60}" for k in range(1 + n)) for n in range(40)]


def settings(folder, **values) -> EncoderSettings:
    plain = {"max_length": 16, "device": "cpu", "pooling": "cls", "poolings": "used"}
    return EncoderSettings(model=str(folder), **plain | values)


def stored(encoder: Encoder, root, pooling: str, tokens=frozenset()) -> np.ndarray:
    store = EmbeddingStore(root, encoder.identity)
    extract(encoder, store, TEXTS, token_texts=tokens, workers=1)
    return store.vectors(TEXTS, pooling)


def built(kind: str) -> torch.nn.Module:
    """A random network of two layers."""
    import transformers

    torch.manual_seed(0)
    heads = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    if kind == "DistilBert":
        heads = {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 32}
    config = getattr(transformers, f"{kind}Config")(vocab_size=66, max_position_embeddings=40, pad_token_id=0, **heads)
    return getattr(transformers, f"{kind}Model")(config).eval()


@pytest.mark.parametrize("pooling", ["cls", "pooler"])
@pytest.mark.parametrize("truncation", ["head", "window"])
def test_they_equal_those_of_whole_passes(tiny_folder, tmp_path, pooling, truncation):
    ours = load_encoder(settings(tiny_folder, pooling=pooling, truncation=truncation))
    whole = load_encoder(replace(ours.settings, poolings="all"))
    assert ours.first_tokens is not None
    assert whole.first_tokens is None
    assert np.abs(stored(ours, tmp_path, pooling) - stored(whole, tmp_path, pooling)).max() < 1e-5


def test_token_vectors_of_some_texts_take_whole_passes(tiny_folder, tmp_path):
    encoder = load_encoder(settings(tiny_folder))
    plain = stored(encoder, tmp_path / "plain", "cls")
    assert np.abs(stored(encoder, tmp_path / "some", "cls", tokens=frozenset(TEXTS[::3])) - plain).max() < 1e-5
    assert EmbeddingStore(tmp_path / "some", encoder.identity).clouds(TEXTS[:1]).points.shape[1] == 16


def test_the_store_is_another_and_keeps_that_vector_alone(tiny_folder, tmp_path):
    used, whole = load_encoder(settings(tiny_folder)), load_encoder(settings(tiny_folder, poolings="all"))
    assert used.identity == whole.identity | {"poolings": "cls"}
    stored(used, tmp_path, "cls")
    with pytest.raises(KeyError, match="does not keep .pooled.mean.; it was made with encoder.poolings=used"):
        EmbeddingStore(tmp_path, used.identity).vectors(TEXTS[:1], "mean")


def test_a_mean_alone_is_stored_after_whole_passes(tiny_folder, tmp_path):
    encoder = load_encoder(settings(tiny_folder, pooling="mean"))
    assert encoder.first_tokens is None
    whole = stored(load_encoder(replace(encoder.settings, poolings="all")), tmp_path, "mean")
    assert np.abs(stored(encoder, tmp_path, "mean") - whole).max() < 1e-6
    assert list(encoder.encode(encoder.tokenize(TEXTS[:1]))[0].pooled) == ["mean"]


@pytest.mark.parametrize(
    ("kind", "reads"), [("Roberta", True), ("Electra", True), ("DistilBert", False), ("MPNet", False)]
)
def test_other_networks_are_read_so_where_they_are_built_alike(tiny_folder, kind, reads):
    tokenizer, network = load_pretrained(str(tiny_folder), None, torch.float32)[0], built(kind)
    encoder = Encoder(tokenizer, network, settings(tiny_folder))
    assert (encoder.first_tokens is not None) is reads
    texts = encoder.tokenize(TEXTS)
    alone = torch.stack([encoder.encode([text])[0].pooled["cls"] for text in texts])
    found = torch.stack([one.pooled["cls"] for one in encoder.encode(texts, tokens=False)])
    assert (found - alone).abs().max() < 1e-5


def test_a_last_layer_that_does_more_than_berts_is_found_out(tiny_folder):
    tokenizer, network = load_pretrained(str(tiny_folder), None, torch.float32)
    network.encoder.layer[-1].register_forward_hook(lambda module, given, out: out * 1.5)
    assert Encoder(tokenizer, network, settings(tiny_folder)).first_tokens is None


def test_the_network_keeps_its_layers(tiny_folder):
    tokenizer, network = load_pretrained(str(tiny_folder), None, torch.float32)
    names = list(network.state_dict())
    assert Encoder(tokenizer, network, settings(tiny_folder)).first_tokens is not None
    assert list(network.state_dict()) == names
    assert len(network.encoder.layer) == 2
