"""A batch whose keys and values are kept; and one that reads each text anew, for networks no batch is right for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from geobias.errors import require
from geobias.models.generation.reader import Batch, Context, Reader

_SHARED = 8
"""Tokens that all texts of a batch must begin with before they are read once for all."""


@torch.inference_mode()
def begin(reader: Reader, contexts: Sequence[Context]) -> Batch:
    """A batch of texts, at least one; where there is an encoder, all leads must be of one length."""
    if not reader.batches:
        return Apart(reader, contexts)
    batch = Cached(reader)
    if reader.has_encoder:
        batch.read([context.read for context in contexts])
    leads = [context.lead for context in contexts]
    shared = common_length(leads) if reader.shares and len(leads) > 1 else 0
    batch.open(leads, shared if shared >= _SHARED else 0)
    return batch


def common_length(texts: Sequence[Sequence[int]]) -> int:
    """How many tokens all texts begin with, one less than the shortest's at most.

    >>> common_length([[1, 2, 3, 4], [1, 2, 5]]), common_length([[1, 2], [1, 2]])
    (2, 1)
    """
    most = min(map(len, texts)) - 1
    ordered = sorted(map(tuple, texts))  # what the first and last begin with, all begin with
    return next((i for i, (a, b) in enumerate(zip(ordered[0], ordered[-1], strict=False)) if a != b or i == most), most)


class Cached:
    """A `Batch` with padding on the left: the tokens that all texts begin with, then padding, then the rest."""

    def __init__(self, reader: Reader):
        self._reader = reader
        self._cache = reader.new_cache()
        self._mask = torch.ones(1, 0, dtype=torch.long, device=reader.device)
        self._states: torch.Tensor | None = None
        self._read_mask: torch.Tensor | None = None
        self.logits = torch.empty(0)

    def read(self, texts: Sequence[Sequence[int]]) -> None:
        """Let the encoder read, padded on the right."""
        width = max(map(len, texts))
        padded = [[*text, *[self._reader.pad] * (width - len(text))] for text in texts]
        self._read_mask = self._reader.tensor([[1] * len(text) + [0] * (width - len(text)) for text in texts])
        encoder = self._reader.network.get_encoder()
        ids = self._reader.tensor(padded)
        self._states = encoder(input_ids=ids, attention_mask=self._read_mask).last_hidden_state

    def open(self, leads: Sequence[Sequence[int]], shared: int) -> None:
        """Read what the decoder goes on from, its first `shared` tokens once for all rows."""
        rows = len(leads)
        if shared:
            self._extend(self._reader.tensor([leads[0][:shared]]), 1)
            self._cache.batch_select_indices(torch.zeros(rows, dtype=torch.long, device=self._reader.device))
        width = max(map(len, leads)) - shared
        rests = [lead[shared:] for lead in leads]
        padded = [[*[self._reader.pad] * (width - len(rest)), *rest] for rest in rests]
        real = [[0] * (width - len(rest)) + [1] * len(rest) for rest in rests]
        self._mask = self._mask.expand(rows, -1)
        self.logits = self._extend(self._reader.tensor(padded), 1, self._reader.tensor(real))[:, -1]

    @torch.inference_mode()
    def step(self, tokens: torch.Tensor) -> None:
        self.logits = self._extend(tokens[:, None], 1)[:, -1]

    @torch.inference_mode()
    def follow(self, tokens: torch.Tensor) -> torch.Tensor:
        return self._extend(tokens, tokens.shape[1])

    @torch.inference_mode()
    def select(self, rows: torch.Tensor) -> None:
        self._cache.batch_select_indices(rows)
        self._mask, self.logits = self._mask[rows], self.logits[rows]
        if self._states is not None and self._read_mask is not None:
            self._states, self._read_mask = self._states[rows], self._read_mask[rows]

    def _extend(self, tokens: torch.Tensor, last: int, real: torch.Tensor | None = None) -> torch.Tensor:
        real = torch.ones_like(tokens) if real is None else real
        self._mask = torch.cat([self._mask.expand(len(tokens), -1), real], dim=1)
        return self._reader.forward(self._cache, last, **self._inputs(tokens))

    def _inputs(self, tokens: torch.Tensor) -> dict[str, Any]:
        if self._states is None:
            places = (self._mask.cumsum(1) - 1).clamp(min=0)[:, -tokens.shape[1] :]
            return {"input_ids": tokens, "attention_mask": self._mask, "position_ids": places}
        outputs = require("transformers.modeling_outputs", extra="study", purpose="a responder")
        states = outputs.BaseModelOutput(last_hidden_state=self._states)
        return {"decoder_input_ids": tokens, "attention_mask": self._read_mask, "encoder_outputs": states}


class Apart:
    """A `Batch` that is none: each text is read by itself, from its first token, for every token that it gets."""

    def __init__(self, reader: Reader, contexts: Sequence[Context]):
        self._reader = reader
        self._rows = [(context, list[int]()) for context in contexts]
        self.logits = self._read()

    def _read(self, last: int = 1) -> torch.Tensor:
        found = torch.stack([self._reader.alone(context, said, last) for context, said in self._rows])
        return found[:, 0] if last == 1 else found

    def step(self, tokens: torch.Tensor) -> None:
        self._append(tokens[:, None])
        self.logits = self._read()

    def follow(self, tokens: torch.Tensor) -> torch.Tensor:
        self._append(tokens)
        return self._read(tokens.shape[1]).reshape(*tokens.shape, -1)

    def select(self, rows: torch.Tensor) -> None:
        self._rows = [(self._rows[row][0], list(self._rows[row][1])) for row in rows.tolist()]
        self.logits = self.logits[rows]

    def _append(self, tokens: torch.Tensor) -> None:
        for (_, said), new in zip(self._rows, tokens.tolist(), strict=True):
            said.extend(new)
