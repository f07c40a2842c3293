"""What Unicode says of characters, for cleaning and comparing: words of any script, and what cannot be seen."""

from __future__ import annotations

import unicodedata

# Marks belong to the letter before them: vowel signs, tones, accents.
_MARKS = ("Mn", "Mc")
_INVISIBLE = frozenset(["Cc", "Cf", "Cs", "Zs", "Zl", "Zp"])
# Characters that choose or join shapes and say nothing, though they are called marks; format characters (Cf: zero-width
# ones, joiners, soft hyphens, directions) are told by their category.
_SELECTORS = frozenset([0x034F, *range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
# Letters and symbols by category that are drawn as a blank.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")

# Around a name these are no part of it: white space, controls, zero-width blanks and marks of direction. Joiners and
# tags stay, for emoji end in them.
_AROUND = "\u1680\u200e\u200f\u205f\u2060\u3000\ufeff" + "".join(
    chr(code)
    for first, last in ((0, 0x20), (0x7F, 0xA0), (0x2000, 0x200B), (0x2028, 0x202F), (0x2066, 0x2069))
    for code in range(first, last + 1)
)

# For regular expressions: marks that make the ASCII letter, digit or sign before them another character.
COMBINING = "\u0300-\u036f\ufe0f\u20e3"


def is_letter(character: str) -> bool:
    """Whether it is a letter or digit of any script, or a mark that belongs to one."""
    return character.isalnum() or (unicodedata.category(character) in _MARKS and ord(character) not in _SELECTORS)


def strip_blanks(name: str) -> str:
    """The name without white space and what cannot be seen around it."""
    return name.strip(_AROUND)


def has_visible(text: str) -> bool:
    """Whether any character is more than white space, control or format (zero-width) characters."""
    return any(
        unicodedata.category(character) not in _INVISIBLE
        and character not in _BLANKS
        and ord(character) not in _SELECTORS
        for character in text
    )


class _Words(dict[int, int | str | None]):
    """For `str.translate`: word characters stay, what cannot be seen goes, all else is blank. Filled as it is used."""

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
