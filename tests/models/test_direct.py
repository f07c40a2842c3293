"""Clouds straight from the encoder: what the store gives, in order, on the encoder's device."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.distances import bootstrap_sinkhorn_divergence
from geobias.errors import InputError
from geobias.models import EncoderSettings, direct, load_encoder
from geobias.models.direct import token_clouds
from geobias.models.extraction import extract
from geobias.models.store import EmbeddingStore


@pytest.fixture
def encoder(tiny_folder):
    return load_encoder(EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu", batch_tokens=40))


@pytest.fixture
def texts() -> list[str]:
    rng = np.random.default_rng(0)
    drawn = [" ".join(f"w{i}" for i in rng.integers(60, size=rng.integers(1, 15))) for _ in range(40)]
    return [*drawn, drawn[3], drawn[0]]


def test_they_are_the_stored_ones_in_the_order_asked(encoder, texts, tmp_path):
    store = EmbeddingStore(tmp_path, encoder.identity)
    extract(encoder, store, texts, token_texts=set(texts))
    found, truth = token_clouds(encoder, texts), store.clouds(texts)
    assert torch.equal(found.offsets, truth.offsets)
    assert torch.allclose(found.points, truth.points, atol=1e-6)
    assert torch.equal(found[40], found[3])


def test_another_layer_is_that_of_its_own_encoder(encoder, tiny_folder, texts):
    first = load_encoder(EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu", batch_tokens=40, layer=0))
    found = token_clouds(encoder, texts, layer=0)
    assert torch.equal(found.points, token_clouds(first, texts).points)
    assert not torch.allclose(found.points, token_clouds(encoder, texts).points, atol=1e-3)


def test_texts_of_several_windows_keep_their_order(tiny_folder, texts, tmp_path):
    settings = EncoderSettings(model=str(tiny_folder), max_length=6, device="cpu", truncation="window")
    encoder = load_encoder(settings)
    store = EmbeddingStore(tmp_path, encoder.identity)
    extract(encoder, store, texts, token_texts=set(texts))
    found, truth = token_clouds(encoder, texts), store.clouds(texts)
    assert max(len(text.windows) for text in encoder.tokenize(texts)) > 1
    assert torch.equal(found.offsets, truth.offsets)
    assert torch.allclose(found.points, truth.points, atol=1e-6)


def test_every_distinct_text_is_counted(encoder, texts, monkeypatch):
    seen = []
    token_clouds(encoder, texts, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(set(texts)), len(set(texts)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_a_batch_that_does_not_fit_is_halved(encoder, texts, monkeypatch):
    whole, calls = direct._clouds, []

    def small(encoder, layer, part):
        calls.append(len(part))
        if len(part) > 2:
            raise torch.cuda.OutOfMemoryError("CUDA out of memory")
        return whole(encoder, layer, part)

    truth = token_clouds(encoder, texts)
    monkeypatch.setattr(direct, "_clouds", small)
    with pytest.warns(UserWarning, match="does not fit into the memory"):
        found = token_clouds(encoder, texts)
    assert max(calls) > 2
    assert torch.allclose(found.points, truth.points, atol=1e-6)


def test_a_text_without_tokens_is_named(encoder):
    with pytest.raises(InputError, match="' ' holds none"):
        token_clouds(encoder, ["w1", " "])


def test_distances_take_them_as_they_come(encoder, texts, tmp_path):
    store = EmbeddingStore(tmp_path, encoder.identity)
    extract(encoder, store, texts, token_texts=set(texts))
    draws = torch.arange(10).expand(2, 2, 10)
    halves = texts[:20], texts[20:40]
    ours = bootstrap_sinkhorn_divergence([token_clouds(encoder, half) for half in halves], draws)
    theirs = bootstrap_sinkhorn_divergence([store.clouds(half) for half in halves], draws)
    assert torch.allclose(ours, theirs, rtol=1e-4)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no CUDA device")
def test_they_stay_on_the_device(tiny_folder, texts):
    encoder = load_encoder(EncoderSettings(model=str(tiny_folder), max_length=20, device="cuda"))
    found = token_clouds(encoder, texts)
    assert found.points.device.type == found.offsets.device.type == "cuda"
