"""Answers as an encoder has them: vectors, perhaps token vectors, with nation and prompt of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from geobias.clouds import TokenClouds
from geobias.errors import InputError
from geobias.models import EmbeddingStore, Encoder, extract


@dataclass(frozen=True, eq=False)
class AnswerClouds:
    """n answers as an encoder has them.

    Attributes
    ----------
    vectors : float32 (n, d). nation, prompt : n strings; answers to one prompt are a cluster.
    clouds : their token vectors, for Sinkhorn; None = that is not measured.
    notices : what was left out, counted.
    """

    vectors: np.ndarray
    nation: np.ndarray
    prompt: np.ndarray
    clouds: TokenClouds | None = None
    notices: tuple[str, ...] = ()

    @property
    def groups(self) -> dict[str, np.ndarray]:
        """nation -> places of its answers, in the order of their first; "" is none."""
        return {name: np.flatnonzero(self.nation == name) for name in dict.fromkeys(self.nation) if name}


def without_names(texts: Sequence[str], names: Sequence[str]) -> list[str]:
    """The texts without these words, whole and in any case: an answer that names its nation is told by its name alone.

    >>> without_names(["As a German, I like Germany.", "Germanic"], ["German", "Germany"])
    ['As a , I like .', 'Germanic']
    """
    if not names:
        return list(texts)
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    words = re.compile(rf"\b(?:{'|'.join(longest)})\b", re.IGNORECASE)
    return [" ".join(words.sub("", text).split()) for text in texts]


def embed_answers(
    texts: Sequence[str],
    encoder: Encoder,
    store: EmbeddingStore,
    *,
    nation: Sequence[str],
    prompt: Sequence[str],
    clouds: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> AnswerClouds:
    """Encode what the store lacks, and take vectors from it; blank answers are left out and counted.

    clouds : whether token vectors are wanted too. Raises `InputError` where no answer says anything, and what `extract`
    raises.
    """
    kept = [at for at, text in enumerate(texts) if text.strip()]
    if not kept:
        raise InputError("answers must say something", f"all {len(texts)} are blank", "Pass others.")
    said = [texts[at] for at in kept]
    extract(encoder, store, said, token_texts=set(said) if clouds else frozenset(), progress=progress)
    lost = len(texts) - len(kept)
    return AnswerClouds(
        store.vectors(said, encoder.settings.pooling),
        np.array([nation[at] for at in kept], dtype=object),
        np.array([prompt[at] for at in kept], dtype=object),
        store.clouds(said) if clouds else None,
        (f"{lost} of {len(texts)} answers are blank and left out.",) if lost else (),
    )
