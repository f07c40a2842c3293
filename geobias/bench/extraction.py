"""Extraction beside what one would write or take instead: a padded loop, and sentence-transformers' `encode`.

All sides read the same texts with the same weights, length and float32, and return each text's first-token vector,
which is the one that all of them define alike. Ours computes every pooling, or that one alone as the others do, writes
a store and reads it back.
"""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import torch

from geobias.bench.comparing import Row, Side, Truth, compare
from geobias.models import EmbeddingStore, Encoder, EncoderSettings, extract, load_encoder, load_pretrained, locate

NEAR = 1e-5
LOOP, PEER, OURS, FIRST = "padded loop", "sentence-transformers", "geobias", "geobias, first tokens alone"
_BATCH = 32


def extraction_rows(
    texts: Sequence[str], *, sides: Sequence[str], settings: EncoderSettings, runs: int = 3, label: str = ""
) -> list[Row]:
    """Every text's first-token vector by the sides named, the first of which the others are measured by."""
    encoder = load_encoder(settings)
    makers: Mapping[str, Any] = {LOOP: padded_loop, PEER: sentence_transformers, OURS: stored, FIRST: first_tokens}
    made = {name: partial(makers[name](encoder), list(texts)) for name in sides}
    tokens = sum(text.kept + encoder.special for text in encoder.tokenize(list(texts)))
    case = f"{len(texts)} {label or 'texts'}, {tokens / len(texts):.1f} tokens each, length {settings.max_length}"
    return compare("extraction", case, made, peer=sides[0], truth=Truth(NEAR), runs=runs)


def available() -> list[str]:
    """The sides that `geobias bench` shows: ours, beside sentence-transformers where it is installed."""
    return [*([PEER] if importlib.util.find_spec("sentence_transformers") else []), OURS]


def stored(encoder: Encoder, *, token_vectors: bool = False) -> Side:
    """Ours: into a new store, and back."""

    def run(texts: list[str]) -> np.ndarray:
        with tempfile.TemporaryDirectory() as folder:
            store = EmbeddingStore(folder, encoder.identity)
            extract(encoder, store, texts, token_texts=set(texts if token_vectors else ()), workers=1)
            return store.vectors(texts, "cls")

    return run  # type: ignore[return-value]


def first_tokens(encoder: Encoder) -> Side:
    """Ours, of a text's first token alone."""
    return stored(load_encoder(replace(encoder.settings, pooling="cls", poolings="used")))


def padded_loop(encoder: Encoder) -> Side:
    """The plain loop's first-token vectors."""
    batches = padded_batches(encoder)

    def run(texts: list[str]) -> torch.Tensor:
        return torch.cat([hidden[:, 0].cpu() for hidden, _ in batches(texts)])

    return run  # type: ignore[return-value]


def padded_batches(encoder: Encoder) -> Callable[[Sequence[str]], Iterator[tuple[torch.Tensor, torch.Tensor]]]:
    """The plain loop: 32 texts at a time in the order given, every one padded to the full length.

    Gives, batch by batch, hidden states (32, length, d) and which of them are content tokens, bool (32, length).
    """
    settings = encoder.settings
    tokenizer, network = load_pretrained(settings.model, settings.revision, torch.float32)
    network = network.to(encoder.device)

    @torch.inference_mode()
    def read(texts: Sequence[str]) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        for start in range(0, len(texts), _BATCH):
            inputs = tokenizer(
                list(texts[start : start + _BATCH]),
                padding="max_length",
                truncation=True,
                max_length=settings.max_length,
                return_special_tokens_mask=True,
                return_tensors="pt",
            ).to(encoder.device)
            special = inputs.pop("special_tokens_mask").bool()
            yield network(**inputs).last_hidden_state, ~special

    return read


def sentence_transformers(encoder: Encoder) -> Side:
    """sentence-transformers' `encode` at its default batch of 32, which sorts texts by their characters."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    reader = Transformer(locate(encoder.settings.model), max_seq_length=encoder.settings.max_length)
    pooling = Pooling(encoder.width, pooling_mode="cls")
    model = SentenceTransformer(modules=[reader, pooling], device=str(encoder.device))

    def run(texts: list[str]) -> np.ndarray:
        return model.encode(texts, batch_size=_BATCH, show_progress_bar=False)

    return run  # type: ignore[return-value]
