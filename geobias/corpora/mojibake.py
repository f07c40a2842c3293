"""Mojibake: UTF-8 that was read as cp1252 or Latin-1, once or several times, undone where that leaves no doubt."""

from __future__ import annotations

import re

# Well-formed UTF-8 of two to four bytes, each byte as the character of its number (Unicode 16, table 3-7).
_SEQUENCE = re.compile(
    "[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]"
    "|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}"
)
# Replacement and control characters, and heads of sequences whose tails are lost.
_BROKEN = re.compile(
    "[\x80-\x9f\ufffd]|(?<![A-Z\xc0-\xde])[\xc2\xc3](?![^\\W\\d_])|\xe2\u20ac|\u20ac[\u2018-\u201d\u2122\u0153]"
)
_ENDS = "\u2013\u2014\u2018\u2019\u201c\u201d\u2026"
_MOST_PASSES = 4


def _as_bytes() -> dict[int, int]:
    """Characters of cp1252 beyond Latin-1 -> the byte that they stand for."""
    pairs = ((byte, bytes([byte]).decode("cp1252", "ignore")) for byte in range(0x80, 0xA0))
    return {ord(character): byte for byte, character in pairs if character}


_AS_BYTES = _as_bytes()
_QUOTES = {byte: bytes([byte]).decode("cp1252") for byte in (0x85, *range(0x91, 0x98))}
"""Bytes of cp1252 that Latin-1 takes for control characters, which no text has: quotation marks, dashes, "..."."""


def mend_mojibake(text: str) -> tuple[str, int]:
    """The text with broken sequences undone, and how many were; quotation marks read as control characters too.

    Two characters that may well be meant are left alone: a capital letter stands before them, and a quotation mark or
    dash ends them.

    >>> mend_mojibake("Don\xe2\u20ac\u2122t say se\xc3\xb1or"), mend_mojibake("a “CAFÉ”")
    (('Don’t say señor', 2), ('a “CAFÉ”', 0))
    """
    mended = 0
    for _ in range(0 if text.isascii() else _MOST_PASSES):
        text, count = _undone(text)
        mended += count
        if not count:
            break
    return text.translate(_QUOTES), mended + sum(map(text.count, map(chr, _QUOTES)))


def _undone(text: str) -> tuple[str, int]:
    """One layer of it."""
    parts, end, count = [], 0, 0
    for match in _SEQUENCE.finditer(text.translate(_AS_BYTES)):
        start, stop = match.span()
        if not (text[start - 1 : start].isupper() and text[stop - 1] in _ENDS):
            parts += [text[end:start], match[0].encode("latin-1").decode("utf-8")]
            end, count = stop, count + 1
    return "".join((*parts, text[end:])), count


def looks_broken(text: str) -> bool:
    """Whether there are signs of mojibake that `mend_mojibake` cannot undo: a character lost, or half a sequence.

    >>> [looks_broken(text) for text in ("the \xe2\u20ac sign", "don\ufffdt", "MAÇÃ, São Paulo", "5 €")]
    [True, True, False, False]
    """
    return _BROKEN.search(text) is not None
