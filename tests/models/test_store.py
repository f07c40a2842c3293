"""The store: found again by what made it, whole shards or none, foreign ones refused."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from geobias.errors import InputError, StorageError
from geobias.models.store import EmbeddingStore, text_key

IDENTITY = {"weights": "abc", "layer": 6}


def filled(folder, texts=("one", "two")) -> EmbeddingStore:
    store = EmbeddingStore(folder, IDENTITY)
    vectors = {"mean": torch.arange(3.0 * len(texts)).reshape(-1, 3)}
    points = [torch.full((length + 1, 3), float(length)) for length in range(len(texts))]
    store.write(list(texts), vectors, points)
    return store


def test_what_is_written_is_read_back_in_any_order_by_another_process(tmp_path):
    filled(tmp_path)
    store = EmbeddingStore(tmp_path, IDENTITY)
    assert store.vectors(["two", "one"], "mean").tolist() == [[3, 4, 5], [0, 1, 2]]
    clouds = store.clouds(["two", "one", "two"])
    assert clouds.counts.tolist() == [2, 1, 2]
    assert clouds[0].tolist() == [[1, 1, 1]] * 2


def test_pooled_vectors_alone_do_not_count_as_token_vectors(tmp_path):
    store = filled(tmp_path)
    store.write(["three"], {"mean": torch.zeros(1, 3)})
    assert store.missing(["one", "three", "four"], tokens=False) == [False, False, True]
    assert store.missing(["one", "three", "four"], tokens=True) == [False, True, True]
    with pytest.raises(KeyError, match="The store has no tokens vectors of the text 'three'"):
        store.clouds(["three"])


def test_another_identity_has_another_folder(tmp_path):
    filled(tmp_path)
    other = EmbeddingStore(tmp_path, {**IDENTITY, "layer": 5})
    assert other.missing(["one"], tokens=False) == [True]


def test_refresh_finds_what_others_have_written(tmp_path):
    early = EmbeddingStore(tmp_path, IDENTITY)
    filled(tmp_path)
    assert early.missing(["one"], tokens=True) == [True]
    early.refresh()
    assert early.missing(["one"], tokens=True) == [False]


@pytest.mark.parametrize("harm", [lambda content: content[:100], lambda content: content[:-9] + b"x" + content[-8:]])
def test_a_damaged_shard_is_missing_and_said(tmp_path, harm):
    store = filled(tmp_path)
    store.write(["three"], {"mean": torch.zeros(1, 3)})
    shard = next(store.folder.glob("tokens-*.safetensors"))
    shard.write_bytes(harm(shard.read_bytes()))
    again = EmbeddingStore(tmp_path, IDENTITY)
    assert again.missing(["one", "three"], tokens=False) == [True, False]
    assert again.notices == [f"The shard {shard.name} of the store was damaged on disk; its texts were encoded anew."]
    filled(tmp_path)
    assert EmbeddingStore(tmp_path, IDENTITY).notices == []


def test_shards_of_other_versions_are_told_of(tmp_path, monkeypatch):
    with monkeypatch.context() as old:
        old.setattr("geobias.models.tensor_files.versions", lambda: {"geobias": "0.0.9"})
        filled(tmp_path)
    store = EmbeddingStore(tmp_path, IDENTITY)
    assert store.notices == ["Embeddings were taken from the store that were made with geobias 0.0.9."]


def test_a_foreign_shard_is_named(tmp_path):
    theirs = EmbeddingStore(tmp_path, {"weights": "xyz"})
    theirs.write(["one"], {"mean": torch.zeros(1, 3)})
    shard = next(theirs.folder.glob("*.safetensors"))
    ours = filled(tmp_path)
    (ours.folder / shard.name).write_bytes(shard.read_bytes())
    with pytest.raises(InputError, match=f"{shard.name} is of {theirs.identity}"):
        EmbeddingStore(tmp_path, IDENTITY)


def test_a_failed_write_leaves_nothing(tmp_path, monkeypatch):
    store = EmbeddingStore(tmp_path, IDENTITY)

    def broken(tensors, path, metadata):
        path.write_bytes(b"half")
        raise OSError("disk full")

    monkeypatch.setattr("safetensors.torch.save_file", broken)
    with pytest.raises(StorageError, match="disk full"):
        store.write(["one"], {"mean": torch.zeros(1, 3)})
    assert [path.name for path in store.folder.iterdir()] == ["identity.json"]


def test_keys_are_those_of_the_text_alone():
    assert text_key("a") == text_key("a") != text_key("b")
    assert len(text_key("\ud800")) == 16
    assert np.frombuffer(text_key("a"), dtype=np.uint8).shape == (16,)


@pytest.mark.parametrize(("value", "shown"), [(1e5, "1e+05"), (float("nan"), "nan")])
def test_vectors_that_do_not_fit_the_dtype_on_disk_are_refused(tmp_path, value, shown):
    store = EmbeddingStore(tmp_path, {"storage": "float16"})
    with pytest.raises(InputError) as error:
        store.write(["one"], {"mean": torch.tensor([[1.0, value]])})
    assert str(error.value) == (
        f"vectors to store must be finite in float16, but of 'mean' the largest is {shown}. "
        "Use encoder.storage=float32, and encoder.dtype=float32 or bfloat16."
    )
