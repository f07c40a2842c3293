"""Extraction: once per text, same bits whatever the workers and wherever an earlier run was cut off."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.models import EncoderSettings, batches, load_encoder, writer
from geobias.models.extraction import extract
from geobias.models.store import EmbeddingStore
from geobias.models.tokens import TextTokenizer


@pytest.fixture
def encoder(tiny_folder):
    return load_encoder(EncoderSettings(model=str(tiny_folder), max_length=20, device="cpu", batch_tokens=40))


@pytest.fixture
def texts() -> list[str]:
    rng = np.random.default_rng(0)
    return [" ".join(f"w{i}" for i in rng.integers(60, size=rng.integers(1, 15))) for _ in range(120)]


def everything(store, texts, drawn):
    return store.vectors(texts, "mean"), store.clouds(drawn).points.numpy()


def test_every_text_is_encoded_once(encoder, texts, tmp_path):
    store = EmbeddingStore(tmp_path, encoder.identity)
    distinct = len(set(texts))
    assert extract(encoder, store, texts, token_texts=set(texts[:30])) == distinct
    assert extract(encoder, store, texts, token_texts=set(texts[:30])) == 0
    assert extract(encoder, EmbeddingStore(tmp_path, encoder.identity), texts) == 0


def test_bits_do_not_depend_on_workers(encoder, texts, tmp_path):
    results = []
    for workers in (1, 4):
        store = EmbeddingStore(tmp_path / str(workers), encoder.identity)
        extract(encoder, store, texts, token_texts=set(texts[:30]), workers=workers)
        results.append(everything(store, texts, texts[:30]))
    assert all(np.array_equal(a, b) for a, b in zip(*results, strict=True))


def test_a_stopped_extraction_keeps_what_was_done_and_goes_on_to_the_same_bits(encoder, texts, tmp_path, monkeypatch):
    whole = EmbeddingStore(tmp_path / "whole", encoder.identity)
    extract(encoder, whole, texts, token_texts=set(texts[:30]), workers=1)
    store = EmbeddingStore(tmp_path / "stopped", encoder.identity)
    calls = []

    def interrupt(done, total):
        calls.append(done)
        if len(calls) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extract(encoder, store, texts, token_texts=set(texts[:30]), workers=1, progress=interrupt)
    again = EmbeddingStore(tmp_path / "stopped", encoder.identity)
    left = extract(encoder, again, texts, token_texts=set(texts[:30]), workers=1)
    assert 0 < left < len(set(texts))
    for a, b in zip(everything(whole, texts, texts[:30]), everything(again, texts, texts[:30]), strict=True):
        assert np.array_equal(a, b)


def test_shards_are_closed_when_full(encoder, texts, tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "SHARD_VALUES", 500)
    store = EmbeddingStore(tmp_path, encoder.identity)
    extract(encoder, store, texts)
    assert len(list(store.folder.glob("*.safetensors"))) > 5
    assert store.vectors(texts, "mean").shape == (120, 16)


def test_progress_ends_at_the_total(encoder, texts, tmp_path):
    seen = []
    extract(
        encoder,
        EmbeddingStore(tmp_path, encoder.identity),
        texts,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen[-1] == (len(set(texts)), len(set(texts)))


def test_a_text_without_tokens_is_named(encoder, tmp_path):
    with pytest.raises(
        InputError, match=r"every text to encode must hold a token besides special ones, but '  ' holds none"
    ):
        extract(encoder, EmbeddingStore(tmp_path, encoder.identity), ["w1", "  "])


def test_one_pass_fills_the_stores_of_several_layers(encoder, texts, tmp_path):
    from dataclasses import replace

    stores = {layer: EmbeddingStore(tmp_path / "one", encoder.identity_at(layer)) for layer in (0, 1, 2)}
    rich = set(texts[:30])
    count = extract(encoder, {2: stores[2], 0: stores[0], -2: stores[1]}, texts, token_texts=rich, workers=1)
    assert count == len(set(texts))
    for layer, store in stores.items():
        single = load_encoder(replace(encoder.settings, layer=layer))
        assert single.identity == encoder.identity_at(layer)
        alone = EmbeddingStore(tmp_path / "alone", single.identity)
        extract(single, alone, texts, token_texts=rich, workers=1)
        for a, b in zip(everything(store, texts, texts[:30]), everything(alone, texts, texts[:30]), strict=True):
            assert np.array_equal(a, b)
    assert extract(encoder, {2: stores[2], 0: stores[0]}, texts, token_texts=rich) == 0


def test_long_lists_are_read_in_chunks_and_stored_ones_are_not_even_tokenized(encoder, texts, tmp_path, monkeypatch):
    monkeypatch.setattr(batches, "CHUNK_TEXTS", 25)
    store = EmbeddingStore(tmp_path, encoder.identity)
    extract(encoder, store, texts, token_texts=set(texts[:30]))
    alone = [encoder.encode(encoder.tokenize([text]))[0].pooled["mean"].numpy() for text in texts[:30]]
    assert np.abs(store.vectors(texts[:30], "mean") - np.stack(alone)).max() < 1e-5
    read, whole = [], TextTokenizer.__call__

    def watched(self, texts, places):
        read.extend(texts)
        return whole(self, texts, places)

    monkeypatch.setattr(TextTokenizer, "__call__", watched)
    assert extract(encoder, store, [*texts, "w1 w2 w3 w4 w59"]) == 1
    assert 0 < len(read) <= 25


def test_storage_in_half_precision_is_read_as_float32(encoder, texts, tmp_path):
    from dataclasses import replace

    half = load_encoder(replace(encoder.settings, storage="float16"))
    stores = [EmbeddingStore(tmp_path, each.identity) for each in (encoder, half)]
    for each, store in zip((encoder, half), stores, strict=True):
        extract(each, store, texts, token_texts=set(texts))
    whole, small = (everything(store, texts, texts) for store in stores)
    assert {a.dtype for a in small} == {np.dtype(np.float32)}
    assert all(0 < np.abs(a - b).max() < 4e-3 for a, b in zip(whole, small, strict=True))
    sizes = [sum(path.stat().st_size for path in store.folder.glob("*.safetensors")) for store in stores]
    assert sizes[1] < 0.7 * sizes[0]


def test_what_is_no_string_is_named_by_its_place(encoder, tmp_path):
    with pytest.raises(InputError, match=r"the one at index 3 is None \(NoneType\)"):
        extract(encoder, EmbeddingStore(tmp_path, encoder.identity), ["w1", "w1", "w2", None])
