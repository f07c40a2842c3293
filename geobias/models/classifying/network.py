"""The network of a classifier of texts: each text, cut to its length, as a row of token ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from geobias.models.classifying.settings import ClassifierSettings
from geobias.models.layout import Layout
from geobias.models.logit_network import LENGTHS, LogitNetwork
from geobias.models.opening import Purpose
from geobias.models.tokens import TextTokenizer, TokenizedText

CLASSIFIER = Purpose("classifier", "classifier", "texts", "text", "sequence classification")


class TextNetwork(LogitNetwork[TokenizedText]):
    """A sequence classifier of texts; see `LogitNetwork`."""

    def __init__(self, settings: ClassifierSettings):
        self._truncation = settings.truncation
        super().__init__(settings, CLASSIFIER)

    def read_by(self, tokenizer: Any, model: str) -> None:
        self.tokenize = TextTokenizer(
            tokenizer, max_length=self.length, truncation=self._truncation, positions=self.length
        )
        self.special = len(self.tokenize.prefix) + len(self.tokenize.suffix)

    def inputs(self, types: int | None) -> list[str]:
        """Without token types: those of a single text are the network's default."""
        return ["input_ids", "attention_mask"]

    def batch(self, rows: Sequence[TokenizedText]) -> Mapping[str, torch.Tensor]:
        layout = Layout.of(rows, self.special)
        padded = layout.padded(self.tokenize, None)
        back = torch.from_numpy(np.argsort(layout.owners))
        return {name: values[back] for name, values in padded.items()}

    def tokens(self, row: TokenizedText) -> int:
        return row.kept + self.special

    def trial(self) -> list[TokenizedText]:
        rng = np.random.default_rng(0)
        special = self.tokenize.special_ids
        ids = np.array([place for place in range(self.vocabulary) if place not in special], dtype=np.int32)
        lengths = (min(length, self.tokenize.room) for length in LENGTHS)
        return [TokenizedText((rng.choice(ids, length),), length) for length in lengths]
