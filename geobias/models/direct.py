"""Token clouds straight from the encoder: they stay on its device, and nothing is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import torch

from geobias.clouds import TokenClouds
from geobias.models.batches import Item, batches, distinct_chunks, items_ahead
from geobias.models.encoder import Encoder
from geobias.models.memory import MemoryBudget
from geobias.models.tokens import check_texts


def token_clouds(
    encoder: Encoder,
    texts: Sequence[str],
    *,
    layer: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TokenClouds:
    """The token vectors of all texts, in order, float32 on the encoder's device; equal texts are encoded once.

    layer : whose vectors, by its index from 0; None = the encoder's own.

    A GPU gets on with each batch while the next is made ready and never sends a vector back, so memory for all of them
    (4 d bytes a token, twice that while they are joined) must be there; `extract` goes through a store instead. Values
    differ from stored ones by rounding alone.

    Raises
    ------
    InputError : a text cannot be tokenized, has no token besides special ones, or does not fit into a GPU's memory.
    """
    check_texts(texts)
    chunks = distinct_chunks(texts)
    budget, found, total = MemoryBudget(encoder), dict[str, torch.Tensor](), sum(map(len, chunks))
    read = partial(_clouds, encoder, encoder.layer if layer is None else layer)
    for items in items_ahead(encoder, chunks, set(texts)):
        for batch in batches(items, encoder):
            for part, clouds in budget.run(batch, read):
                found |= zip((item.text for item in part), clouds, strict=True)
            if progress:
                progress(len(found), total)
    points = [found[text] for text in texts]
    sizes = torch.tensor([0, *map(len, points)], device=encoder.device)
    return TokenClouds(torch.cat(points), sizes.cumsum(0))


def _clouds(encoder: Encoder, layer: int, part: Sequence[Item]) -> list[torch.Tensor]:
    """One cloud per text, views of the batch's vectors."""
    layout, vectors = encoder.vectors([item.tokenized for item in part], layers=[layer])
    windows = vectors[layer].points.split(vectors[layer].rows)  # type: ignore[union-attr]
    own: list[list[torch.Tensor]] = [[] for _ in part]
    for owner, window in zip(layout.owners, windows, strict=True):
        own[owner].append(window)
    return [some[0] if len(some) == 1 else torch.cat(some) for some in own]
