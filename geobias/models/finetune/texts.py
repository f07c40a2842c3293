"""Texts as a classifier reads them: token ids once, batches of like lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from geobias.models.finetune.network import label_outputs
from geobias.models.tokens import TextTokenizer

BATCH_TOKENS = 4096  # of one pass that only predicts, padding included


@dataclass(frozen=True)
class ClassifierTexts:
    """Token ids of texts, special ones included.

    Attributes
    ----------
    ids : one int64 array per text.
    pad_id : what fills a batch up.
    truncated : texts that were longer.
    unknown : of every text, the tokens that the tokenizer had none for, before anything was cut, int64 (n,).
    total : content tokens of every text before anything was cut, int64 (n,).
    """

    ids: list[np.ndarray]
    pad_id: int
    truncated: int
    unknown: np.ndarray
    total: np.ndarray

    @classmethod
    def read(cls, texts: Sequence[str], tokenizer: Any, max_length: int) -> ClassifierTexts:
        """Tokenize; what exceeds `max_length` tokens is cut at the end."""
        tokenize = TextTokenizer(tokenizer, max_length=max_length, truncation="head", positions=None)
        found = tokenize(texts)
        ids = [np.array([*tokenize.prefix, *text.windows[0], *tokenize.suffix], dtype=np.int64) for text in found]
        unknown, total = np.array([(text.unknown, text.total) for text in found], dtype=np.int64).reshape(-1, 2).T
        return cls(ids, tokenize.pad_id, sum(text.truncated for text in found), unknown, total)

    @property
    def lengths(self) -> np.ndarray:
        """Tokens of every text, int64 (n,)."""
        return np.array([len(row) for row in self.ids], dtype=np.int64)

    def batch(self, rows: np.ndarray, device: torch.device) -> dict[str, torch.Tensor]:
        """input_ids and attention_mask of some texts, (rows, longest), padded on the right."""
        width = max(len(self.ids[row]) for row in rows)
        ids = torch.full((len(rows), width), self.pad_id)
        mask = torch.zeros_like(ids)
        for place, row in enumerate(rows):
            values = self.ids[row]
            ids[place, : len(values)] = torch.from_numpy(values)
            mask[place, : len(values)] = 1
        return {"input_ids": ids.to(device), "attention_mask": mask.to(device)}

    def batches(self, rows: np.ndarray) -> list[np.ndarray]:
        """The rows in batches of like lengths, the longest first, each within BATCH_TOKENS or of one text."""
        lengths = self.lengths[rows]
        ordered = rows[np.lexsort((rows, -lengths))]
        out, start = [], 0
        while start < len(ordered):
            size = max(1, BATCH_TOKENS // len(self.ids[ordered[start]]))
            out.append(ordered[start : start + size])
            start += size
        return out


@dataclass(frozen=True)
class LabelledTexts:
    """What is trained on and predicted.

    labels : int (n,) of 0 and 1, or (n, L); -1 where a text that does not train is not labelled.
    names : two names (negative first) for one label, else L.
    """

    texts: ClassifierTexts
    labels: np.ndarray
    names: Sequence[str]

    @property
    def outputs(self) -> Sequence[str]:
        """The labels that have a logit: the positive one of two where labels are (n,), all where they are (n, L)."""
        return label_outputs(self.labels, self.names)

    @property
    def targets(self) -> np.ndarray:
        """The labels as int64 (n, L), one column for a single label."""
        return self.labels.reshape(len(self.labels), -1).astype(np.int64)
