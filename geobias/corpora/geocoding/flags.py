"""Flags among emoji: two regional indicators are a country's code, a black flag with tags one of its parts."""

from __future__ import annotations

import re

_FIRST = 0x1F1E6
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_PART = re.compile("\U0001f3f4([\U000e0061-\U000e007a]{2})[\U000e0061-\U000e007a\U000e0030-\U000e0039]*\U000e007f")


def flags_in(text: str) -> list[str]:
    """The two-letter codes that the flags of a text stand for, in order, known countries or not.

    >>> flags_in("🇳🇿 Wellington 🏴󠁧󠁢󠁳󠁣󠁴󠁿")
    ['nz', 'gb']
    """
    found = [
        (flag.start(), "".join(chr(ord(sign) - _FIRST + ord("a")) for sign in flag[0])) for flag in _FLAG.finditer(text)
    ]
    found += [(flag.start(), "".join(chr(ord(tag) - 0xE0000) for tag in flag[1])) for flag in _PART.finditer(text)]
    return [code for _, code in sorted(found)]


def without_flags(text: str) -> str:
    """The text with a blank for each flag."""
    return _PART.sub(" ", _FLAG.sub(" ", text))
