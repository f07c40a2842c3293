"""ShardWriter: gathers encoded texts and hands full shards to their stores, on a thread of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import torch

from geobias.models.batches import Item
from geobias.models.store import EmbeddingStore
from geobias.models.vectors import Encoded

# A shard is closed at this many values: a kill then costs little work, and a store does not fall apart into many files.
SHARD_VALUES = 4_000_000
HELD_VALUES = 64_000_000
"""Values that may wait for shards in all, a quarter of a gigabyte: with many layers shards are closed the sooner."""


@dataclass
class _Gathered:
    """Texts that wait for their shard."""

    texts: list[str] = field(default_factory=list)
    encoded: list[Encoded] = field(default_factory=list)
    values: int = 0

    def add(self, text: str, encoded: Encoded) -> None:
        self.texts.append(text)
        self.encoded.append(encoded)
        self.values += sum(vector.numel() for vector in encoded.pooled.values())
        self.values += 0 if encoded.points is None else encoded.points.numel()


class ShardWriter:
    """Writes what it is given into a store for each layer; pooled and token texts go to shards of their own.

    One shard is written while the next is gathered, so memory holds two of a kind. Leaving the context writes what is
    left, also after an error or an interruption.
    """

    def __init__(self, stores: Mapping[int, EmbeddingStore]):
        self._stores = stores
        self._waiting = {(layer, tokens): _Gathered() for layer in stores for tokens in (False, True)}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="write")
        self._writing: Future[None] | None = None

    def __enter__(self) -> ShardWriter:
        return self

    def __exit__(self, *error: Any) -> None:
        try:
            for place in self._waiting:
                self._close(*place)
            self._settle()
        finally:
            self._thread.shutdown()

    def add(
        self, items: Sequence[Item], encoded: Mapping[int, Sequence[Encoded]], absent: Mapping[int, Set[str]]
    ) -> None:
        """Take the texts of a batch that are absent from a layer's store."""
        for layer, results in encoded.items():
            for item, result in zip(items, results, strict=True):
                if item.text in absent[layer]:
                    self._waiting[layer, item.tokens].add(item.text, result)
        largest = min(SHARD_VALUES, HELD_VALUES // len(self._waiting))
        for place, gathered in self._waiting.items():
            if gathered.values >= largest:
                self._close(*place)

    def _close(self, layer: int, tokens: bool) -> None:
        gathered = self._waiting[layer, tokens]
        if gathered.texts:
            self._waiting[layer, tokens] = _Gathered()
            self._settle()
            self._writing = self._thread.submit(_write, self._stores[layer], gathered)

    def _settle(self) -> None:
        """Wait for the shard that is being written; an error of its writing is raised here."""
        if self._writing is not None:
            self._writing.result()
            self._writing = None


def _write(store: EmbeddingStore, gathered: _Gathered) -> None:
    encoded = gathered.encoded
    pooled = {name: torch.stack([one.pooled[name] for one in encoded]) for name in encoded[0].pooled}
    points = [one.points for one in encoded if one.points is not None]
    store.write(gathered.texts, pooled, points or None)
