"""Parser of Reuters-21578's SGML: every field of every record, no byte lost, broken records reported.

The files look like XML and are not: they hold references to control characters, bare angle brackets and,
once, a byte that is not UTF-8. The format is described in the collection's README (Lewis, 1997, section VI).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from geobias.corpora.cleaning import unescape

LISTS = ("TOPICS", "PLACES", "PEOPLE", "ORGS", "EXCHANGES", "COMPANIES")
TEXT_FIELDS = ("TITLE", "DATELINE", "AUTHOR", "BODY")
LEWISSPLITS = ("TRAIN", "TEST", "NOT-USED")
CGISPLITS = ("TRAINING-SET", "PUBLISHED-TESTSET")
TOPICS_VALUES = ("YES", "NO", "BYPASS")

_START = re.compile(r"<REUTERS\b([^>]*)>")
_ATTRIBUTE = re.compile(r"""([A-Za-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_TEXT = re.compile(r"<TEXT\b([^>]*)>(.*)</TEXT>", re.DOTALL)
_FIELD = {
    name: re.compile(rf"<{name}\b[^>]*>(.*?)</{name}>", re.DOTALL)
    for name in ("DATE", "UNKNOWN", "MKNOTE", *LISTS, *TEXT_FIELDS)
}
_ITEM = re.compile(r"<D>(.*?)</D>", re.DOTALL)
_MARKUP = re.compile(rf"</?(?:{'|'.join(TEXT_FIELDS)})>")


class MalformedRecordError(ValueError):
    """A record that cannot be read; the message says what is missing."""


@dataclass(frozen=True)
class ReutersRecord:
    """One document; references are resolved once, those to control characters into spaces.

    `attributes` are those of the REUTERS tag by upper-case name, `whole` is all that stands inside TEXT
    without its tags, `type` is NORM, BRIEF or UNPROC; a field that the record lacks is "". `repairs` counts
    what was mended in TEXT: 'html_entity', 'control_character' and 'decode_repairs' (bytes above 0x7F, kept
    as latin-1).
    """

    newid: str
    attributes: dict[str, str]
    date: str
    topics: tuple[str, ...]
    places: tuple[str, ...]
    people: tuple[str, ...]
    orgs: tuple[str, ...]
    exchanges: tuple[str, ...]
    companies: tuple[str, ...]
    unknown: str
    mknote: str
    type: str
    title: str
    dateline: str
    author: str
    body: str
    whole: str
    repairs: Counter[str] = field(default_factory=Counter)


def parse_reuters(data: bytes) -> Iterator[ReutersRecord | tuple[str, str]]:
    """The records of one file in order; a broken one comes as (name, reason): ("NEWID 7", "no ...")."""
    text = data.decode("latin-1")
    starts = list(_START.finditer(text))
    for number, start in enumerate(starts, start=1):
        end = starts[number].start() if number < len(starts) else len(text)
        attributes = _attributes(start[1])
        try:
            yield _record(attributes, text[start.end() : end])
        except MalformedRecordError as error:
            newid = attributes.get("NEWID")
            yield f"NEWID {newid}" if newid else f"record {number}", str(error)


def _attributes(inside: str) -> dict[str, str]:
    """Attributes of a tag by upper-case name, in any order and any quotes."""
    return {name.upper(): a or b or c for name, a, b, c in _ATTRIBUTE.findall(inside)}


def _record(attributes: dict[str, str], block: str) -> ReutersRecord:
    content, closed, _ = block.partition("</REUTERS>")
    if not closed:
        raise MalformedRecordError("no closing </REUTERS>")
    _check_attributes(attributes)
    found = _TEXT.search(content)
    if found is None:
        raise MalformedRecordError("no <TEXT> with a closing </TEXT>")
    head, inner = content[: found.start()] + content[found.end() :], found[2]
    repairs: Counter[str] = Counter()
    if not inner.isascii():
        repairs["decode_repairs"] = sum(character > "\x7f" for character in inner)
    return ReutersRecord(
        newid=attributes["NEWID"],
        attributes=attributes,
        date=_plain("DATE", head),
        topics=_items("TOPICS", head),
        places=_items("PLACES", head),
        people=_items("PEOPLE", head),
        orgs=_items("ORGS", head),
        exchanges=_items("EXCHANGES", head),
        companies=_items("COMPANIES", head),
        unknown=_plain("UNKNOWN", head),
        mknote=_plain("MKNOTE", head),
        type=_attributes(found[1]).get("TYPE", "NORM"),
        title=_plain("TITLE", inner),
        dateline=_plain("DATELINE", inner),
        author=_plain("AUTHOR", inner),
        body=_plain("BODY", inner),
        whole=unescape(_MARKUP.sub("\n", inner), repairs),
        repairs=repairs,
    )


def _check_attributes(attributes: dict[str, str]) -> None:
    allowed = {"LEWISSPLIT": LEWISSPLITS, "CGISPLIT": CGISPLITS, "TOPICS": TOPICS_VALUES}
    if not attributes.get("NEWID"):
        raise MalformedRecordError("no attribute NEWID")
    for name, values in allowed.items():
        if attributes.get(name) not in values:
            raise MalformedRecordError(f"attribute {name} is {attributes.get(name)!r}, not one of {', '.join(values)}")


def _between(name: str, content: str) -> str:
    """What stands between the tags of a field, "" where the record lacks it; repeated fields are joined."""
    found = _FIELD[name].findall(content)
    if not found and f"<{name}>" in content:
        raise MalformedRecordError(f"<{name}> is not closed")
    return "\n".join(found)


def _items(name: str, content: str) -> tuple[str, ...]:
    inside = _between(name, content)
    items = _ITEM.findall(inside)
    if len(items) != inside.count("<D>"):
        raise MalformedRecordError(f"<D> in <{name}> is not closed")
    return tuple(unescape(item, Counter()).strip() for item in items)


def _plain(name: str, content: str) -> str:
    return unescape(_between(name, content), Counter())
