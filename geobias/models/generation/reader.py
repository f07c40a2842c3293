"""A network read for what comes next: one text by itself, or many in a batch with what was read kept."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import torch

from geobias.errors import InputError, require
from geobias.models.loading import usable_positions


@dataclass(frozen=True)
class Context:
    """What a response follows upon, as token ids.

    Attributes
    ----------
    lead : what the decoder goes on from, at least one token.
    read : what an encoder reads first; empty where there is none.
    """

    lead: tuple[int, ...]
    read: tuple[int, ...] = ()


class Batch(Protocol):
    """Texts that are gone on with together; `logits` float32 (rows, V) are of every row's next token."""

    logits: torch.Tensor

    def step(self, tokens: torch.Tensor) -> None:
        """Append one token to each row, int64 (rows,)."""
        ...

    def follow(self, tokens: torch.Tensor) -> torch.Tensor:
        """Logits (rows, k, V) after each of k tokens (rows, k) that are appended; the batch is spent then."""
        ...

    def select(self, rows: torch.Tensor) -> None:
        """Go on with these rows alone; one may be named several times."""
        ...


class Reader:
    """The calls of a causal or encoder-decoder network of transformers.

    Attributes
    ----------
    positions : how many tokens of a text there are positions for; None = the network names no limit.
    batches : whether batches are right for it; else every text is read by itself. Found by a trial.
    shares : whether tokens that a batch begins with are read once; not where attention is to a window of places, as
        padding then lies between what is shared and the rest.
    """

    def __init__(self, network: Any, pad: int):
        self.network, self.pad = network, pad
        self.config = network.config
        self.device = network.device
        self.batches = True
        self.has_encoder = bool(self.config.is_encoder_decoder)
        self.shares = not self.has_encoder and not _has_windows(self.config)
        self.positions = usable_positions(self.config)
        known = inspect.signature(network.forward).parameters
        self._cache = "cache" if "cache" in known else "past_key_values"  # transformers 5.24 has renamed it
        self._takes_positions = "position_ids" in known
        self._cuts_logits = "logits_to_keep" in known

    @torch.inference_mode()
    def alone(self, context: Context, said: Sequence[int] = (), last: int = 1) -> torch.Tensor:
        """Logits float32 (last, V) after the last tokens of one text, read whole and by itself."""
        lead = self.tensor([[*context.lead, *said]])
        more = {"logits_to_keep": last} if self._cuts_logits else {}
        texts = {"input_ids": lead}
        if self.has_encoder:
            texts = {"input_ids": self.tensor([context.read]), "decoder_input_ids": lead}
        return self.network(**texts, use_cache=False, **more).logits[0, -last:].float()

    def forward(self, cache: Any, last: int, **inputs: Any) -> torch.Tensor:
        """Logits float32 (rows, last, V) of a pass that goes on from a cache."""
        if not self._takes_positions:
            inputs.pop("position_ids", None)
        more = {"logits_to_keep": last} if self._cuts_logits else {}
        return self.network(**inputs, **{self._cache: cache}, use_cache=True, **more).logits[:, -last:].float()

    def new_cache(self) -> Any:
        """An empty cache of keys and values."""
        transformers = require("transformers", extra="study", purpose="a responder")
        made = transformers.DynamicCache(config=self.config.get_text_config(decoder=True))
        return transformers.EncoderDecoderCache(made, transformers.DynamicCache()) if self.has_encoder else made

    def tensor(self, values: Any) -> torch.Tensor:
        return torch.tensor(values, dtype=torch.long, device=self.device)


def check_numbers(values: torch.Tensor) -> None:
    """Raise `InputError` for logits, or what is made of them, that hold NaN."""
    if values.isnan().any():
        raise InputError(
            "a responder's network must give numbers",
            "it gives NaN",
            "Use responder.dtype=float32, or bfloat16 in place of float16.",
        )


def _has_windows(config: Any) -> bool:
    """Whether some layer attends to near places alone, or keeps states that padding would enter."""
    kinds = set(getattr(config, "layer_types", None) or ())
    return bool(kinds - {"full_attention"}) or (not kinds and getattr(config, "sliding_window", None) is not None)
