"""How names of places are compared: without case, accents and signs, in any script."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = re.compile("[\u0300-\u036f]")
_SILENT = re.compile("['’‘`´ʻʼ.\u00ad\u200b-\u200f\u2060\ufe0f]")
"""Signs within a word: St. Ives, Hawai'i, U.K.; what cannot be seen is one too."""
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th"})
_SAINT = {"saint": "st", "sainte": "ste", "mount": "mt", "fort": "ft"}


def folded(text: str) -> str:
    """The text without case, accents and signs within words; other signs stay.

    >>> folded("Saint-Étienne"), folded("Hawai'i"), folded("U.K.")
    ('saint-etienne', 'hawaii', 'uk')
    """
    if text.isascii():
        return _SILENT.sub("", text).lower()
    plain = _SILENT.sub("", unicodedata.normalize("NFKC", text)).casefold()
    # Marks of other scripts are vowels, no accents.
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", plain)).translate(_LETTERS)
    return unicodedata.normalize("NFC", bare)


_WORD = re.compile(r"[^\W_]+(?:[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u0300-\u036f]*[^\W_]*)*")


def words_of(text: str) -> list[str]:
    """The words of a `folded` text, saints and mounts in their short form.

    >>> words_of("st louis, mo"), words_of("saint-etienne")
    (['st', 'louis', 'mo'], ['st', 'etienne'])
    """
    return [_SAINT.get(word, word) for word in _WORD.findall(text)]


def name_key(name: str) -> str:
    """By what a name is found: its folded words, a blank between them."""
    return " ".join(words_of(folded(name)))
