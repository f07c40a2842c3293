"""Pair tokens: each text becomes token ids once, and pairs are put together from these as the tokenizer would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from geobias.errors import InputError
from geobias.models.entailment.pair_template import PairTemplate

_AT_ONCE = 1_000
Row = tuple[np.ndarray, np.ndarray]
"""Token ids of a window of the premise, and of the hypothesis."""


class PairTokenizer:
    """A tokenizer whose pairs follow a template.

    What looks like a special token within a text is read as the letters that it is: a text cannot end itself.

    Raises
    ------
    InputError : the tokenizer puts two texts together in another way.
    """

    def __init__(self, tokenizer: Any, model: str):
        self._tokenizer = tokenizer
        self.pad_id = tokenizer.pad_token_id or 0
        self.unknown = -1 if tokenizer.unk_token_id is None else tokenizer.unk_token_id
        self.has_types = "token_type_ids" in self._encode("a", "b")
        template = PairTemplate.of(self._encode)
        if template is None:
            raise InputError(
                "the tokenizer of a model of entailment must put special tokens around two texts, and leave them whole",
                f"that of '{model}' does something else",
                "Name a model that was trained on pairs of texts, with its own tokenizer.",
            )
        self.template = template

    def __call__(self, texts: Sequence[str], what: str) -> list[np.ndarray]:
        """Token ids of each text, int64 (tokens,), without special ones; raises `InputError` for one that has none."""
        parts = (list(texts[start : start + _AT_ONCE]) for start in range(0, len(texts), _AT_ONCE))
        found = [ids for part in parts for ids in self._encode(part, add_special_tokens=False)["input_ids"]]
        for text, ids in zip(texts, found, strict=True):
            if not ids:
                raise InputError(
                    f"{what} must hold a token besides special ones", f"{text[:60]!r} holds none", "Leave it out."
                )
        return [np.asarray(ids, dtype=np.int64) for ids in found]

    def batch(self, rows: Sequence[Row]) -> dict[str, torch.Tensor]:
        """`input_ids`, `attention_mask` and `token_type_ids`, int64 (rows, the longest), padded on the right."""
        built = [self.template.join(*row) for row in rows]
        shape = (len(rows), max(one.shape[1] for one in built))
        ids, types, mask = (
            np.full(shape, self.pad_id, dtype=np.int64),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.int64),
        )
        for place, one in enumerate(built):
            width = one.shape[1]
            ids[place, :width], types[place, :width], mask[place, :width] = one[0], one[1], 1
        named = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        return {name: torch.from_numpy(values) for name, values in named.items()}

    def _encode(self, *texts: Any, **options: Any) -> Mapping[str, Any]:
        plain = {"truncation": False, "padding": False, "split_special_tokens": True, "verbose": False}
        return self._tokenizer(*texts, **options, **plain)
