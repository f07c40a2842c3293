"""Writes one short message from shares and a stream of uniform numbers; knows nothing of positions or losses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from geobias.corpora import synthetic_phrases as phrases
from geobias.corpora.regional_english import LEXICON

Uniform = Callable[[], float]
# A phrase is its literal parts and slots in turn: ("drove the ", "{pickup}", " home").
Phrase = tuple[str, ...]

# Shares of messages with a reaction and with a plan, the same in every region.
REACTION_SHARE, PLAN_SHARE = 0.2, 0.25
LABELS = ("negative", "positive")
REGISTERS = ("informal", "formal")


@dataclass(frozen=True)
class Style:
    """Shares that a message is drawn with.

    Attributes
    ----------
    region : whose own words are used; "" = none.
    topic : where its window of the topic axis starts, from 0 (shops and work) to 1 (travel and the outdoors).
    own_words : probability that a slot is filled from the region's own words, where it has some.
    """

    region: str
    topic: float
    own_words: float


def uniforms(rng: np.random.Generator) -> Uniform:
    """Calls give one uniform number in [0, 1) after another; drawn in blocks, which is several times faster."""

    def stream() -> Iterator[float]:
        while True:
            yield from rng.random(4096).tolist()

    return stream().__next__


def _split(listed: str) -> tuple[str, ...]:
    return tuple(entry.strip() for line in listed.strip().splitlines() for entry in line.split(" | "))


def _compile(text: str) -> Phrase:
    return tuple(part for part in re.split(r"(\{\w+\})", text) if part)


def _compile_all(listed: str) -> tuple[Phrase, ...]:
    return tuple(_compile(entry) for entry in _split(listed))


@cache
def _events() -> tuple[tuple[Phrase, tuple[Phrase, ...]], ...]:
    rows = (line.split(" | ") for line in phrases.EVENTS.strip().splitlines())
    return tuple((_compile(event), tuple(map(_compile, about.split(", ")))) for event, about in rows)


@cache
def _options(bank: str, *key: str) -> tuple[Phrase, ...]:
    listed = getattr(phrases, bank)
    return _compile_all(listed[key if len(key) > 1 else key[0]] if key else listed)


@cache
def _slot(name: str, region: str) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
    """Standard and own phrases of a slot; a slot without own words of the region gives the standard ones twice."""
    if name in phrases.FILLERS:
        standard = _compile_all(phrases.FILLERS[name])
        return standard, standard
    words = {place: tuple(map(_compile, listed)) for place, listed in LEXICON[name].items()}
    return words[""], words.get(region, words[""])


def _pick(options: tuple, draw: Uniform) -> Any:
    return options[int(draw() * len(options))]


def _pick_topic(options: tuple, style: Style, draw: Uniform) -> Any:
    """One of the half of the options that starts at the style's topic: two styles share 1 - |difference| of it."""
    return options[int((style.topic + draw()) / 2 * len(options))]


def _fill(phrase: Phrase, style: Style, draw: Uniform, known: dict[str, str]) -> str:
    """The phrase in words; a slot that comes twice (as in `known`) is said in the same words."""
    parts = []
    for part in phrase:
        if part[0] == "{":
            name = part[1:-1]
            if name not in known:
                standard, own = _slot(name, style.region)
                options = own if draw() < style.own_words else standard
                known[name] = _fill(_pick(options, draw), style, draw, known)
            part = known[name]
        parts.append(part)
    return "".join(parts)


def write(style: Style, draw: Uniform, *, positive: bool, formal: bool, wry: bool) -> str:
    """One message: what happened, how it was, perhaps a reaction, a wry remark and what comes next.

    positive : which sentiment its words carry. formal : its register. wry : whether it has a remark that leaves
    open how its words are meant.
    """
    register, sentiment = REGISTERS[formal], LABELS[positive]

    def sentence(bank: str, *key: str, **known: str) -> str:
        return _fill(_pick(_options(bank, *key), draw), style, draw, known)

    words: dict[str, str] = {}
    event, subjects = _pick_topic(_events(), style, draw)
    words["event"] = _fill(event, style, draw, words)
    words["about"] = _fill(_pick(subjects, draw), style, draw, words)
    opening = sentence("FRAMES", register, **words)
    verdict = sentence("VERDICTS", register, mood=sentence("MOODS", sentiment), **words)
    sentences = [f"{opening}, and {verdict}"] if draw() < 0.5 else [opening, verdict]
    if draw() < REACTION_SHARE:
        sentences.append(sentence("REACTIONS", sentiment, register))
    if wry:
        sentences.append(sentence("WRY"))
    if draw() < PLAN_SHARE:
        plan = _fill(_pick_topic(_options("PLANS"), style, draw), style, draw, {})
        sentences.append(sentence("NEXT_STEPS", register, plan=plan))
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in sentences)
