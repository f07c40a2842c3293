"""Cleaning: one named set of rules for every text of a corpus, and a count of what it mended."""

from __future__ import annotations

import hashlib
import html
import json
import re
import unicodedata
from collections import Counter
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Literal

from geobias.characters import COMBINING, WORDS, has_visible, is_letter
from geobias.errors import InputError
from geobias.suggest import nearest

# Raise it when a rule below changes: corpora cleaned by other rules must not look alike.
RULES_VERSION = 2

# A reference without its semicolon is left alone: in "?a=1&copy=2" it is part of an address.
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
# All control characters but tab, line feed and carriage return, and halves of surrogate pairs.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
# An address holds the characters of RFC 3986 and ends before any other, be it a letter of another script right behind
# it, and before a letter that a mark turns into another one. It may begin right behind such letters, too: (?a:\b).
_URL = re.compile(
    r"(?a:\b)(?:[A-Za-z][A-Za-z0-9+.-]{0,30}://|[Ww]{3}\.)"
    rf"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-](?![{COMBINING}]))+"
)
# A handle is ASCII letters, digits and "_", and may stand right behind a letter of another script; of "@a@b" both go.
# An e-mail address holds none: no ASCII letter stands before the sign, and where another does, no domain behind it.
_NAME = rf"[@\uff20](?:[A-Za-z0-9_](?![{COMBINING}]))+"
_HANDLE = re.compile(rf"(?<![A-Za-z0-9_])(?:(?<![^\s\x00-\x7f])|(?!@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{{2}}))(?:{_NAME})+")
# The published rule: one alternation, tried in this order at each place.
_PUBLISHED = re.compile(r"(?P<handle>@[A-Za-z0-9]+)|(?P<other_character>[^0-9A-Za-z \t])|(?P<url>\w+://\S+)")


@dataclass(frozen=True)
class Cleaning:
    """A named set of rules, text in, text out.

    Control characters (NUL among them) always become a space, so that they join no words; a text without any
    visible character becomes "". The other rules are options.

    Attributes
    ----------
    name : shown in reports.
    unescape_passes : how often HTML references are resolved; once by default in "gentle", so "&amp;amp;"
        gives "&amp;".
    handles, urls : user handles (@name) and addresses become a space.
    ascii_words : the rule of the published experiments in place of the two above: at each place, the first
        that applies of @ with ASCII letters or digits after it, any character but ASCII letters, digits,
        blank and tab, and `word://...`, becomes a space. Letters and digits of other scripts that it takes, with
        their marks, are counted as 'letter_lost'.
    collapse : runs of white space become one blank, none at the ends.

    >>> clean_text, repairs = CLEANINGS["gentle"].clean("@bob I can't &lt;3 na\\u00efve\\x00tea http://x.y")
    >>> clean_text, sorted(repairs)
    ("I can't <3 naïve tea", ['control_character', 'handle', 'html_entity', 'url'])
    >>> CLEANINGS["published"]("@bob I can't &lt;3")
    'I can t lt 3'
    """

    name: str
    unescape_passes: int = 0
    handles: bool = False
    urls: bool = False
    ascii_words: bool = False
    collapse: bool = False

    def __post_init__(self) -> None:
        if self.unescape_passes < 0:
            raise InputError("unescape_passes must be 0 or more", f"it is {self.unescape_passes}", "Pass 0, 1 or 2.")

    @property
    def fingerprint(self) -> str:
        """Name and a short sha256 of the rules, equal for equal rules only."""
        rules = {
            "version": RULES_VERSION,
            "options": {name: value for name, value in asdict(self).items() if name != "name"},
            "patterns": [p.pattern for p in (_REFERENCE, _CONTROL, _URL, _HANDLE, _PUBLISHED)],
        }
        return f"{self.name}-{hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:12]}"

    def clean(self, text: str) -> tuple[str, Counter[str]]:
        """The cleaned text, and how many repairs were made by reason (occurrences)."""
        repairs: Counter[str] = Counter()
        for _ in range(self.unescape_passes):
            text = unescape(text, repairs)
        if self.ascii_words:
            text = _PUBLISHED.sub(lambda match: _published(match, repairs), text)
        if self.urls:
            text = _URL.sub(lambda _: _blank("url", repairs), text)
        if self.handles:
            text = _HANDLE.sub(lambda match: _blank("handle", repairs, _signs(match[0])), text)
        text = _CONTROL.sub(lambda _: _blank("control_character", repairs), text)
        if self.collapse:
            text = " ".join(text.split())
        return (text if has_visible(text) else ""), repairs

    def __call__(self, text: str) -> str:
        """The cleaned text alone."""
        return self.clean(text)[0]

    def without_unescaping(self) -> Cleaning:
        """The same rules for texts whose references a parser has resolved already."""
        return replace(self, unescape_passes=0)


CleaningName = Literal["gentle", "published", "none"]
CLEANINGS: dict[CleaningName, Cleaning] = {
    "gentle": Cleaning("gentle", unescape_passes=1, handles=True, urls=True, collapse=True),
    "published": Cleaning("published", ascii_words=True, collapse=True),
    "none": Cleaning("none"),
}


def get_cleaning(cleaning: str | Cleaning) -> Cleaning:
    """The cleaning of that name; a `Cleaning` is passed through."""
    if isinstance(cleaning, Cleaning):
        return cleaning
    if cleaning in CLEANINGS:
        return CLEANINGS[cleaning]
    raise InputError(
        f"cleaning must be one of {sorted(CLEANINGS)}",
        f"it is {cleaning!r}",
        f"{nearest(cleaning, CLEANINGS)}Pass one of them, or a Cleaning of your own.",
    )


def unescape(text: str, repairs: Counter[str]) -> str:
    """HTML references resolved in one pass, counted as 'html_entity'; those of control characters: a space.

    Python's `html.unescape` drops references to control characters, which would join the words beside them.
    """
    if "&" not in text:
        return text

    def resolve(match: re.Match[str]) -> str:
        reference = match[0]
        character = _numeric(reference) if reference[1] == "#" else html.unescape(reference)
        if _CONTROL.search(character):
            return _blank("control_character", repairs)
        if character != reference:
            repairs["html_entity"] += 1
        return character

    return _REFERENCE.sub(resolve, text)


@lru_cache(maxsize=1 << 15)  # a run asks for each of its texts up to six times, a sweep in every job again
def normalise_text(text: str) -> str:
    """A form in which copies of a text are equal: NFKC, case folded, words of any script and single blanks only.

    Marks (vowel signs, tones, accents) belong to words; what cannot be seen (joiners, zero-width characters, variation
    selectors) is passed over. A text without a letter or digit, such as one of emoji, is what it is: its canonical
    form (NFC) with single blanks.

    >>> normalise_text("  Caf\\u00e9 -- IT'S\\tﬁne!")
    'café it s fine'
    >>> normalise_text("?!  :-)")
    '?! :-)'
    """
    if any(map(str.isalnum, text)):
        folded = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
        # Marks may meet their letters only where what stood between them is gone: hence the normal form once more.
        words = unicodedata.normalize("NFKC", folded.translate(WORDS)).split()
        if words := [whole for word in words if (whole := _from_first_letter(word))]:
            return " ".join(words)
    return " ".join(unicodedata.normalize("NFC", text).split())


def _from_first_letter(word: str) -> str:
    """The word without marks that have no letter: a spacing accent is a blank and a mark to NFKC."""
    if word[0].isalnum() or word[0] == "_":
        return word
    return word[next((i for i, c in enumerate(word) if c.isalnum() or c == "_"), len(word)) :]


def _blank(reason: str, repairs: Counter[str], count: int = 1) -> str:
    repairs[reason] += count
    return " "


def _signs(handles: str) -> int:
    return handles.count("@") + handles.count("\uff20")


def _published(match: re.Match[str], repairs: Counter[str]) -> str:
    lost = sum(map(is_letter, match[0])) if not match[0].isascii() else 0
    if lost:
        repairs["letter_lost"] += lost
    return _blank(match.lastgroup or "", repairs)


def _numeric(reference: str) -> str:
    digits = reference[2:-1]
    code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    # html.unescape knows the standard's exceptions (128 to 159, codes out of range) but hides NUL and drops
    # controls.
    return (html.unescape(reference) if code else "") or chr(code)
