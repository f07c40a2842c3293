"""Texts to token ids: specials told apart from content, and four ways to treat what is too long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from geobias.errors import InputError
from geobias.models.prompts import split_prompt

TRUNCATIONS = ("head", "head_tail", "window", "error")
_PROBE = "a"
_AT_ONCE = 1_000
"""Texts handed to the tokenizer at a time: enough for its threads, while its lists of integers stay small."""


@dataclass(frozen=True, eq=False)
class TokenizedText:
    """One text as the encoder sees it.

    Attributes
    ----------
    windows : content token ids of every window, int32, without specials; one window unless truncation is "window".
    total : content tokens before anything was cut.
    unknown : how many of those the tokenizer had no token for; 0 for tokenizers that spell everything in bytes.
    """

    windows: tuple[np.ndarray, ...]
    total: int
    unknown: int = 0

    @property
    def kept(self) -> int:
        return sum(len(window) for window in self.windows)

    @property
    def truncated(self) -> bool:
        return self.kept < self.total


class TextTokenizer:
    """A tokenizer whose special tokens are known as a prefix and a suffix of every sequence.

    A prompt is put in front of every text; its tokens are a part of the prefix, `prompt_length` of them.

    Raises `InputError` for a `max_length` that leaves no room, or that the encoder has no positions for, and for a
    prompt whose tokens run into those of texts.
    """

    def __init__(self, tokenizer: Any, *, max_length: int, truncation: str, positions: int | None, prompt: str = ""):
        if truncation not in TRUNCATIONS:
            raise InputError(
                f"encoder.truncation must be one of {list(TRUNCATIONS)}",
                f"it is '{truncation}'",
                "Choose one.",
            )
        self._tokenizer = tokenizer
        self._unknown = -1 if tokenizer.unk_token_id is None else tokenizer.unk_token_id
        self.prefix, self.suffix = _specials(tokenizer)
        self.prompt, (self._blank, tokens) = prompt, split_prompt(tokenizer, prompt)
        self.prefix, self.prompt_length = [*self.prefix, *tokens], len(tokens)
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

    @property
    def special_ids(self) -> set[int]:
        """Ids that no text is made of."""
        return {self.pad_id, *self.prefix, *self.suffix, *self._tokenizer.all_special_ids}

    def __call__(self, texts: Sequence[str], places: Sequence[int] | None = None) -> list[TokenizedText]:
        """Tokenize; a text that fails is named by its index, or by its entry of `places`."""
        names = range(len(texts)) if places is None else places
        check_texts(texts, names)
        ids = (ids for start in range(0, len(texts), _AT_ONCE) for ids in self._ids(texts, names, start))
        return [self._read(found, place) for place, found in zip(names, ids, strict=True)]

    def with_spans(self, texts: Sequence[str]) -> list[tuple[TokenizedText, tuple[np.ndarray, ...]]]:
        """Each text as `__call__` has it, with the places of its tokens: window by window int64 (tokens, 2), where in
        the text a token begins and ends, in characters.

        Raises
        ------
        InputError : the tokenizer does not tell.
        """
        check_texts(texts)
        if not getattr(self._tokenizer, "is_fast", False):
            raise InputError(
                "the tokenizer must tell where its tokens stand in a text",
                f"{type(self._tokenizer).__name__} does not",
                "Use a model with a fast tokenizer (a file tokenizer.json).",
            )
        found, before = [], len(self._blank)
        for place, text in enumerate(texts):
            encoded = self._tokenizer(
                self._blank + text, add_special_tokens=False, return_offsets_mapping=True, verbose=False
            )
            spans = np.asarray(encoded["offset_mapping"], dtype=np.int64).reshape(-1, 2)
            windows = self._cut(np.arange(len(spans)), place)
            read = self._read(np.asarray(encoded["input_ids"], dtype=np.int32), place)
            found.append((read, tuple((spans[window] - before).clip(0) for window in windows)))
        return found

    def names(self, ids: Sequence[int]) -> list[str]:
        """Tokens as the tokenizer writes them."""
        return list(self._tokenizer.convert_ids_to_tokens(list(ids)))

    @property
    def mask(self) -> str:
        """What stands for a masked word in a text; "" where the tokenizer has nothing for it."""
        return self._tokenizer.mask_token or ""

    def _read(self, ids: np.ndarray, place: int) -> TokenizedText:
        return TokenizedText(self._cut(ids, place), len(ids), int((ids == self._unknown).sum()))

    def _ids(self, texts: Sequence[str], places: Sequence[int], start: int) -> Iterator[np.ndarray]:
        part = [self._blank + text for text in texts[start : start + _AT_ONCE]]
        try:
            encoded = self._plain(part)
        except Exception:
            for place, text in zip(places[start:], part, strict=False):
                self._blame(text, place)
            raise
        return (np.asarray(ids, dtype=np.int32) for ids in encoded)

    def _plain(self, texts: list[str]) -> list[list[int]]:
        return self._tokenizer(
            texts,
            add_special_tokens=False,
            truncation=False,
            return_attention_mask=False,
            return_token_type_ids=False,
            verbose=False,
        )["input_ids"]

    def _blame(self, text: str, place: int) -> None:
        """Raise if this text is the one that fails."""
        try:
            self._plain([text])
        except Exception as error:
            raise InputError(
                "every text must be one that the tokenizer can read",
                f"the one at index {place}, {text[:60]!r}, is not ({type(error).__name__}: {_first_line(error)})",
                "Repair it (a broken decoding leaves such characters), or leave it out.",
            ) from error

    def _cut(self, ids: np.ndarray, index: int) -> tuple[np.ndarray, ...]:
        room = self.room
        if len(ids) <= room:
            return (ids,)
        if self.truncation == "head":
            return (ids[:room].copy(),)
        if self.truncation == "head_tail":
            tail = room // 2
            return (np.concatenate([ids[: room - tail], ids[len(ids) - tail :]]),)
        if self.truncation == "window":
            return tuple(ids[start : start + room] for start in range(0, len(ids), room))
        raise InputError(
            f"every text must fit encoder.max_length={self.max_length} under encoder.truncation=error",
            f"the text at index {index} has {len(ids)} tokens besides special ones",
            "Raise encoder.max_length, or choose encoder.truncation=head, head_tail or window.",
        )


def check_texts(texts: Sequence[str], places: Sequence[int] | None = None) -> None:
    """Raise `InputError` for what is not a string, named by its index or by its entry of `places`."""
    for index, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(
                "texts to encode must be strings",
                f"the one at index {index if places is None else places[index]} is {text!r} ({type(text).__name__})",
                "Drop the missing texts, or fill them, before encoding.",
            )


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), "")


def _specials(tokenizer: Any) -> tuple[list[int], list[int]]:
    """Special ids before and after the content, found by encoding a probe with and without them."""
    bare = tokenizer(_PROBE, add_special_tokens=False)["input_ids"]
    full = tokenizer(_PROBE, add_special_tokens=True)["input_ids"]
    extra = len(full) - len(bare)
    starts = [s for s in range(extra + 1) if full[s : s + len(bare)] == bare]
    start = starts[0] if starts else 0
    return full[:start], full[start + len(bare) :]
