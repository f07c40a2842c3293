"""Pair template: which special tokens a tokenizer puts around two texts, and the token types of all parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

_PROBES = (("a", "b"), ("a b a", "b"), ("b", "a b a"))
Encode = Callable[..., Mapping[str, Any]]
"""A tokenizer's call: one text or two, and `add_special_tokens`."""


@dataclass(frozen=True, eq=False)
class PairTemplate:
    """How a tokenizer puts two texts together.

    Attributes
    ----------
    before, between, after : special tokens, int64 (2, k): their ids, and their token types.
    first_type, second_type : token types of the texts.
    """

    before: np.ndarray
    between: np.ndarray
    after: np.ndarray
    first_type: int
    second_type: int

    @classmethod
    def of(cls, encode: Encode) -> PairTemplate | None:
        """The template that a tokenizer follows, tried on pairs of short texts; None where it follows none."""
        found = _found(encode, *_PROBES[0])
        return found if found is not None and all(_follows(found, encode, *probe) for probe in _PROBES) else None

    @property
    def special(self) -> int:
        """How many special tokens there are."""
        return self.before.shape[1] + self.between.shape[1] + self.after.shape[1]

    @property
    def types(self) -> int:
        """How many token types there must be."""
        specials = np.concatenate([self.before[1], self.between[1], self.after[1]])
        return 1 + max(self.first_type, self.second_type, *specials)

    def join(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """Ids and token types of a pair, int64 (2, tokens), of the ids of both texts."""
        texts = [
            np.stack([ids, np.full_like(ids, kind)])
            for ids, kind in ((first, self.first_type), (second, self.second_type))
        ]
        return np.concatenate([self.before, texts[0], self.between, texts[1], self.after], axis=1)


def _found(encode: Encode, first: str, second: str) -> PairTemplate | None:
    a, b = (_ids(encode, text) for text in (first, second))
    whole = _whole(encode, first, second)
    ids = whole[0].tolist()
    start = next(iter(_places(ids, a)), None)
    then = next(reversed(_places(ids, b)), None)
    if not a or not b or start is None or then is None or then < start + len(a):
        return None
    before, _, between, _, after = np.split(whole, [start, start + len(a), then, then + len(b)], axis=1)
    return PairTemplate(before, between, after, int(whole[1, start]), int(whole[1, then]))


def _follows(template: PairTemplate, encode: Encode, first: str, second: str) -> bool:
    texts = (np.array(_ids(encode, text), dtype=np.int64) for text in (first, second))
    return np.array_equal(template.join(*texts), _whole(encode, first, second))


def _whole(encode: Encode, first: str, second: str) -> np.ndarray:
    """Ids and token types that the tokenizer gives a pair, int64 (2, tokens)."""
    whole = encode(first, second)
    ids = whole["input_ids"]
    return np.array([ids, whole.get("token_type_ids") or [0] * len(ids)], dtype=np.int64)


def _ids(encode: Encode, text: str) -> list[int]:
    return list(encode(text, add_special_tokens=False)["input_ids"])


def _places(ids: Sequence[int], part: Sequence[int]) -> list[int]:
    """Where a part begins in a sequence."""
    return [place for place in range(len(ids) - len(part) + 1) if ids[place : place + len(part)] == part]
