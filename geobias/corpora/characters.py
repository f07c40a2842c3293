"""What Unicode says of characters, where cleaning and comparing need it: words of any script, and what cannot be seen."""

from __future__ import annotations

import unicodedata

# Letters, digits and "_" are words of themselves; these belong to the character before them: vowel signs, tones, accents.
_MARKS = ("Mn", "Mc")
_INVISIBLE = frozenset(["Cc", "Cf", "Cs", "Zs", "Zl", "Zp"])
# Characters that choose or join shapes and say nothing, though they are called marks; format characters (Cf: zero-width
# ones, joiners, soft hyphens, directions) are told by their category.
_SELECTORS = frozenset([0x034F, *range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
# Letters and symbols by category that are drawn as a blank.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")

# For regular expressions: marks that make the ASCII letter, digit or sign before them another character.
COMBINING = "\u0300-\u036f\ufe0f\u20e3"


def is_letter(character: str) -> bool:
    """Whether it is a letter or digit of any script, or a mark that belongs to one."""
    return character.isalnum() or (unicodedata.category(character) in _MARKS and ord(character) not in _SELECTORS)


def has_visible(text: str) -> bool:
    """Whether any character is more than white space, control or format (zero-width) characters."""
    return any(
        unicodedata.category(character) not in _INVISIBLE
        and character not in _BLANKS
        and ord(character) not in _SELECTORS
        for character in text
    )


class _Words(dict[int, int | str | None]):
    """For `str.translate`: word characters stay, what cannot be seen goes, all else is a blank; filled as it is used."""

    def __missing__(self, code: int) -> int | str | None:
        character = chr(code)
        if character == "_" or is_letter(character):
            kind: int | str | None = code
        elif code in _SELECTORS or unicodedata.category(character) == "Cf":
            kind = None
        else:
            kind = " "
        self[code] = kind
        return kind


WORDS = _Words()
