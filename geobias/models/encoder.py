"""Encoder: a frozen transformer that turns token ids into pooled vectors and token vectors."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import torch

from geobias.errors import InputError
from geobias.models import self_check
from geobias.models.devices import DTYPES, Arrival, batch_tokens, computing_dtype, resolve_device, to_device
from geobias.models.first_token import POOLINGS, FirstTokens
from geobias.models.layers import named_layers
from geobias.models.layout import Layout
from geobias.models.loading import (
    first_position,
    load_pretrained,
    tokenizer_fingerprint,
    usable_positions,
    weights_fingerprint,
)
from geobias.models.packing import packed_runs
from geobias.models.settings import EncoderSettings
from geobias.models.tokens import TextTokenizer, TokenizedText
from geobias.models.vectors import Encoded, Pending, WindowVectors, points, pool

DOUBTED = ("mps",)
"""Kinds of devices whose batches are compared with single texts before they are used."""


class Encoder:
    """A pre-trained encoder, frozen. Build one with `load_encoder`.

    Attributes
    ----------
    layers : indices, from 0, of the layers that the settings name. layer : the last of them, which vectors are of where
        none is asked for; kept_layers : of those to be stored beside it.
    packs : whether batches are read without padding (where the network's attention allows it, found by a trial).
    first_tokens : what reads first tokens alone, where they are all that is kept of a text and the network allows it.
    """

    def __init__(self, tokenizer: Any, network: Any, settings: EncoderSettings):
        self.settings = settings
        self.device = resolve_device(settings.device)
        self.dtype = computing_dtype(settings.dtype, self.device)
        self.batch_tokens = batch_tokens(settings.batch_tokens, self.device)
        self._network = network.to(self.device, DTYPES[self.dtype])
        self.tokenizer_fingerprint = tokenizer_fingerprint(tokenizer)
        self.layers = named_layers(settings.layer, self.resolve_layer)
        self.layer = self.layers[-1]
        beside = (*self.layers, *map(self.resolve_layer, settings.kept_layers))
        self.kept_layers = tuple(dict.fromkeys(layer for layer in beside if layer != self.layer))
        self._first_position = first_position(network.config)
        self.tokenize = TextTokenizer(
            tokenizer,
            max_length=settings.max_length,
            truncation=settings.truncation,
            positions=usable_positions(network.config),
        )
        self.packs = False
        self.first_tokens: FirstTokens | None = None
        alone = self_check.one_by_one(self)
        if settings.positions != "padded":
            self_check.pack_if_it_agrees(self, self._network, alone)
        if self.packs and self._wants_first_tokens():
            self_check.read_first_tokens_if_it_agrees(self, self._network)

    def resolve_layer(self, layer: int) -> int:
        """A layer's index from 0 (the embeddings); raises `InputError` for one that there is not."""
        layers = self._network.config.num_hidden_layers + 1
        if not -layers <= layer < layers:
            raise InputError(
                f"encoder.layer must lie between {-layers} and {layers - 1} for this encoder",
                f"it is {layer}",
                "-1 is the last layer, 0 the embeddings.",
            )
        return layer % layers

    @property
    def stored_layers(self) -> tuple[int, ...]:
        """Those whose vectors are stored from one pass: its own last of the layers named, and others beside it.

        First tokens alone are read of the last layer, by other sums than whole passes make.
        """
        return (self.layer,) if self.first_tokens is not None else (self.layer, *self.kept_layers)

    @property
    def width(self) -> int:
        """d, the length of every vector."""
        return int(self._network.config.hidden_size)

    @property
    def vocabulary(self) -> int:
        """Number of token ids."""
        return int(self._network.config.vocab_size)

    @property
    def parameters(self) -> int:
        return sum(parameter.numel() for parameter in self._network.parameters())

    @property
    def identity(self) -> dict[str, Any]:
        """All that decides a text's vectors: equal identities may share stored ones."""
        return self.identity_at(self.layer)

    def identity_at(self, layer: int) -> dict[str, Any]:
        """The identity of the vectors of one layer, whichever layer the settings name."""
        return self._identity | {"layer": self.resolve_layer(layer)}

    @cached_property
    def _identity(self) -> dict[str, Any]:
        settings = self.settings
        return {
            "weights": weights_fingerprint(self._network),
            "tokenizer": self.tokenizer_fingerprint,
            "max_length": settings.max_length,
            "truncation": settings.truncation,
            "positions": settings.positions,
            "dtype": self.dtype,
            "storage": settings.storage,
            "device": self.device.type,
            **({"poolings": settings.pooling} if settings.poolings == "used" else {}),
        }

    def describe(self) -> dict[str, Any]:
        """For the record of a run."""
        return {
            "model": self.settings.model,
            "parameters": self.parameters,
            "width": self.width,
            "sequences": "packed" if self.packs else "padded",
            **self.identity,
        }

    @property
    def special(self) -> int:
        """Special tokens around every window."""
        return len(self.tokenize.prefix) + len(self.tokenize.suffix)

    def cloud_size(self, text: TokenizedText) -> int:
        """Points of a text's cloud, by `settings.positions`."""
        if self.settings.positions == "padded":
            return self.settings.max_length * len(text.windows)
        return text.kept + (self.special * len(text.windows) if self.settings.positions == "special" else 0)

    def encode(self, texts: Sequence[TokenizedText], *, tokens: bool = True) -> list[Encoded]:
        """Encode one batch; the result of a text does not depend on its batch mates but for rounding."""
        return self.launch(texts, tokens=tokens).collect()[self.layer]

    def launch(
        self, texts: Sequence[TokenizedText], *, tokens: bool = True, layers: Sequence[int] | None = None
    ) -> Pending:
        """Begin to encode one batch, in one pass for all `layers` (default: that of the settings).

        On CUDA this returns while the GPU works; `Pending.collect` waits. Elsewhere the work is done on return.
        """
        layout, vectors = self.vectors(texts, tokens=tokens, layers=layers)
        sent = {layer: found.sent() for layer, found in vectors.items()}
        return Pending(len(texts), layout, sent, Arrival(self.device))

    @torch.inference_mode()
    def vectors(
        self, texts: Sequence[TokenizedText], *, tokens: bool = True, layers: Sequence[int] | None = None
    ) -> tuple[Layout, dict[int, WindowVectors]]:
        """The batch as it lay before the network, and layer -> the vectors of its windows, on the device."""
        layout = Layout.of(texts, self.special)
        if self.first_tokens is not None and not tokens and tuple(layers or (self.layer,)) == (self.layer,):
            first = self.first_tokens(self._inputs(layout), layout)
            return layout, {self.layer: WindowVectors({self.settings.pooling: self._of_first(first).float()}, None, [])}
        hidden, pooler = self._read(layout, layers or (self.layer,))
        return layout, {layer: self._vectors(layout, states, pooler, tokens) for layer, states in hidden.items()}

    def _read(self, layout: Layout, layers: Sequence[int]) -> tuple[dict[int, torch.Tensor], torch.Tensor | None]:
        """Hidden states of some layers, and the network's own pooled vectors (windows, d) where it has any."""
        last = self._network.config.num_hidden_layers
        more = {"output_hidden_states": True} if set(layers) != {last} else {}
        with packed_runs(layout.runs):
            output = self._network(**self._inputs(layout), **more)
        hidden = {layer: output.last_hidden_state if layer == last else output.hidden_states[layer] for layer in layers}
        pooler = getattr(output, "pooler_output", None)
        if pooler is not None and self.packs:
            first = torch.cat([run[:, :1] for run in layout.split(output.last_hidden_state)])
            pooler = self._network.pooler(first)
        return hidden, pooler

    def _inputs(self, layout: Layout) -> dict[str, torch.Tensor]:
        """A batch for the network, on the device."""
        if self.packs:
            inputs = layout.packed(self.tokenize, self._first_position)
        else:
            padded = self.settings.positions == "padded"
            inputs = layout.padded(self.tokenize, self.settings.max_length if padded else None)
        return {name: to_device(values, self.device) for name, values in inputs.items()}

    def _wants_first_tokens(self) -> bool:
        """Whether first tokens of the last layer are all that is kept of texts without token vectors."""
        last = self.layers == (self._network.config.num_hidden_layers,) != (0,)
        made = self.settings.pooling == "cls" or getattr(self._network, "pooler", None) is not None
        return last and made and self.settings.poolings == "used" and self.settings.pooling in POOLINGS

    def _of_first(self, first: torch.Tensor) -> torch.Tensor:
        """The document vectors (windows, d) of first tokens (windows, d)."""
        return self._network.pooler(first[:, None]) if self.settings.pooling == "pooler" else first

    def _vectors(
        self, layout: Layout, hidden: torch.Tensor, pooler: torch.Tensor | None, tokens: bool
    ) -> WindowVectors:
        before, after = len(self.tokenize.prefix), len(self.tokenize.suffix)
        runs = layout.split(hidden.float())
        pooled = pool(runs, before, after) | ({} if pooler is None else {"pooler": pooler.float()})
        if self.settings.poolings == "used":
            pooled = {name: values for name, values in pooled.items() if name == self.settings.pooling}
        if not tokens:
            return WindowVectors(pooled, None, [])
        if self.settings.positions == "content":
            return WindowVectors(pooled, *points(runs, before, after))
        whole = self.settings.positions == "padded"
        return WindowVectors(pooled, *points(layout.split(hidden.float(), whole=True) if whole else runs))


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
            "Use encoder.pooling=mean or cls.",
        )
    with self_check.readable(settings.model):
        encoder = Encoder(tokenizer, network, settings)
    if encoder.device.type in DOUBTED:
        apart, allowed = self_check.batching_error(encoder), self_check.tolerance(encoder)
        if apart > allowed:
            warnings.warn(
                f"On {encoder.device} a batch of 8 texts differs from the same texts one by one by {apart:.1e}, "
                f"more than {allowed:.0e}; the CPU is used instead.",
                stacklevel=2,
            )
            return Encoder(tokenizer, network, replace(settings, device="cpu"))
    return encoder
