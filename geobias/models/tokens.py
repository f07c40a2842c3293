"""Texts to token ids: specials told apart from content, and four ways to treat what is too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from geobias.errors import InputError

TRUNCATIONS = ("head", "head_tail", "window", "error")
_PROBE = "a"


@dataclass(frozen=True)
class TokenizedText:
    """One text as the encoder sees it.

    Attributes
    ----------
    windows : content token ids of every window, without specials; one window unless truncation is "window".
    total : content tokens before anything was cut.
    """

    windows: tuple[tuple[int, ...], ...]
    total: int

    @property
    def kept(self) -> int:
        return sum(len(window) for window in self.windows)

    @property
    def truncated(self) -> bool:
        return self.kept < self.total


class TextTokenizer:
    """A tokenizer whose special tokens are known as a prefix and a suffix of every sequence.

    Raises `InputError` for a `max_length` that leaves no room, or that the encoder has no positions for.
    """

    def __init__(self, tokenizer: Any, *, max_length: int, truncation: str, positions: int | None):
        if truncation not in TRUNCATIONS:
            raise InputError(
                f"encoder.truncation must be one of {list(TRUNCATIONS)}",
                f"it is '{truncation}'",
                "Choose one.",
            )
        self._tokenizer = tokenizer
        self.prefix, self.suffix = _specials(tokenizer)
        self.room = max_length - len(self.prefix) - len(self.suffix)
        self.max_length, self.truncation = max_length, truncation
        if self.room < 1 or (positions is not None and max_length > positions):
            raise InputError(
                f"encoder.max_length must lie between {len(self.prefix) + len(self.suffix) + 1} and {positions}, "
                "the positions of this encoder",
                f"it is {max_length}",
                "Choose a length in this range; encoder.truncation=window reads longer texts in pieces.",
            )

    @property
    def pad_id(self) -> int:
        return self._tokenizer.pad_token_id or 0

    def __call__(self, texts: Sequence[str]) -> list[TokenizedText]:
        """Tokenize; a text that fails is named by its position."""
        self._check(texts)
        if not len(texts):
            return []
        encoded = self._tokenizer(
            list(texts),
            add_special_tokens=False,
            truncation=False,
            return_attention_mask=False,
            return_token_type_ids=False,
            verbose=False,
        )["input_ids"]
        return [TokenizedText(self._cut(ids, index), len(ids)) for index, ids in enumerate(encoded)]

    def _check(self, texts: Sequence[str]) -> None:
        for index, text in enumerate(texts):
            if not isinstance(text, str):
                raise InputError(
                    "texts to encode must be strings",
                    f"the one at index {index} is {text!r} ({type(text).__name__})",
                    "Drop the missing texts, or fill them, before encoding.",
                )

    def _cut(self, ids: list[int], index: int) -> tuple[tuple[int, ...], ...]:
        room = self.room
        if len(ids) <= room:
            return (tuple(ids),)
        if self.truncation == "head":
            return (tuple(ids[:room]),)
        if self.truncation == "head_tail":
            tail = room // 2
            return (tuple(ids[: room - tail] + ids[len(ids) - tail :]),)
        if self.truncation == "window":
            return tuple(tuple(ids[start : start + room]) for start in range(0, len(ids), room))
        raise InputError(
            f"every text must fit encoder.max_length={self.max_length} under encoder.truncation=error",
            f"the text at index {index} has {len(ids)} tokens besides special ones",
            "Raise encoder.max_length, or choose encoder.truncation=head, head_tail or window.",
        )


def _specials(tokenizer: Any) -> tuple[list[int], list[int]]:
    """Special ids before and after the content, found by encoding a probe with and without them."""
    bare = tokenizer(_PROBE, add_special_tokens=False)["input_ids"]
    full = tokenizer(_PROBE, add_special_tokens=True)["input_ids"]
    extra = len(full) - len(bare)
    starts = [s for s in range(extra + 1) if full[s : s + len(bare)] == bare]
    start = starts[0] if starts else 0
    return full[:start], full[start + len(bare) :]
