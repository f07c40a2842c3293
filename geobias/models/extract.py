"""Extraction: every text encoded once, in length-sorted batches, straight into the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

import torch

from geobias.errors import InputError
from geobias.models.encoder import Encoded, Encoder
from geobias.models.store import EmbeddingStore
from geobias.models.tokens import TokenizedText
from geobias.parallel import ordered_map

# A shard is closed at this many values: a kill then costs little work, and a store does not fall apart into many files.
SHARD_VALUES = 8_000_000

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class _Item:
    text: str
    tokenized: TokenizedText
    tokens: bool

    @property
    def length(self) -> int:
        return max(len(window) for window in self.tokenized.windows)


def extract(
    encoder: Encoder,
    store: EmbeddingStore,
    texts: Sequence[str],
    *,
    token_texts: Set[str] = frozenset(),
    workers: int | None = None,
    progress: Progress | None = None,
) -> int:
    """Encode what the store lacks; returns how many texts that was.

    Parameters
    ----------
    texts : strings; equal ones are encoded once.
    token_texts : those of `texts` whose token vectors are wanted besides the pooled ones.
    progress : called with (texts done, texts in all).

    Batches are formed over all `texts`, stored or not, and a batch with nothing missing is skipped: what a text's
    vectors are, to the bit, does not depend on where an earlier run was cut off, nor on the number of workers.

    Raises
    ------
    InputError : a text has no token besides special ones; drop such texts before.
    """
    distinct = list(dict.fromkeys(texts))
    items = _items(encoder, distinct, token_texts)
    missing = _missing(store, items)
    writer = _ShardWriter(store)
    batches = [batch for batch in _batches(items, encoder) if any(missing[item.text] for item in batch)]
    done = len(items) - sum(map(len, batches))

    def run(batch: list[_Item]) -> tuple[list[_Item], list[Encoded]]:
        wants = any(item.tokens for item in batch)
        return batch, encoder.encode([item.tokenized for item in batch], tokens=wants)

    try:
        for batch, encoded in ordered_map(run, batches, workers):
            writer.add((i, e) for i, e in zip(batch, encoded, strict=True) if missing[i.text])
            done += len(batch)
            if progress:
                progress(done, len(items))
    finally:
        writer.flush()
    return sum(missing.values())


def _items(encoder: Encoder, texts: list[str], token_texts: Set[str]) -> list[_Item]:
    items = []
    for text, tokenized in zip(texts, encoder.tokenize(texts), strict=True):
        if tokenized.kept == 0:
            raise InputError(
                "every text to encode must hold a token besides special ones",
                f"{text!r} holds none",
                "Leave out texts whose token count is 0.",
            )
        items.append(_Item(text, tokenized, text in token_texts))
    return items


def _missing(store: EmbeddingStore, items: list[_Item]) -> dict[str, bool]:
    pooled = store.missing((item.text for item in items), tokens=False)
    tokens = store.missing((item.text for item in items), tokens=True)
    return {item.text: t if item.tokens else p for item, p, t in zip(items, pooled, tokens, strict=True)}


def _batches(items: list[_Item], encoder: Encoder) -> Iterator[list[_Item]]:
    """Batches of like lengths and like wants, each within the token budget (or of one text)."""
    special = len(encoder.tokenize.prefix) + len(encoder.tokenize.suffix)
    padded = encoder.settings.positions == "padded"
    batch: list[_Item] = []
    rows = widest = 0
    for item in sorted(items, key=lambda i: (i.tokens, -i.length, i.text)):
        width = encoder.settings.max_length if padded else item.length + special
        rows += len(item.tokenized.windows)
        widest = max(widest, width)
        if batch and (rows * widest > encoder.settings.batch_tokens or item.tokens != batch[0].tokens):
            yield batch
            batch, rows, widest = [], len(item.tokenized.windows), width
        batch.append(item)
    if batch:
        yield batch


class _ShardWriter:
    """Gathers encoded texts and closes a shard when it is full; pooled and token texts go to shards of their own."""

    def __init__(self, store: EmbeddingStore):
        self._store = store
        self._waiting: dict[bool, list[tuple[str, Encoded]]] = {False: [], True: []}
        self._values = {False: 0, True: 0}

    def add(self, encoded: Iterable[tuple[_Item, Encoded]]) -> None:
        for item, result in encoded:
            self._waiting[item.tokens].append((item.text, result))
            self._values[item.tokens] += sum(v.numel() for v in result.pooled.values())
            if item.tokens and result.points is not None:
                self._values[item.tokens] += result.points.numel()
        for kind, values in self._values.items():
            if values >= SHARD_VALUES:
                self._close(kind)

    def flush(self) -> None:
        self._close(False)
        self._close(True)

    def _close(self, tokens: bool) -> None:
        waiting = self._waiting[tokens]
        if not waiting:
            return
        names = waiting[0][1].pooled
        pooled = {name: torch.stack([encoded.pooled[name] for _, encoded in waiting]) for name in names}
        points = [encoded.points for _, encoded in waiting if encoded.points is not None] if tokens else None
        self._store.write([text for text, _ in waiting], pooled, points)
        self._waiting[tokens], self._values[tokens] = [], 0
