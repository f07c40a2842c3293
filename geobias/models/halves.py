"""Encoder halves: of networks with encoder and decoder (T5, BART) the half that reads; no decoder is loaded."""

from __future__ import annotations

import re
from typing import Any

import torch

from geobias.errors import InputError, require

_PLACES = {r"^(model\.|transformer\.)?encoder\.": "", r"^(model\.|transformer\.)?shared\.": "embed_tokens."}
"""Where the weights of an encoder lie among those of the whole, and its embeddings where the decoder shares them."""
_DECODER = re.compile(r"^(model\.|transformer\.)?decoder\.")


def has_two_halves(config: Any) -> bool:
    """Whether networks of this kind have an encoder and a decoder, also where only the encoder was saved."""
    return bool(config.is_encoder_decoder) or hasattr(config, "num_decoder_layers")


def encoder_half(config: Any, model: str) -> tuple[Any, Any]:
    """(class, configuration) of the encoder of such a network; nothing is allocated to find out.

    Raises
    ------
    InputError : transformers has no encoder of texts by itself in it.
    """
    transformers = require("transformers", extra="study", purpose="an encoder")
    with torch.random.fork_rng(devices=[]), torch.device("meta"):
        whole = transformers.AutoModel.from_config(config)
    half = whole.get_encoder()
    if half is whole or not isinstance(half, transformers.PreTrainedModel) or not hasattr(half, "embed_tokens"):
        raise InputError(
            "the encoder half of encoder.model must be one that reads tokens by itself",
            f"that of '{model}' ({config.model_type}) is not",
            "Name an encoder, a decoder, or an encoder-decoder such as T5 or BART.",
        )
    return type(half), half.config


def load_half(config: Any, model: str, **how: Any) -> tuple[Any, dict[str, Any]]:
    """(the encoder half, what transformers says of its weights), read by `from_pretrained(**how)`."""
    kind, own = encoder_half(config, model)
    network, info = kind.from_pretrained(**how, config=own, key_mapping=_PLACES)
    spare = {key for key in info["unexpected_keys"] if _DECODER.match(key)}
    return network, {**info, "unexpected_keys": set(info["unexpected_keys"]) - spare}
