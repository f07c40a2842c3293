"""Poolings: which document vectors mean something for which encoder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.errors import InputError

if TYPE_CHECKING:
    from geobias.models.encoder import Encoder

OF_LAST_LAYER = ("pooler", "sentence")
"""Document vectors that other layers than the last one do not have."""


def check_pooling(encoder: Encoder) -> None:
    """Raise `InputError` for a pooling of the settings that is no vector of the text in this encoder."""
    pooling, model = encoder.settings.pooling, encoder.settings.model
    if encoder.causal and pooling in ("cls", "pooler"):
        raise InputError(
            f"encoder.pooling={pooling} needs an encoder whose first token reads the others",
            f"'{model}' is causal, so its first token has read nothing",
            "Use encoder.pooling=last or mean.",
        )
    if pooling in OF_LAST_LAYER and len(encoder.layers) > 1:
        raise InputError(
            "the document vector of several layers must be one that every layer has",
            f"encoder.pooling={pooling} is made of the last layer alone",
            "Use encoder.pooling=mean, or name one layer.",
        )
    if pooling == "sentence":
        _check_sentence(encoder)
    if pooling == "cls" and len(encoder.tokenize.prefix) == encoder.tokenize.prompt_length:
        raise InputError(
            "encoder.pooling=cls needs a tokenizer that puts a special token in front",
            f"that of '{model}' does not, so the first token is one of the text's own",
            "Use encoder.pooling=mean.",
        )
    if pooling == "last" and not encoder.causal:
        raise InputError(
            "encoder.pooling=last needs a causal encoder, whose last token has read the text",
            f"in '{model}' every token reads all others, and the last is one among them",
            "Use encoder.pooling=mean or cls.",
        )


def _check_sentence(encoder: Encoder) -> None:
    model = encoder.settings.model
    if encoder.sentence is None:
        raise InputError(
            "encoder.pooling=sentence needs a sentence-transformers folder (modules.json)",
            f"'{model}' is none",
            "Use encoder.pooling=mean.",
        )
    if encoder.layer != encoder.passes.layers:
        raise InputError(
            "encoder.pooling=sentence reads the last layer alone",
            f"encoder.layer={encoder.settings.layer}",
            "Leave encoder.layer at -1, or use encoder.pooling=mean.",
        )
