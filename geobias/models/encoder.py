"""Encoder: a frozen transformer that turns token ids into pooled vectors and token vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import torch

from geobias.errors import InputError
from geobias.models import self_check
from geobias.models.causality import is_causal
from geobias.models.devices import DTYPES, Arrival, batch_tokens, computing_dtype, resolve_device
from geobias.models.first_token import POOLINGS as OF_FIRST_TOKENS
from geobias.models.first_token import FirstTokens
from geobias.models.layers import named_layers
from geobias.models.layout import Layout
from geobias.models.loading import tokenizer_fingerprint, usable_positions, weights_fingerprint
from geobias.models.passes import Passes
from geobias.models.poolings import check_pooling
from geobias.models.prompts import prompt_of
from geobias.models.sentence_modules import SentenceModules
from geobias.models.settings import EncoderSettings
from geobias.models.sinks import Sinks, find_sinks
from geobias.models.text_vectors import TextVectors
from geobias.models.tokens import TextTokenizer, TokenizedText
from geobias.models.trial_texts import short_texts
from geobias.models.vectors import Encoded, Pending, WindowVectors


class Encoder:
    """A pre-trained network, frozen: an encoder, a decoder without its head, or an encoder half. See `load_encoder`.

    Attributes
    ----------
    layers : indices, from 0, of the layers that the settings name. layer : the last of them, which vectors are of where
        none is asked for; kept_layers : of those to be stored beside it.
    passes : how batches are read, as trials found it to be right; mixing : how far padded batches were from single
        texts, as in `batching_error`.
    causal : whether no token reads later ones, found by a trial.
    sentence : what the model's folder says of sentence vectors, if it does.
    sinks : content tokens that are left out of clouds and means, found by a trial.
    first_tokens : what reads first tokens alone, where they are all that is kept of a text and the network allows it.
    """

    def __init__(
        self, tokenizer: Any, network: Any, settings: EncoderSettings, sentence: SentenceModules | None = None
    ):
        self.settings, self.sentence = settings, sentence
        self.device = resolve_device(settings.device)
        self.dtype = computing_dtype(settings.dtype, self.device)
        self.batch_tokens = batch_tokens(settings.batch_tokens, self.device)
        self._network = network.to(self.device, DTYPES[self.dtype])
        self.tokenizer_fingerprint = tokenizer_fingerprint(tokenizer)
        self.layers = named_layers(settings.layer, self.resolve_layer)
        self.layer = self.layers[-1]
        beside = (*self.layers, *map(self.resolve_layer, settings.kept_layers))
        self.kept_layers = tuple(dict.fromkeys(layer for layer in beside if layer != self.layer))
        self.tokenize = TextTokenizer(
            tokenizer,
            max_length=settings.max_length,
            truncation=settings.truncation,
            positions=usable_positions(network.config),
            prompt=prompt_of(settings, sentence),
        )
        width = settings.max_length if settings.positions == "padded" else None
        self.passes = Passes(network, self.tokenize, self.device, width)
        self.causal, self.sinks = False, Sinks()
        self.first_tokens: FirstTokens | None = None
        self._try_out()

    def _try_out(self) -> None:
        """Find out by trials how the network may be read, and what of it."""
        alone = self_check.one_by_one(self)
        self.passes.compare_hooks(Layout.of(short_texts(self), self.special))
        self.mixing = self_check.choose_sequences(self, self._network, alone)
        self.causal = is_causal(self)
        check_pooling(self)
        if self.settings.positions == "content":
            self.sinks = find_sinks(self)
        if self.packs and self._wants_first_tokens():
            self_check.read_first_tokens_if_it_agrees(self, self._network)

    @property
    def packs(self) -> bool:
        """Whether batches are read without padding."""
        return self.passes.sequences == "packed"

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
            **({"causal": True} if self.causal else {}),
            **({"prompt": self.tokenize.prompt} if self.tokenize.prompt else {}),
            **({"sentence": self.sentence.identity} if self.sentence and settings.pooling == "sentence" else {}),
            **self.sinks.identity,
        }

    def describe(self) -> dict[str, Any]:
        """For the record of a run."""
        return {
            "model": self.settings.model,
            "parameters": self.parameters,
            "width": self.width,
            "sequences": self.passes.sequences,
            "sinks": self.sinks.describe(),
            "sentence_modules": None if self.sentence is None else self.sentence.identity,
            **self.identity,
        }

    @property
    def special(self) -> int:
        """Special tokens around every window, those of a prompt too."""
        return len(self.tokenize.prefix) + len(self.tokenize.suffix)

    def cloud_size(self, text: TokenizedText) -> int:
        """Points of a text's cloud, by `settings.positions`; at layers with sinks a few texts have some less."""
        if self.settings.positions == "padded":
            return self.settings.max_length * len(text.windows)
        around = self.special - self.tokenize.prompt_length if self.settings.positions == "all" else 0
        return text.kept - self.sinks.left_out(text) + around * len(text.windows)

    def content_tokens(self, text: TokenizedText) -> int:
        """Tokens of a text before cutting, without those that are left out as sinks; 0 = it cannot be encoded."""
        left_out = self.sinks.left_out(text)
        return text.total - left_out if text.kept > left_out else 0

    def encode(self, texts: Sequence[TokenizedText], *, tokens: bool = True) -> list[Encoded]:
        """Encode one batch; the result of a text does not depend on its batch mates but for rounding."""
        return self.launch(texts, tokens=tokens).collect()[self.layer]

    def launch(
        self, texts: Sequence[TokenizedText], *, tokens: bool = True, layers: Sequence[int] | None = None
    ) -> Pending:
        """Begin to encode one batch, in one pass for all `layers` (default: that of the settings).

        On CUDA this returns while the GPU works; `Pending.collect` waits. Elsewhere the work is done on return.
        """
        layout, vectors = self.vectors(texts, tokens=tokens, layers=layers, to_host=True)
        return Pending(len(texts), layout, vectors, Arrival(self.device))

    @torch.inference_mode()
    def vectors(
        self,
        texts: Sequence[TokenizedText],
        *,
        tokens: bool = True,
        layers: Sequence[int] | None = None,
        to_host: bool = False,
    ) -> tuple[Layout, dict[int, WindowVectors]]:
        """The batch as it lay before the network, and layer -> the vectors of its windows.

        They are on the device or on their way `to_host`, where each layer is sent as soon as the network has made it.
        """
        layout = Layout.of(texts, self.special)
        if self.first_tokens is not None and not tokens and tuple(layers or (self.layer,)) == (self.layer,):
            first = self._of_first(self.first_tokens(self.passes.inputs(layout), layout)).float()
            sizes = self._making.content(layout).sizes(layout)
            found = {self.layer: WindowVectors({self.settings.pooling: first}, None, [], sizes)}
        else:
            found = self._read(layout, layers or (self.layer,), tokens, to_host)
        return layout, {layer: one.sent() for layer, one in found.items()} if to_host else found

    def _read(self, layout: Layout, layers: Sequence[int], tokens: bool, to_host: bool) -> dict[int, WindowVectors]:
        found: dict[int, WindowVectors] = {}
        making = self._making
        content = making.content(layout)

        def take(layer: int, hidden: torch.Tensor) -> None:
            made = making.of_layer(layer, layout, hidden, content, tokens=tokens)
            found[layer] = made.sent() if to_host else made

        pooler = self.passes.read(layout, layers, take)
        return {layer: making.with_pooler(found[layer], pooler) for layer in layers}

    @property
    def _making(self) -> TextVectors:
        """As trials have found the encoder to be so far."""
        last = self.passes.layers
        return TextVectors(self.settings, self.tokenize, last, self.causal, self.sinks, self.sentence)

    def _wants_first_tokens(self) -> bool:
        """Whether first tokens of the last layer are all that is kept of texts without token vectors."""
        last = self.passes.layers > 0 and self.layers == (self.passes.layers,)
        made = self.settings.pooling == "cls" or getattr(self._network, "pooler", None) is not None
        return last and made and self.settings.poolings == "used" and self.settings.pooling in OF_FIRST_TOKENS

    def _of_first(self, first: torch.Tensor) -> torch.Tensor:
        """The document vectors (windows, d) of first tokens (windows, d)."""
        return self._network.pooler(first[:, None]) if self.settings.pooling == "pooler" else first
