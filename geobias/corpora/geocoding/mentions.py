"""The names of places in a text: part by part, the longest that the gazetteer knows, from the left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from geobias.corpora.geocoding.gazetteer import Gazetteer, Readings
from geobias.corpora.geocoding.spelling import folded, name_key, words_of

_PARTS = re.compile(
    r"[,;/|&+()\[\]{}<>•·~:*=→⇄!?\n\t\"“”«»–—、，。・]|\s-+\s?|\s?-+\s|--+|->|\s@\s?|\sx\s"
    r"|(?<=\w{3})\.+(?=\s|\w{2})|\.\.+"
)
_SURE_OF_SIZE = 5e4
"""Inhabitants that a place must have to be meant in a sentence: chairs, boys and wagons are villages somewhere."""
_SHORT = 3
"""Letters of names that must be in capitals to be one of a city: ish, bus, LAX."""
_LONGEST = 6
_TAG = re.compile(r"#(\w+)")
_COMMAS = re.compile(r"[,;|]")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True)
class Mention:
    """A name, and what it may mean.

    kind : "area" (a country, a part of one), "code" (of a state or country), "city"; the placing adds "flag" and
        "misspelt".
    """

    name: str
    readings: Readings
    kind: str


@dataclass(frozen=True)
class Found:
    """`mentions` in order; of all `words`, without filler, so many are `unknown`; `nowhere` : one is a joke."""

    mentions: tuple[Mention, ...]
    words: int
    unknown: int
    nowhere: bool


def mentions_in(text: str, known: Gazetteer) -> Found:
    """What a text names. Commas, bars and their like end a name."""
    mentions: list[Mention] = []
    words = unknown = 0
    nowhere = False
    shouted = text.upper() == text
    text = _TAG.sub(lambda tag: f" {_HUMP.sub(' ', tag[1])} ", text)
    for part in filter(None, (_Part.of(piece, shouted) for piece in _PARTS.split(text))):
        if " ".join(part.words) not in known.areas and part.bare(known.filler) in known.nowhere:
            nowhere = True
            words += len(part.words)
            unknown += len(part.words)
            continue
        place = 0
        while place < len(part.words):
            length, mention = part.longest(place, known, mentions)
            if mention is not None:
                mentions.append(mention)
            said = [word for word in part.words[place : place + length] if not word.isdigit()]
            if mention is not None or set(said) - known.filler:
                words += len(said)
                unknown += len(said) if mention is None else 0
            place += length
    return Found(tuple(mentions), words, unknown, nowhere)


def without_missing(text: str, known: Gazetteer) -> str:
    """The text without pieces between commas that stand for nothing, as programs join columns: "nan, India"."""
    pieces = _COMMAS.split(text)
    said = [piece for piece in pieces if name_key(piece) not in known.missing]
    return text if len(said) == len(pieces) else ", ".join(said)


@dataclass(frozen=True)
class _Part:
    """The folded words between two signs, and which of them stood in capitals where not all do."""

    words: tuple[str, ...]
    upper: frozenset[str]
    shouted: bool

    @classmethod
    def of(cls, piece: str, shouted: bool) -> _Part | None:
        words = tuple(words_of(folded(piece)))
        upper = words_of(folded(" ".join(word for word in piece.split() if word.isupper())))
        return cls(words, frozenset(upper), shouted) if words else None

    def bare(self, filler: frozenset[str]) -> str:
        """The part without filler around it."""
        kept = [place for place, word in enumerate(self.words) if word not in filler] or [0, len(self.words) - 1]
        return " ".join(self.words[kept[0] : kept[-1] + 1])

    def longest(self, start: int, known: Gazetteer, before: Sequence[Mention]) -> tuple[int, Mention | None]:
        """How many words the longest name from `start` on has, and the name; one word and None where there is none."""
        for length in range(min(_LONGEST, len(self.words) - start), 0, -1):
            mention = self._area(start, length, known)
            if length == 1:
                mention = self._code(start, known, before) or mention
            mention = mention or self._city(start, length, known)
            if mention is not None:
                return length, mention
        return 1, None

    def _code(self, start: int, known: Gazetteer, before: Sequence[Mention]) -> Mention | None:
        """A code: in capitals, after a place, or all that there is, and no word of English in lower case."""
        word = self.words[start]
        readings = known.codes.get(word)
        last = all(later.isdigit() or later in known.filler for later in self.words[start + 1 :])
        alone, upper = len(self.words) == 1, word in self.upper
        if readings is None or not (last or (upper and not self.shouted and start > 0)):
            return None
        if word in known.areas and not (before or start):  # "uk", "usa": names that are as long as codes
            return None
        if upper and not self.shouted:
            fits = len(word) == 2 or max(readings.values()) >= 0.5
        elif word in known.states:
            fits = (alone or start > 0) and (word not in known.words or (alone and (bool(before) or self.shouted)))
            fits = fits or (self.shouted and start > 0 and bool(before))
        else:  # a country's, which must make sense of what was named before
            fits = bool(before) and any(set(readings) & set(mention.readings) for mention in before)
            fits = fits or (alone and not before and word not in known.words and (self.shouted or len(word) == 2))
        return Mention(word, readings, "code") if fits else None

    def _area(self, start: int, length: int, known: Gazetteer) -> Mention | None:
        name = " ".join(self.words[start : start + length])
        area, city = known.areas.get(name), known.cities.get(name, {"": 0.0})
        if area is None or max(area.values()) < max(city.values()):
            return None
        return Mention(name, known.readings(name), "area") if self._is_meant(name, length, area, known) else None

    def _city(self, start: int, length: int, known: Gazetteer) -> Mention | None:
        name = " ".join(self.words[start : start + length])
        readings = known.readings(name)
        if not readings or (length == 1 and name in known.filler):
            return None
        if len(name) <= _SHORT and name.isascii() and name not in self.upper:
            return None
        return Mention(name, readings, "city") if self._is_meant(name, length, readings, known) else None

    def _is_meant(self, name: str, length: int, readings: Readings, known: Gazetteer) -> bool:
        """Whether a name is all of the part, or large enough to be found in a sentence and no word of it."""
        found = name not in known.alone and max(readings.values()) >= _SURE_OF_SIZE
        return found or length == len(self.words)
