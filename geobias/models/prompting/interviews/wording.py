"""Wording: a template in which what is left out falls out, and "a" becomes "an" where the next word asks for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from geobias.errors import InputError

_TOKEN = re.compile(r"\{\{|\}\}|\[\[|\]\]|\{([^{}\[\]]*)\}|[\[\]{}]")
_MEND = (
    "A field is {name} or {name|what stands instead}, an optional part [with a {field}]; double those that are meant."
)
_GAP, _ARTICLE = "\x00", "\x01"
"""Marks of what fell out, and of an article that is to be fitted; no text has them."""
_LAST_ARTICLE = re.compile(r"\b([Aa])n? $")
_AROUND_GAPS = re.compile(rf"(?P<before>^|\n|[ ]*){_GAP}(?:[ ]*{_GAP})*(?P<after>[ ]*)(?P<next>[,.;:!?)\n]|$)?")
_MARKED = re.compile(rf"{_ARTICLE}([Aa]) (?=(\S+))")
_LIKE_YOU = re.compile(r"eu|ewe|one\b|once|uni(?![nm])|u[kg]|us[aei]|ut[eio]|uru", re.IGNORECASE)
_VOWEL = re.compile(r"[aeiou]|hon(?:est|ou?r)|heir|hour|8|1[18]\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?:;\n]")


@dataclass(frozen=True)
class Place:
    """Where a field goes; `instead` is said where it is left out, None = nothing."""

    name: str
    instead: str | None = None


@dataclass(frozen=True)
class Piece:
    """Texts and places that stand together; an optional one falls out where a field of it is left out."""

    parts: tuple[str | Place, ...]
    optional: bool = False

    @property
    def places(self) -> list[Place]:
        return [part for part in self.parts if isinstance(part, Place)]


@dataclass(frozen=True)
class Wording:
    """A template as it is written: "Speak as a [{age}-year-old] {sex|person} [from {nation}]. {question}".

    What stands in brackets falls out where one of its fields is left out, with a blank beside it. After "|" stands what
    is said in place of a field that is left out. "a" or "an" in front of a field or of brackets is fitted to the word
    that follows (English). Doubled braces and brackets are meant as they are.

    Raises
    ------
    InputError : a brace or bracket stands alone, brackets stand in brackets or hold no field, a field has no name.

    >>> who = Wording("Speak as a [{age}-year-old] {sex|person} [from {nation}].")
    >>> who.say({"age": "80", "sex": "", "nation": "Peru"}), who.say({"age": "", "sex": "man", "nation": ""})
    ('Speak as an 80-year-old person from Peru.', 'Speak as a man.')
    """

    text: str
    where: str = "the template"

    def __post_init__(self) -> None:
        assert self.pieces is not None  # read now, so that a stray brace is found before anything is said

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(_pieces(self.text, self.where))

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Names of all fields, in the order of their first places."""
        return tuple(dict.fromkeys(place.name for piece in self.pieces for place in piece.places))

    @property
    def full(self) -> str:
        """The text with nothing left out, as that of a `Template`: {field}, and doubled braces."""
        return "".join(
            f"{{{part.name}}}" if isinstance(part, Place) else re.sub(r"[{}]", r"\g<0>\g<0>", part)
            for piece in self.pieces
            for part in piece.parts
        )

    def say(self, values: Mapping[str, str]) -> str:
        """The text with these values, "" = left out; raises `InputError` where nothing says what then stands."""
        said = "".join(self._said(self.pieces, values))
        said = _AROUND_GAPS.sub(_closed, said)
        return _MARKED.sub(lambda found: f"{found[1]}{'n' if _takes_an(found[2]) else ''} ", said)

    def _said(self, pieces: Iterable[Piece], values: Mapping[str, str]) -> Iterator[str]:
        for number, piece in enumerate(pieces):
            if piece.optional and any(not values[place.name] and place.instead is None for place in piece.places):
                yield _GAP
                continue
            for at, part in enumerate(piece.parts):
                if isinstance(part, Place):
                    yield self._filled(part, values[part.name])
                elif at + 1 < len(piece.parts) or number + 1 < len(self.pieces):
                    yield _LAST_ARTICLE.sub(rf"{_ARTICLE}\1 ", part)
                else:
                    yield part

    def _filled(self, place: Place, value: str) -> str:
        if value:
            return value
        if place.instead is None:
            raise InputError(
                f"{self.where} must say what stands where the field '{place.name}' is left out",
                "it does not",
                f"Put the words around it in brackets, or write {{{place.name}|instead}}.",
            )
        return place.instead or _GAP


def with_optional_parts(template: str, axes: Iterable[str]) -> str:
    """A template without brackets, in which fields of a persona may be left out, by rule.

    Of axis fields that stand in one clause, each but the last falls out with the text up to the next one, and the last
    becomes "person". A template that has brackets or "|" of its own stays as it is.

    >>> with_optional_parts("You are a {age} year old {nation} {sex}.", ["age", "nation", "sex"])
    'You are a [{age} year old] [{nation}] {sex|person}.'
    """
    if re.search(r"\[|\{[^{}]*\|", template):
        return template
    names = "|".join(map(re.escape, axes))
    found = list(re.finditer(rf"(?<!\{{)\{{\s*({names})\s*\}}(?!\}})", template)) if names else []
    said, at = "", 0
    for one, next_one in zip_longest(found, found[1:]):
        said += template[at : one.start()]
        at = one.end()
        between = template[at : next_one.start()] if next_one else None
        if between is None or _SENTENCE_END.search(between):
            said += f"{{{one[1]}|person}}"
        else:
            own = between.rstrip()
            said += f"[{{{one[1]}}}{own}]"
            at += len(own)
    return said + template[at:]


def _pieces(text: str, where: str) -> Iterator[Piece]:
    parts: list[str | Place] = []
    literal, at, optional = "", 0, False

    def wrong(got: str, place: int) -> InputError:
        shown = text[max(0, place - 15) : place + 25]
        return InputError(f"braces and brackets of {where} must be sound", f"{got}: {shown!r}", _MEND)

    for found in _TOKEN.finditer(text):
        literal += text[at : found.start()]
        at = found.end()
        if found[0] in ("{{", "}}", "[[", "]]"):
            literal += found[0][0]
            continue
        if literal:
            parts.append(literal)
            literal = ""
        if found[1] is not None:
            name, bar, instead = found[1].partition("|")
            if not name.strip():
                raise wrong("a pair stands around no name", found.start())
            parts.append(Place(name.strip(), instead.strip() if bar else None))
        elif found[0] == "[" and not optional:
            if parts:
                yield Piece(tuple(parts))
            parts, optional = [], True
        elif found[0] == "]" and optional:
            if not any(isinstance(part, Place) for part in parts):
                raise wrong("brackets hold no field", found.start())
            yield Piece(tuple(parts), optional=True)
            parts, optional = [], False
        else:
            raise wrong("one stands alone", found.start())
    if optional:
        raise wrong("a bracket is not closed", text.rindex("["))
    if literal := literal + text[at:]:
        parts.append(literal)
    if parts:
        yield Piece(tuple(parts))


def _closed(found: re.Match[str]) -> str:
    """One blank for those around what fell out, none at the start of a line, its end or before punctuation."""
    before, after, following = found["before"], found["after"], found["next"] or ""
    at_start = before == "\n" or found.start() == 0
    if at_start:
        return before.strip(" ") + following
    ends = following or found.end() == len(found.string)
    return following if ends else " " * bool(before or after)


def _takes_an(word: str) -> bool:
    return bool(_VOWEL.match(word)) and not _LIKE_YOU.match(word)
