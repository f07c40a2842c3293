"""The writer: what was given is stored, also after an error; what a store has is not written again."""

from __future__ import annotations

import pytest
import torch

from geobias.models import writer as writer_module
from geobias.models.batches import Item
from geobias.models.store import EmbeddingStore
from geobias.models.tokens import TokenizedText
from geobias.models.vectors import Encoded
from geobias.models.writer import ShardWriter


def item(text: str, tokens: bool = True) -> Item:
    return Item(text, TokenizedText((), 0), tokens)


def encoded(value: float) -> Encoded:
    return Encoded({"mean": torch.full((3,), value)}, torch.full((2, 3), value))


def test_every_layer_goes_to_its_store_and_what_is_there_stays(tmp_path):
    stores = {layer: EmbeddingStore(tmp_path, {"layer": layer}) for layer in (0, 1)}
    with ShardWriter(stores) as writer:
        values = {layer: [encoded(layer + 0.5), encoded(layer + 10.5)] for layer in (0, 1)}
        writer.add([item("a"), item("b")], values, {0: {"a", "b"}, 1: {"b"}})
    assert stores[0].vectors(["a", "b"], "mean")[:, 0].tolist() == [0.5, 10.5]
    assert stores[1].missing(["a", "b"], tokens=True) == [True, False]
    assert stores[1].clouds(["b"]).points.tolist() == [[11.5] * 3] * 2


def test_what_was_gathered_is_kept_after_an_error(tmp_path):
    store = EmbeddingStore(tmp_path, {})
    writer = ShardWriter({0: store})
    writer.add([item("a")], {0: [encoded(1.0)]}, {0: {"a"}})
    writer.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert EmbeddingStore(tmp_path, {}).missing(["a"], tokens=True) == [False]


def test_an_error_of_the_disk_is_raised(tmp_path, monkeypatch):
    def full(*_):
        raise OSError("No space left on device")

    store = EmbeddingStore(tmp_path, {})
    monkeypatch.setattr(store, "write", full)
    with pytest.raises(OSError, match="No space left"), ShardWriter({0: store}) as writer:
        writer.add([item("a")], {0: [encoded(1.0)]}, {0: {"a"}})


def test_with_many_layers_no_more_values_wait(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "SHARD_VALUES", 90)
    monkeypatch.setattr(writer_module, "HELD_VALUES", 180)
    most = {}
    for count in (1, 2, 10):
        stores = {layer: EmbeddingStore(tmp_path, {"of": count, "layer": layer}) for layer in range(count)}
        texts, waiting = [f"text {number}" for number in range(40)], []
        with ShardWriter(stores) as writer:
            for text in texts:
                writer.add([item(text)], {at: [encoded(1.0)] for at in stores}, {at: {text} for at in stores})
                waiting.append(sum(gathered.values for gathered in writer._waiting.values()))
        assert not any(any(store.missing(texts, tokens=True)) for store in stores.values())
        most[count] = max(waiting)
    assert most[1] < 90  # one of 9 values that fills a shard closes it
    assert max(most.values()) < 180
