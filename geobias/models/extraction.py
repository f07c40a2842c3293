"""Extraction: every text encoded once, in length-sorted batches, straight into the store."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial

import torch

from geobias.models.batches import Item, batches, distinct_chunks, items_ahead
from geobias.models.encoder import Encoder
from geobias.models.memory import MemoryBudget
from geobias.models.store import EmbeddingStore
from geobias.models.tokens import check_texts
from geobias.models.vectors import Pending
from geobias.models.writer import ShardWriter
from geobias.parallel import ordered_map
from geobias.processes import Alone, Processes

AHEAD = 2
"""Batches that a GPU has been given before the first of them is collected: it never waits for the CPU."""

Progress = Callable[[int, int], None]
Parts = list[tuple[Sequence[Item], Pending]]


def extract(
    encoder: Encoder,
    store: EmbeddingStore | Mapping[int, EmbeddingStore],
    texts: Sequence[str],
    *,
    token_texts: Set[str] = frozenset(),
    workers: int | None = None,
    progress: Progress | None = None,
    processes: Processes | None = None,
) -> int:
    """Encode what the store lacks, or one of the stores; returns how many texts that was.

    Parameters
    ----------
    store : of the encoder's own layer; or of several, kept from one pass: index -> the store of
        `encoder.identity_at(index)`.
    texts : strings; equal ones are encoded once.
    token_texts : those of `texts` whose token vectors are wanted besides the pooled ones.
    workers : threads that encode on a CPU; None = every core.
    progress : called with (texts done, texts in all).
    processes : those that share the work (each calls this with the same arguments); all return when all is stored.

    Batches are formed over all `texts`, stored or not, and a batch with nothing missing is skipped: what a text's
    vectors are, to the bit, does not depend on where an earlier run was cut off, nor on the number of workers or
    processes.

    Raises
    ------
    InputError : a text cannot be tokenized, has no token besides special ones (drop such texts before), or does not
        fit into a GPU's memory even alone.
    """
    check_texts(texts)
    together = processes or Alone()
    of_layers = {encoder.layer: store} if isinstance(store, EmbeddingStore) else store
    stores = {encoder.resolve_layer(layer): at for layer, at in of_layers.items()}
    chunks = distinct_chunks(texts)
    absent = {layer: _absent(at, chunks, token_texts) for layer, at in stores.items()}
    total, done = sum(map(len, chunks)), 0
    missing = set().union(*absent.values())
    work = _batches(encoder, chunks, token_texts, missing, together)
    with ShardWriter(stores) as writer:
        for parts in _encoded(encoder, work, tuple(stores), workers):
            for batch, pending in parts:
                writer.add(batch, pending.collect(), absent)
                done += sum(item.text in missing for item in batch)
            if progress:
                progress(total - len(missing) + done, total)
    together.barrier()
    for at in stores.values():
        at.refresh()
    if progress:
        progress(total, total)
    return int(together.sum(torch.tensor([done]))[0])


def _absent(store: EmbeddingStore, chunks: list[dict[str, int]], token_texts: Set[str]) -> set[str]:
    """Texts whose vectors, pooled or of their tokens as they are wanted, the store lacks."""
    absent = set()
    for tokens in (False, True):
        wanted = [text for chunk in chunks for text in chunk if (text in token_texts) is tokens]
        absent |= {text for text, gone in zip(wanted, store.missing(wanted, tokens=tokens), strict=True) if gone}
    return absent


def _batches(
    encoder: Encoder, chunks: list[dict[str, int]], token_texts: Set[str], missing: set[str], processes: Processes
) -> Iterator[list[Item]]:
    """This process' share of the batches in which something is missing."""
    needed = [number for number, chunk in enumerate(chunks) if not missing.isdisjoint(chunk)]
    read = items_ahead(encoder, [chunks[number] for number in needed], token_texts)
    for number, items in zip(needed, read, strict=True):
        for place, batch in enumerate(batches(items, encoder)):
            mine = (number + place) % processes.count == processes.rank
            if mine and any(item.text in missing for item in batch):
                yield batch


def _encoded(
    encoder: Encoder, work: Iterable[list[Item]], layers: tuple[int, ...], workers: int | None
) -> Iterator[Parts]:
    """Every batch, begun: on threads of a CPU, or a few ahead on a GPU."""
    budget = MemoryBudget(encoder)

    def launch(part: Sequence[Item]) -> Pending:
        return encoder.launch([item.tokenized for item in part], tokens=part[0].tokens, layers=layers)

    begin = partial(budget.run, launch=launch)
    if encoder.device.type != "cuda":
        yield from ordered_map(begin, work, workers if encoder.device.type == "cpu" else 1)
        return
    waiting: deque[Parts] = deque()
    for batch in work:
        waiting.append(begin(batch))
        if len(waiting) > AHEAD:
            yield waiting.popleft()
    yield from waiting
