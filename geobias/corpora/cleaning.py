"""Cleaning: one named set of rules for every text of a corpus, and a count of what it mended."""

from __future__ import annotations

import hashlib
import html
import json
import re
import unicodedata
from collections import Counter
from dataclasses import asdict, dataclass, replace
from typing import Literal

from geobias.errors import InputError
from geobias.suggest import nearest

# Raise it when a rule below changes: corpora cleaned by other rules must not look alike.
RULES_VERSION = 1

# A reference without its semicolon is left alone: in "?a=1&copy=2" it is part of an address.
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
# All control characters but tab, line feed and carriage return, and halves of surrogate pairs.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_URL = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]*://\S+|\bwww\.\S+", re.IGNORECASE)
_HANDLE = re.compile(r"(?<![\w@])@\w+")
# The published rule: one alternation, tried in this order at each place.
_PUBLISHED = re.compile(r"(?P<handle>@[A-Za-z0-9]+)|(?P<other_character>[^0-9A-Za-z \t])|(?P<url>\w+://\S+)")
_INVISIBLE = frozenset(["Cc", "Cf", "Cs", "Zs", "Zl", "Zp"])


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
        blank and tab, and `word://...`, becomes a space.
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
            text = _PUBLISHED.sub(lambda match: _blank(match.lastgroup or "", repairs), text)
        if self.urls:
            text = _URL.sub(lambda _: _blank("url", repairs), text)
        if self.handles:
            text = _HANDLE.sub(lambda _: _blank("handle", repairs), text)
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


def normalise_text(text: str) -> str:
    """A form in which copies of a text are equal: NFKC, case folded, word characters and single blanks only.

    >>> normalise_text("  Caf\\u00e9 -- IT'S\\tﬁne!")
    'café it s fine'
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(re.sub(r"\W+", " ", folded).split())


def has_visible(text: str) -> bool:
    """Whether any character is more than white space, control or format (zero-width) characters."""
    return any(unicodedata.category(character) not in _INVISIBLE for character in text)


def _blank(reason: str, repairs: Counter[str]) -> str:
    repairs[reason] += 1
    return " "


def _numeric(reference: str) -> str:
    digits = reference[2:-1]
    code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    # html.unescape knows the standard's exceptions (128 to 159, codes out of range) but hides NUL and drops
    # controls.
    return (html.unescape(reference) if code else "") or chr(code)
