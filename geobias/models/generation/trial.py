"""A trial of a network before it is asked: batches against single texts, on texts of random tokens."""

from __future__ import annotations

import warnings

import numpy as np
import torch

from geobias.errors import InputError
from geobias.models.generation.batch import begin
from geobias.models.generation.reader import Context, Reader

_TOLERANCE = {torch.float32: 1e-4, torch.bfloat16: 0.1, torch.float16: 0.02}
"""How far a batch's logits may be from those of its texts alone, over the largest: far over rounding, far under what
a mixed-up batch gives."""
_LENGTHS = (13, 10, 18, 11)
_SHARED = 9


def try_batches(reader: Reader, name: str) -> float:
    """How much logits may be wrong by rounding in a batch, where that is known to be little; else 0.

    A network of which batches are not right is set to be read one text at a time, with a warning.

    Raises
    ------
    InputError : what it gives is not finite, or depends on tokens that come later, as in an encoder.
    """
    contexts = _contexts(reader)
    truth = _alone(reader, contexts)
    if not truth.isfinite().all():
        raise InputError(
            "a responder's network must give finite logits",
            f"those of '{name}' hold NaN or infinity",
            "Use responder.dtype=float32, or another model.",
        )
    _check_order(reader, contexts[0], name)
    largest, dtype = float(truth.abs().max()), reader.network.dtype
    apart = _apart(reader, contexts, truth)
    if reader.shares and not apart <= _TOLERANCE[dtype] * largest:
        reader.shares = False
        apart = _apart(reader, contexts, truth)
    if not apart <= _TOLERANCE[dtype] * largest:
        reader.batches = False
        warnings.warn(
            f"Texts in one batch change each other in '{name}' (by {apart:.1e} of {largest:.1e}); "
            "it is read one text and token at a time, which is slow.",
            stacklevel=3,
        )
        return 0.0
    # Eight times what a few short texts show, and no less than a few units in the last place.
    return max(8 * apart, 1e-5 * largest) if dtype == torch.float32 else 0.0


def _check_order(reader: Reader, context: Context, name: str) -> None:
    before = reader.alone(context, [_token(context)], last=2)[0]
    ahead = reader.alone(context)[0]
    if not (before - ahead).abs().max() <= _TOLERANCE[reader.network.dtype] * ahead.abs().max():
        raise InputError(
            "a responder must read from left to right",
            f"what '{name}' says at one place changes with the tokens after it ({reader.config.model_type})",
            "Name a causal model, or one with encoder and decoder.",
        )


def _contexts(reader: Reader) -> list[Context]:
    """Texts of random tokens that begin alike; two leads alone are as long where there is an encoder."""
    rng = np.random.default_rng(0)
    known = int(reader.config.get_text_config(decoder=True).vocab_size)
    shared = rng.integers(known, size=_SHARED).tolist()
    texts = [(*shared, *rng.integers(known, size=length - _SHARED).tolist()) for length in _LENGTHS]
    return [Context(text[:3], text) for text in texts] if reader.has_encoder else [Context(text) for text in texts]


def _alone(reader: Reader, contexts: list[Context]) -> torch.Tensor:
    """Logits (texts, 2, V) after each text and after one token more."""
    return torch.stack([reader.alone(context, [_token(context)], last=2) for context in contexts])


def _apart(reader: Reader, contexts: list[Context], truth: torch.Tensor) -> float:
    """The largest difference that a batch makes, also after it has lost a row; infinite where it cannot be made."""
    try:
        batch = begin(reader, contexts)
        first = batch.logits
        kept = reader.tensor([2, 0, 3])
        batch.select(kept)
        batch.step(reader.tensor([_token(contexts[row]) for row in kept.tolist()]))
        return float(max((first - truth[:, 0]).abs().max(), (batch.logits - truth[kept, 1]).abs().max()))
    except (AttributeError, LookupError, NotImplementedError, RuntimeError, TypeError, ValueError):
        return float("inf")


def _token(context: Context) -> int:
    return (context.read or context.lead)[4]
