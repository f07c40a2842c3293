"""A text becomes a country: by coordinates, or as the country in which all that it names makes most sense.

Each name shares itself out among the countries that have a place so called, by their inhabitants; a country's score is
the product of its shares (naive Bayes with a flat prior), and its share of all scores is how clear the text is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from geobias.corpora.geocoding.coordinates import countries_around
from geobias.corpora.geocoding.flags import flags_in, without_flags
from geobias.corpora.geocoding.gazetteer import Gazetteer, gazetteer
from geobias.corpora.geocoding.mentions import Mention, mentions_in, without_missing
from geobias.corpora.geocoding.misspelt import misspelt
from geobias.corpora.geocoding.placement import Placement
from geobias.corpora.geocoding.points import is_no_point, point_in
from geobias.corpora.geocoding.spelling import name_key

CONFIDENT = 0.35
"""Confidence from which on a text has a country."""
_ELSEWHERE = {"city": 2e-3, "area": 1e-5, "code": 1e-5, "flag": 1e-5, "misspelt": 1e-2}
"""The share of a country that has no place so called: there are more places than the gazetteer knows."""
_OF_SEVERAL = 0.6
"""The share from which on one country is meant by several names: of Paris and Milan neither is."""
_UNKNOWN = 0.6
"""What a text of unknown words with one name loses of its confidence."""
_SHOWN = 0.05
_NO_COUNTRY = "coordinates of no country"


def place(text: str, confident: float = CONFIDENT) -> Placement:
    """The country that a text of a profile says.

    confident : the confidence from which on a country is given; below it the text is "unsure" or "ambiguous".

    Raises
    ------
    MissingDependencyError : the extra `geo` is not installed.
    """
    point = point_in(text)
    if point is not None:
        return _at(*point)
    if is_no_point(text):
        return Placement("", 0.0, _NO_COUNTRY)
    known = gazetteer()
    given, text = text, without_missing(text, known)
    if not text.strip() and given.strip():
        return Placement("", 0.0, "nowhere")
    found = mentions_in(without_flags(text), known)
    mentions = [*found.mentions, *_flags(text, known)]
    if not mentions and not found.nowhere:
        mentions = _misspelt(text)
    if not mentions:
        return Placement("", 0.0, "nowhere" if found.nowhere else "unknown")
    return _decided(mentions, found.unknown / max(found.words, 1), confident)


def _decided(mentions: Sequence[Mention], unknown: float, confident: float) -> Placement:
    """The country of what is named, beside such a share of unknown words."""
    ranked = _ranked(mentions)
    (best, share), others = ranked[0], tuple(country for country, part in ranked[1:4] if part > _SHOWN)
    confidence = share * (1 - _UNKNOWN * unknown)
    if share < (_OF_SEVERAL if len(mentions) > 1 else confident) or _disagree(mentions):
        named = dict.fromkeys((best, *others, *(max(one.readings, key=one.readings.__getitem__) for one in mentions)))
        return Placement("", confidence, "ambiguous", tuple(named))
    if confidence < confident:
        return Placement("", confidence, "unsure", (best, *others))
    return Placement(best, confidence, " + ".join(dict.fromkeys(mention.kind for mention in mentions)), others)


def _at(latitude: float, longitude: float) -> Placement:
    around = countries_around([latitude], [longitude])[0]
    if not around:
        return Placement("", 0.0, _NO_COUNTRY)
    return Placement(around[0], 1 / len(around), "coordinates", around[1:])


def _flags(text: str, known: Gazetteer) -> list[Mention]:
    codes = [code for code in dict.fromkeys(flags_in(text)) if code in known.countries]
    return [Mention(code, {code: 1.0}, "flag") for code in codes]


def _misspelt(text: str) -> list[Mention]:
    second = misspelt(name_key(text))
    return [] if second is None else [Mention(*second, "misspelt")]


def _ranked(mentions: Sequence[Mention]) -> list[tuple[str, float]]:
    """Countries with their share of all scores, the largest first."""
    countries = {country for mention in mentions for country in mention.readings}
    scores = {country: sum(_log_share(mention, country) for mention in mentions) for country in countries}
    highest = max(scores.values())
    shares = {country: math.exp(score - highest) for country, score in scores.items()}
    total = sum(shares.values())
    return sorted(((country, share / total) for country, share in shares.items()), key=lambda one: (-one[1], one[0]))


def _log_share(mention: Mention, country: str) -> float:
    share = mention.readings.get(country, 0.0) / sum(mention.readings.values())
    return math.log(max(share, _ELSEWHERE[mention.kind]))


def _disagree(mentions: Sequence[Mention]) -> bool:
    """Whether what is named for sure, countries, their parts and codes, has no country in common."""
    certain = [set(mention.readings) for mention in mentions if mention.kind in ("area", "code", "flag")]
    return bool(certain) and not set.intersection(*certain)
