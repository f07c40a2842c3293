"""Trials of an encoder before it is trusted: batches against single texts, on the device and as they will be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import torch

from geobias.errors import GeobiasError, InputError
from geobias.models.first_token import FirstTokens
from geobias.models.packing import NotPackableError, spare_activations, use_packed_attention
from geobias.models.tokens import TokenizedText
from geobias.models.trial_texts import short_texts

if TYPE_CHECKING:
    from geobias.models.encoder import Encoder

_TOLERANCE = {"float32": (1e-5, 1e-3), "bfloat16": (0.02, 0.2), "float16": (2e-3, 0.02)}
"""dtype -> (of half of the vectors, of every vector). A few lose digits in any reading: where large terms cancel, as
in networks with massive activations. In SmolLM2 one token in fifty, read alone in float32, is 1.6e-5 from float64."""


def tolerance(encoder: Encoder) -> float:
    """How large `batching_error` may be: some times rounding, far under what a mixed-up batch gives."""
    return _TOLERANCE[encoder.dtype][0]


def batching_error(encoder: Encoder) -> float:
    """How far vectors of eight short texts in one batch are from the same one by one, in lengths of the latter.

    The median over vectors; or the largest, in shares of what a single vector may be off, where that is more.
    """
    return _batches_apart(encoder, one_by_one(encoder))


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
    found = torch.cat([_vectors(encoder, [text]) for text in short_texts(encoder)])
    if not found.isfinite().all():
        raise InputError(
            "an encoder must give finite vectors",
            f"those of '{encoder.settings.model}' in {encoder.dtype} hold NaN or infinity",
            "Use encoder.dtype=float32, or another encoder.",
        )
    return found


def choose_sequences(encoder: Encoder, network: Any, alone: torch.Tensor) -> float:
    """Set how batches are read: packed, else padded, if that gives what single texts gave (`one_by_one`).

    Else every window is read by itself. Returns the error of padded batches; 0 where packed ones agree.
    """
    if encoder.settings.positions != "padded" and _packs(encoder, network, alone):
        return 0.0
    apart = _batches_apart(encoder, alone)
    if not apart <= tolerance(encoder):
        encoder.passes.sequences = "single"
    return apart


def _packs(encoder: Encoder, network: Any, alone: torch.Tensor) -> bool:
    """Let batches be packed if that agrees; else leave the network as it was.

    Attention that is not torch's or transformers' own (relative positions, local windows) is found out here.
    """
    before = getattr(network.config, "_attn_implementation", None)
    if not use_packed_attention(network):
        return False
    undo = spare_activations(network, residuals=encoder.device.type == "cpu")
    encoder.passes.sequences = "packed"
    if _batches_apart(encoder, alone) <= tolerance(encoder):
        return True
    encoder.passes.sequences = "padded"
    undo()
    network.set_attn_implementation(before)
    return False


def _batches_apart(encoder: Encoder, alone: torch.Tensor) -> float:
    """How far the trial texts as one batch are from `alone`; infinity where they cannot be read like this."""
    try:
        return _apart(encoder, _vectors(encoder, short_texts(encoder)), alone)
    except (NotPackableError, RuntimeError, TypeError, ValueError):
        return float("inf")


def read_first_tokens_if_it_agrees(encoder: Encoder, network: Any) -> None:
    """Set `encoder.first_tokens` if it gives the document vectors that whole passes give."""
    texts = short_texts(encoder)
    whole = _document_vectors(encoder, texts)
    try:
        encoder.first_tokens = FirstTokens(network)
        apart = _apart(encoder, _document_vectors(encoder, texts), whole)
    except (AttributeError, RuntimeError, TypeError, ValueError):
        apart = float("inf")
    if not apart <= tolerance(encoder):
        encoder.first_tokens = None


def _vectors(encoder: Encoder, texts: list[TokenizedText]) -> torch.Tensor:
    """Everything that the encoder says of the texts but what modules make of it, (vectors, d)."""
    parts: list[torch.Tensor] = []
    for one in encoder.encode(texts):
        parts += (vector for name, vector in one.pooled.items() if name != "sentence")
        parts += [] if one.points is None else [one.points]
    return torch.cat([part.reshape(-1, encoder.width) for part in parts])


def _document_vectors(encoder: Encoder, texts: list[TokenizedText]) -> torch.Tensor:
    return torch.stack([one.pooled[encoder.settings.pooling] for one in encoder.encode(texts, tokens=False)])


def _apart(encoder: Encoder, found: torch.Tensor, truth: torch.Tensor) -> float:
    """`batching_error` of some vectors, both (vectors, d)."""
    lengths = truth.norm(dim=1)
    apart = (found - truth).norm(dim=1) / lengths.clamp_min(1e-6 * float(lengths.max()))
    typical, single = _TOLERANCE[encoder.dtype]
    return max(float(apart.median()), float(apart.max()) * typical / single)
