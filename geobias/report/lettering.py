"""Which names this machine has letters for, and codes for those that it has none for."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.ft2font import FT2Font

FONT = "DejaVu Sans"  # comes with matplotlib, so a layout is the same everywhere
BOXES = "Last Resort"  # has a box, with a hint of the script in it, for every letter there is
LEFT_TO_RIGHT = "\u200e"  # after a name that runs to the left, so that numbers behind it do not
KEY = "In the figure, "  # opens the key in an alternative text
_found: list[str] = []  # further families, in the order in which a name asked for them


def family() -> list[str]:
    """The fonts that figures are written in: the one that is always there, then those that some name needed."""
    return [FONT, *_found]


def plain(text: str) -> str:
    """The text on one line, without what has no shape or turns what follows around (controls, marks of direction).

    >>> plain("a\\x00\\n b\\u202e")
    'a b'
    """
    return " ".join(shaped(text).split())


def shaped(text: str) -> str:
    """The text without what has no shape; its blanks stay as they are, but one for every other white space."""
    return "".join(" " if _broken(letter) else letter for letter in str(text) if _shaped(letter) or letter.isspace())


def _broken(letter: str) -> bool:
    return letter.isspace() and unicodedata.category(letter) != "Zs"


def _shaped(letter: str) -> bool:
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn") or letter in "\u200c\u200d"


def drawable(text: str) -> bool:
    """Whether every letter is in a font of this machine; a font that is needed for that joins `family`."""
    return all(_written(letter) for letter in set(plain(text)) if letter not in "\u200c\u200d")


@cache
def _written(letter: str) -> bool:
    if all(font.get_char_index(ord(letter)) for font in _own_fonts()):
        return True
    name = next(
        (name for name in sorted(_installed(), key=lambda name: name not in _found) if _has(name, letter)), None
    )
    if name is not None and name not in _found:
        _found.append(name)
    return name is not None


@cache
def _own_fonts() -> list[FT2Font]:
    """Titles are bold, and the bold letters are fewer."""
    from matplotlib.font_manager import FontProperties, findfont
    from matplotlib.ft2font import FT2Font

    return [FT2Font(findfont(FontProperties(family=FONT, weight=weight))) for weight in ("normal", "bold")]


@cache
def _installed() -> dict[str, str]:
    """The upright regular font file of every family by name; bitmaps, which cannot be scaled, are no help."""
    from matplotlib.font_manager import fontManager

    usual = [
        font
        for font in fontManager.ttflist
        if font.style == "normal" and font.weight in (400, "normal", "regular") and not font.name.startswith(BOXES)
    ]
    ordered = sorted(usual, key=lambda font: (not font.name.startswith("Noto Sans"), font.name, font.fname))
    return {font.name: font.fname for font in reversed(ordered)}


@cache
def _has(name: str, letter: str) -> bool:
    from matplotlib.ft2font import FT2Font

    try:
        font = FT2Font(_installed()[name])
        return bool(font.scalable and font.get_char_index(ord(letter)))
    except (OSError, RuntimeError):  # a file that went away, or that is no outline font
        return False


def codes(names: Iterable[str], letter: str) -> dict[str, str]:
    """A code, `letter` with its place, for every name that cannot be written; none of them is another's name."""
    listed = list(names)
    stem = letter
    while any(f"{stem}{place}" in listed for place in range(1, len(listed) + 1)):
        stem += letter
    return {name: f"{stem}{place}" for place, name in enumerate(listed, 1) if not drawable(name)}


def key_of(coded: Mapping[str, str]) -> str:
    """What the codes stand for, "" where there is none.

    >>> key_of({"one": "G1"}), key_of({})
    ('G1 = one', '')
    """
    return ", ".join(f"{code} = {plain(name)}" for name, code in coded.items())


def distinct(names: Iterable[str], width: int, letter: str) -> dict[str, str]:
    """Every name on one line of at most about `width` characters, or its code; two names never become one."""
    listed = list(dict.fromkeys(names))
    coded = codes(listed, letter)
    out: dict[str, str] = {}
    taken: set[str] = set()
    ends: dict[str, int] = {}
    first = {name: coded.get(name) or shorten(name, width) for name in listed}
    often = Counter(first.values())
    for name in listed:
        # Names that begin alike are told apart by their ends.
        text = base = first[name] if often[first[name]] == 1 else _ends(name, width)
        while text in taken:
            ends[base] = ends.get(base, 1) + 1
            text = f"{shorten(name, width - 1 - len(str(ends[base])))}~{ends[base]}"
        taken.add(text)
        out[name] = text + LEFT_TO_RIGHT * _leftward(text)
    return out


def _ends(text: str, width: int) -> str:
    line = plain(text) or "(blank)"
    if room(line) <= width:
        return line
    half = (width - 1) // 2
    return f"{_cut(line, half)}…{_cut(line[::-1], half)[::-1]}"


def _leftward(text: str) -> bool:
    strong = [kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")]
    return bool(strong) and strong[-1] != "L"


def shorten(text: str, width: int) -> str:
    """One line of at most `width` characters: words before the last give way one by one, then the last.

    >>> shorten("United Kingdom", 10), shorten("Netherlands", 6), shorten("a\\nb", 9)
    ('U. Kingdom', 'Nethe…', 'a b')
    >>> [shorten("Middle East and Africa", width) for width in (20, 16, 14)]
    ['Middle East & Africa', 'M. East & Africa', 'M. E. & Africa']
    """
    line = plain(text) or "(blank)"
    if room(line) <= width:
        return line
    *first, last = line.replace(" and ", " & ").split(" ")
    if 3 * len(first) + 3 <= width:
        for place, word in enumerate(first):
            if room(" ".join([*first, last])) <= width:
                break
            first[place] = word if word == "&" else f"{word[0]}."
        line = " ".join([*first, last])
    return line if room(line) <= width else _cut(line, max(width - 1, 1)).rstrip() + "…"


def room(text: str) -> int:
    """How many Latin letters a text takes the room of: wide ones count twice, marks on letters not at all.

    >>> room("abc"), room("中国"), room("e\\u0301")
    (3, 4, 1)
    """
    return sum(map(_room, text))


def _room(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _cut(line: str, width: int) -> str:
    used, end = 0, 0
    for end, letter in enumerate(line):
        used += _room(letter)
        if used > width:
            return line[:end]
    return line
