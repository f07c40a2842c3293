"""The network of a model of entailment: pairs of texts as rows of token ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from geobias.models.entailment.opening import ENTAILMENT
from geobias.models.entailment.pair_tokens import PairTokenizer, Row
from geobias.models.entailment.settings import NliSettings
from geobias.models.logit_network import LENGTHS, LogitNetwork


class NliNetwork(LogitNetwork[Row]):
    """A sequence classifier of pairs; see `LogitNetwork`."""

    def __init__(self, settings: NliSettings):
        super().__init__(settings, ENTAILMENT)

    def read_by(self, tokenizer: Any, model: str) -> None:
        self.tokenize = PairTokenizer(tokenizer, model)

    def inputs(self, types: int | None) -> list[str]:
        """Token types too, where the tokenizer makes them and there is a row for each."""
        typed = self.tokenize.has_types and (types is None or types >= self.tokenize.template.types)
        return ["input_ids", "attention_mask", *(["token_type_ids"] if typed else [])]

    def batch(self, rows: Sequence[Row]) -> Mapping[str, torch.Tensor]:
        return self.tokenize.batch(rows)

    def tokens(self, row: Row) -> int:
        return sum(map(len, row))

    def trial(self) -> list[Row]:
        rng = np.random.default_rng(0)
        template = self.tokenize.template
        special = {self.tokenize.pad_id, *template.before[0], *template.between[0], *template.after[0]}
        ids = [place for place in range(self.vocabulary) if place not in special]
        room = max(1, self.length - template.special - 2)
        return [(rng.choice(ids, min(length, room)), rng.choice(ids, 2)) for length in LENGTHS]
