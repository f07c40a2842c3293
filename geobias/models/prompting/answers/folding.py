"""Folding: letters that are written in several ways become one, and a text becomes words and marks between them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

END, CLAUSE, QUESTION = ".", ",", "?"
"""What stands between words: the end of a sentence, of a clause, of a question."""
_ENDS = frozenset(".!;\n。।॥؛۔")
_QUESTIONS = frozenset("?؟")
_CLAUSES = frozenset(",:،、()[]{}|=–—")
_APOSTROPHES = str.maketrans("’‘ʼ´`", "'''''")
# An accent decides what these are: Spanish "yes", not "if", "I know", not "one's"; Portuguese "is", not "and".
_ACCENTED = re.compile(r"(?<!\w)(?:sí|sé|é|è)(?!\w)")
_KEPT = {"sí": "\ue000", "é": "\ue001", "è": "\ue002", "sé": "\ue003"}
_DROPPED_MARKS = frozenset([*range(0x0300, 0x0370), 0x093C, 0x0640, *range(0x064B, 0x0660), 0x0670])
_ALIKE = str.maketrans({"ँ": "ं", "ى": "ي", "ة": "ه"})
_CONTRACTED = re.compile(r"(?:n't|nt)$")
_BARE = frozenset(
    ["isnt", "dont", "doesnt", "cant", "wont", "wouldnt", "shouldnt", "arent", "wasnt", "didnt", "couldnt"]
)
_SPELT = {"can": "can", "ca": "can", "wo": "will", "sha": "shall"}
_FULL = {"d": "would", "m": "am", "s": "is", "ll": "will", "re": "are", "ve": "have"}


def fold(text: str) -> str:
    """The text in one case, width and spelling: without accents, vowel points and characters that are not seen.

    >>> fold("Ｎão, SÍ")
    'nao, sí'
    """
    # Full-width forms first, so that accents are looked for in one alphabet.
    text = unicodedata.normalize("NFKC", text).casefold().translate(_APOSTROPHES)
    text = _ACCENTED.sub(lambda found: _KEPT[found[0]], text)
    parts = unicodedata.normalize("NFKD", text)
    kept = "".join(
        one for one in parts if ord(one) not in _DROPPED_MARKS and (one == "\n" or unicodedata.category(one) != "Cf")
    )
    for word, sign in _KEPT.items():
        kept = kept.replace(sign, word)
    return unicodedata.normalize("NFC", kept).translate(_ALIKE)


def tokens(text: str) -> list[str]:
    """Words of a text, folded, and between them `END`, `QUESTION`, "/" and clause marks as they stand.

    A Chinese or Japanese character is a word by itself, and so are both halves of a contraction. Quotes, symbols,
    emojis and hyphens only part words.

    >>> tokens("It isn't (3.5 of 4) OK—l’été?")
    ['it', 'is', 'not', '(', '3.5', 'of', '4', ')', 'ok', '—', "l'", 'ete', '?']
    """
    text = fold(text)
    out: list[str] = []
    word = ""
    for place, character in enumerate(text):
        after = text[place + 1 : place + 2]
        inside = bool(word) and _is_letter(after)
        if (_is_letter(character) and not _is_ideograph(character)) or (
            inside and (character == "'" or (character in ".," and word.isdigit() and after.isdigit()))
        ):
            word += character
        else:
            out += _split(word)
            word = ""
            out += _mark(character, text[place - 1 : place], after)
    return [*out, *_split(word)]


def words(text: str) -> list[str]:
    """`tokens` without the marks."""
    return [token for token in tokens(text) if is_word(token)]


def is_word(token: str) -> bool:
    return _is_letter(token[0])


def _mark(character: str, before: str, after: str) -> Iterator[str]:
    if _is_ideograph(character):
        yield character
    elif character in _ENDS:
        yield END if character != "\n" else "\n"
    elif character in _QUESTIONS:
        yield QUESTION
    elif character in _CLAUSES or character == "/":
        yield character
    elif character == "-" and before in (" ", "") and after == " ":
        yield "—"


def _split(word: str) -> list[str]:
    """A word, or the words that it is contracted of."""
    if not word:
        return []
    if word == "cannot":
        return ["can", "not"]
    if word.endswith("n't") or word in _BARE:
        stem = _CONTRACTED.sub("", word)
        return [_SPELT.get(stem, stem), "not"]
    head, sign, tail = word.partition("'")
    if not sign:
        return [word]
    return [head, _FULL[tail]] if tail in _FULL else [f"{head}'", *_split(tail)]


def _is_letter(character: str) -> bool:
    return bool(character) and (character.isalnum() or unicodedata.category(character) in ("Mn", "Mc"))


def _is_ideograph(character: str) -> bool:
    return "\u3040" <= character <= "\u30ff" or "\u3400" <= character <= "\u9fff"
