"""TextClassifier: texts in, scores of a trained classifier's outputs out; what was read once is found in a store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch

from geobias.errors import InputError
from geobias.memo import key
from geobias.models.classifying.heads import Head, head_of
from geobias.models.classifying.network import CLASSIFIER, TextNetwork
from geobias.models.classifying.settings import ClassifierSettings
from geobias.models.logit_network import in_batches
from geobias.models.opening import in_words_of
from geobias.models.store import EmbeddingStore
from geobias.models.tokens import TokenizedText
from geobias.parallel import ordered_map

Progress = Callable[[int, int], None]
_LOGITS = "logits"
_UNKNOWN = 0.5
_SHARD = 2_048
"""Texts whose logits are kept together: what a kill can lose."""


class TextClassifier:
    """A sequence classifier of transformers, frozen.

    Attributes
    ----------
    labels : what its outputs are called in its config.json, in their order.
    head : what they are: see `Head`.
    notices : what a reader should know of how texts were read, one sentence each.

    Raises
    ------
    InputError : its files are torn, lack a weight (of the head too) or ask for code of their own; or it is none.
    ModelNotFoundError : the model is nowhere.
    """

    def __init__(self, settings: ClassifierSettings, *, workers: int | None = None):
        self.settings, self._workers = settings, workers
        self._network = TextNetwork(settings)
        self.notices: list[str] = []
        self.labels = self._network.labels
        self.head: Head = head_of(self._network.config, self._network.outputs)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """All that decides the logits of a text."""
        network = self._network
        weights, tokenizer = network.fingerprints
        read = {"length": network.length, "truncation": self.settings.truncation}
        where = {"dtype": network.dtype, "device": network.device.type}
        return {"kind": "classifier", "weights": weights, "tokenizer": tokenizer, **read, **where}

    @property
    def fingerprint(self) -> str:
        """16 hex digits of `identity`; the folder of its store is called by it."""
        return key("embeddings", "store", self.identity)

    def missing(self, texts: Sequence[str], store: str | Path) -> list[str]:
        """Distinct texts that a store lacks; a store that is not there is not made."""
        distinct = list(dict.fromkeys(texts))
        if not (Path(store) / self.fingerprint).is_dir():
            return distinct
        absent = EmbeddingStore(store, self.identity).missing(distinct, tokens=False)
        return [text for text, gone in zip(distinct, absent, strict=True) if gone]

    def tokens(self, texts: Sequence[str]) -> int:
        """Tokens that are read of these texts, special ones included."""
        return sum(self._network.tokens(row) for row in self._tokenized(texts))

    def logits(self, texts: Sequence[str], store: str | Path, progress: Progress | None = None) -> np.ndarray:
        """float32 (texts, outputs). Every distinct text is read once, and kept in the store for later runs.

        Batches are of all texts asked for, whatever the store has, so that a run that goes on gives the same bits.

        progress : called with (distinct texts done, distinct texts in all).

        Raises
        ------
        InputError : a text is no string or has no token; most tokens of all texts are unknown to the model.
        """
        distinct, kept = list(dict.fromkeys(texts)), EmbeddingStore(store, self.identity)
        rows = self._tokenized(distinct)
        self._check(distinct, rows)
        if cut := sum(row.truncated for row in rows):
            self._notice(
                f"{cut} of {len(distinct)} texts are longer than the {self._network.length} tokens that "
                f"'{self.settings.model}' reads; the rest of them was left out."
            )
        absent = np.array(kept.missing(distinct, tokens=False), dtype=bool)
        network = self._network
        batches = in_batches([network.tokens(row) for row in rows], network.batch_tokens)
        batches = [batch for batch in batches if absent[batch].any()]
        workers = self._workers if network.device.type == "cpu" else 1
        read = ordered_map(lambda batch: network.logits([rows[place] for place in batch]), batches, workers)
        waiting: dict[str, np.ndarray] = {}
        done = int((~absent).sum())
        try:
            for batch, found in zip(batches, read, strict=True):
                new = {distinct[place]: one for place, one in zip(batch, found, strict=True) if absent[place]}
                waiting |= new
                done += len(new)
                if progress:
                    progress(done, len(distinct))
                if len(waiting) >= _SHARD:
                    _keep(kept, waiting)
        finally:
            _keep(kept, waiting)
        self._notice(*kept.notices)
        return kept.vectors(texts, _LOGITS)

    def _tokenized(self, texts: Sequence[str]) -> list[TokenizedText]:
        with in_words_of(CLASSIFIER, self.settings.model):
            return self._network.tokenize(texts)

    def _check(self, texts: Sequence[str], rows: Sequence[TokenizedText]) -> None:
        """Every text must have a token, and most tokens must be known."""
        for text, row in zip(texts, rows, strict=True):
            if not row.total:
                raise InputError(
                    "texts must hold a token besides special ones", f"{text[:60]!r} holds none", "Leave it out."
                )
        share = sum(row.unknown for row in rows) / max(1, sum(row.total for row in rows))
        if share <= _UNKNOWN:
            return
        got = f"{share:.0%} of the tokens of the texts are unknown to '{self.settings.model}'"
        mend = "Use a model that reads their language; classifier.on_unknown=warn goes on as it is."
        if self.settings.on_unknown == "error":
            raise InputError("a classifier must know most tokens of what it reads", got, mend)
        self._notice(f"{got}. What it says of them means little.")

    def _notice(self, *sentences: str) -> None:
        self.notices += [sentence for sentence in sentences if sentence not in self.notices]


def _keep(store: EmbeddingStore, waiting: dict[str, np.ndarray]) -> None:
    """Write what waits as one shard."""
    if waiting:
        store.write(list(waiting), {_LOGITS: torch.from_numpy(np.stack(list(waiting.values())))})
        waiting.clear()
