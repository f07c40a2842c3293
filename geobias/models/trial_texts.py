"""Texts for trials: ordinary token ids drawn at random, the same for every encoder of one vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.models.tokens import TokenizedText

if TYPE_CHECKING:
    from geobias.models.encoder import Encoder

_LENGTHS = (9, 3, 9, 1, 5, 3, 12, 7)


def short_texts(encoder: Encoder) -> list[TokenizedText]:
    """Eight short texts, several of one length, but those of which nothing is left without attention sinks."""
    rng, ids = np.random.default_rng(0), _ordinary(encoder)
    texts = as_texts([rng.choice(ids, min(length, encoder.tokenize.room)) for length in _LENGTHS])
    return [text for text in texts if encoder.content_tokens(text)]


def trial_windows(encoder: Encoder, count: int, length: int) -> np.ndarray:
    """Token ids (count, length, or as many as there is room for), no two of them alike in a row."""
    rng, ids = np.random.default_rng(1), _ordinary(encoder)
    length = min(length, encoder.tokenize.room)
    return np.stack([rng.choice(ids, length, replace=len(ids) < length) for _ in range(count)]).astype(np.int32)


def as_texts(windows: np.ndarray | list[np.ndarray]) -> list[TokenizedText]:
    """One text a window."""
    return [TokenizedText((window.astype(np.int32),), len(window)) for window in windows]


def _ordinary(encoder: Encoder) -> list[int]:
    special = encoder.tokenize.special_ids
    return [i for i in range(encoder.vocabulary) if i not in special]
