"""Trials of an encoder before it is trusted: batches against single texts, on the device and as they will be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from geobias.errors import GeobiasError, InputError
from geobias.models.first_token import FirstTokens
from geobias.models.packing import NotPackableError, spare_activations, use_packed_attention
from geobias.models.tokens import TokenizedText

if TYPE_CHECKING:
    from geobias.models.encoder import Encoder

_TOLERANCE = {"float32": 1e-3, "bfloat16": 0.1, "float16": 0.02}
_LENGTHS = (9, 3, 9, 1, 5, 3, 12, 7)


def tolerance(encoder: Encoder) -> float:
    """How far a batch may be from its texts one by one: far over rounding, far under what a mixed-up batch gives."""
    return _TOLERANCE[encoder.dtype]


def batching_error(encoder: Encoder) -> float:
    """Largest difference between eight short texts in one batch and one by one, over the largest value."""
    texts = _texts(encoder)
    return _apart(_vectors(encoder, texts), one_by_one(encoder))


@contextmanager
def readable(model: str) -> Iterator[None]:
    """Inside, a network that cannot be built or read as an encoder of texts is a sentence."""
    try:
        yield
    except (GeobiasError, torch.cuda.OutOfMemoryError):
        raise
    except (AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        first_line = next(iter(str(error).strip().splitlines()), "")
        raise InputError(
            "encoder.model must be an encoder that reads token ids and gives hidden states",
            f"'{model}' does not ({type(error).__name__}: {first_line})",
            "Name a model such as BERT or one of its kin.",
        ) from error


def one_by_one(encoder: Encoder) -> torch.Tensor:
    """Everything that the encoder says of eight short texts, read one at a time.

    Raises
    ------
    InputError : some of it is not a finite number.
    """
    found = torch.cat([_vectors(encoder, [text]) for text in _texts(encoder)])
    if not found.isfinite().all():
        raise InputError(
            "an encoder must give finite vectors",
            f"those of '{encoder.settings.model}' in {encoder.dtype} hold NaN or infinity",
            "Use encoder.dtype=float32, or another encoder.",
        )
    return found


def pack_if_it_agrees(encoder: Encoder, network: Any, alone: torch.Tensor) -> None:
    """Set `encoder.packs` if packed batches give what single texts gave (`one_by_one`); else leave the network be.

    Attention that is not torch's or transformers' own (relative positions, local windows) is found out here.
    """
    texts = _texts(encoder)
    before = getattr(network.config, "_attn_implementation", None)
    if not use_packed_attention(network):
        return
    undo = spare_activations(network, residuals=encoder.device.type == "cpu")
    encoder.packs = True
    try:
        apart = _apart(_vectors(encoder, texts), alone)
    except (NotPackableError, RuntimeError, TypeError, ValueError):
        apart = float("inf")
    if not apart <= tolerance(encoder):
        encoder.packs = False
        undo()
        network.set_attn_implementation(before)


def read_first_tokens_if_it_agrees(encoder: Encoder, network: Any) -> None:
    """Set `encoder.first_tokens` if it gives the document vectors that whole passes give."""
    texts = _texts(encoder)
    whole = _document_vectors(encoder, texts)
    try:
        encoder.first_tokens = FirstTokens(network)
        apart = _apart(_document_vectors(encoder, texts), whole)
    except (AttributeError, RuntimeError, TypeError, ValueError):
        apart = float("inf")
    if not apart <= tolerance(encoder):
        encoder.first_tokens = None


def _texts(encoder: Encoder) -> list[TokenizedText]:
    """Eight short texts of ordinary token ids, several of one length."""
    rng = np.random.default_rng(0)
    tokenize = encoder.tokenize
    ids = [i for i in range(encoder.vocabulary) if i not in {tokenize.pad_id, *tokenize.prefix, *tokenize.suffix}]
    texts = [rng.choice(ids, min(length, tokenize.room)).astype(np.int32) for length in _LENGTHS]
    return [TokenizedText((window,), len(window)) for window in texts]


def _vectors(encoder: Encoder, texts: list[TokenizedText]) -> torch.Tensor:
    """Everything that the encoder says of the texts, in one long vector."""
    parts = [part for one in encoder.encode(texts) for part in (*one.pooled.values(), one.points) if part is not None]
    return torch.cat([part.flatten() for part in parts])


def _document_vectors(encoder: Encoder, texts: list[TokenizedText]) -> torch.Tensor:
    return torch.stack([one.pooled[encoder.settings.pooling] for one in encoder.encode(texts, tokens=False)])


def _apart(found: torch.Tensor, truth: torch.Tensor) -> float:
    return float((found - truth).abs().max() / truth.abs().max())
