"""Batches for an encoder: texts tokenized ahead on another core, sorted by length, cut by a budget of tokens.

What goes into a batch depends on the texts asked for alone, not on what a store already has, on how many workers or
processes share them, or on memory: so a text's vectors are the same bits whatever of these changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass

from geobias.errors import InputError
from geobias.models.encoder import Encoder
from geobias.models.tokens import TokenizedText

CHUNK_TEXTS = 16_384
"""Texts that are tokenized and sorted together; the next ones are tokenized while these are encoded."""


@dataclass(frozen=True)
class Item:
    """A text to encode, and whether its token vectors are wanted too."""

    text: str
    tokenized: TokenizedText
    tokens: bool

    @property
    def windows(self) -> int:
        return len(self.tokenized.windows)

    @property
    def longest(self) -> int:
        """Content tokens of its longest window."""
        return max(len(window) for window in self.tokenized.windows)


def distinct_chunks(texts: Sequence[str]) -> list[dict[str, int]]:
    """Distinct texts with the index where each comes first, in chunks."""
    places: dict[str, int] = {}
    for index, text in enumerate(texts):
        places.setdefault(text, index)
    distinct = list(places.items())
    return [dict(distinct[start : start + CHUNK_TEXTS]) for start in range(0, len(distinct), CHUNK_TEXTS)]


def items_ahead(encoder: Encoder, chunks: Sequence[dict[str, int]], token_texts: Set[str]) -> Iterator[list[Item]]:
    """The items of every chunk (text -> index), each chunk tokenized while the one before is worked on.

    Raises
    ------
    InputError : a text cannot be tokenized, or has no token besides special ones and attention sinks; it is named.
    """

    def tokenized(chunk: dict[str, int]) -> list[Item]:
        read = encoder.tokenize(list(chunk), list(chunk.values()))
        return [_item(encoder, text, one, text in token_texts) for text, one in zip(chunk, read, strict=True)]

    with ThreadPoolExecutor(1, thread_name_prefix="tokenize") as pool:
        ahead = [pool.submit(tokenized, chunk) for chunk in chunks[:1]]
        for number in range(len(chunks)):
            items = ahead.pop().result()
            ahead += [pool.submit(tokenized, chunk) for chunk in chunks[number + 1 : number + 2]]
            yield items


def _item(encoder: Encoder, text: str, tokenized: TokenizedText, tokens: bool) -> Item:
    if not encoder.content_tokens(tokenized):
        sinks = tokenized.kept > 0
        raise InputError(
            f"every text to encode must hold a token besides special ones{' and attention sinks' * sinks}",
            f"{text!r} holds none",
            f"Leave out texts whose token count is 0{', or use encoder.positions=all' * sinks}.",
        )
    return Item(text, tokenized, tokens)


def batches(items: Sequence[Item], encoder: Encoder) -> list[list[Item]]:
    """Batches of like lengths and like wants, each within the encoder's token budget (or of one text)."""
    out: list[list[Item]] = []
    size = _Size(encoder)
    for item in sorted(items, key=lambda i: (i.tokens, -i.longest, i.text)):
        fits = size.with_(item) <= encoder.batch_tokens
        if not out or not fits or item.tokens != out[-1][0].tokens:
            out.append([])
            size = _Size(encoder)
        size.add(item)
        out[-1].append(item)
    return out


class _Size:
    """Tokens that a batch costs: those of its texts where they are packed, its rectangle where it is padded."""

    def __init__(self, encoder: Encoder):
        self._packs, self._special = encoder.packs, encoder.special
        settings = encoder.settings
        self._widest = settings.max_length if settings.positions == "padded" else 0
        self._rows = self._tokens = 0

    def add(self, item: Item) -> None:
        self._rows += item.windows
        self._tokens += item.tokenized.kept + self._special * item.windows
        self._widest = max(self._widest, item.longest + self._special)

    def with_(self, item: Item) -> int:
        """The size with one more text."""
        grown = copy(self)
        grown.add(item)
        return grown._tokens if self._packs else grown._rows * grown._widest
