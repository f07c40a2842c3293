"""Load the encoder that settings name, whole and tried out."""

from __future__ import annotations

import warnings
from dataclasses import replace

from geobias.errors import InputError
from geobias.models import self_check
from geobias.models.devices import DTYPES
from geobias.models.encoder import Encoder
from geobias.models.loading import RANDOM, load_pretrained
from geobias.models.sentence_files import read_sentence_modules
from geobias.models.settings import EncoderSettings

DOUBTED = ("mps",)
"""Kinds of devices whose batches are compared with single texts before they are used."""


def load_encoder(settings: EncoderSettings) -> Encoder:
    """Load the encoder that the settings name.

    On a device of `DOUBTED` a batch must give what its texts give alone; else the CPU is used, with a warning.

    Raises
    ------
    ModelNotFoundError : it is nowhere to be found; says how to get it.
    InputError : its files are torn or lack something, it is no encoder of texts, or the settings do not fit it.
    """
    wanted = settings.pooling == "pooler"
    tokenizer, network = load_pretrained(settings.model, settings.revision, DTYPES[settings.dtype], pooler=wanted)
    if wanted and getattr(network, "pooler", None) is None:
        raise InputError(
            "encoder.pooling=pooler needs an encoder with a pooling layer",
            f"'{settings.model}' has none",
            "Use encoder.pooling=mean, or last where it is causal, else cls.",
        )
    made_up = settings.model.startswith(RANDOM)
    sentence = None if made_up else read_sentence_modules(settings.model, settings.revision)
    with self_check.readable(settings.model):
        encoder = Encoder(tokenizer, network, settings, sentence)
    if encoder.passes.sequences != "single":
        return encoder
    apart = f"differs from the same texts one by one by {encoder.mixing:.1e}"
    if encoder.device.type in DOUBTED:
        allowed = self_check.tolerance(encoder)
        warnings.warn(
            f"On {encoder.device} a batch of 8 texts {apart}, more than {allowed:.0e}; the CPU is used instead.",
            stacklevel=2,
        )
        return Encoder(tokenizer, network, replace(settings, device="cpu"), sentence)
    warnings.warn(
        f"In '{settings.model}' a batch of 8 texts {apart} of their length; every text is read by itself, which "
        "takes longer.",
        stacklevel=2,
    )
    return encoder
