"""A text becomes a country: by coordinates, a flag, or the country in which most of what it names makes sense."""

from __future__ import annotations

import math
from collections.abc import Sequence

from geobias.corpora.geocoding.coordinates import countries_around
from geobias.corpora.geocoding.flags import flags_in, without_flags
from geobias.corpora.geocoding.gazetteer import Gazetteer, gazetteer
from geobias.corpora.geocoding.mentions import Mention, mentions_in
from geobias.corpora.geocoding.misspelt import misspelt
from geobias.corpora.geocoding.spelling import name_key
from geobias.corpora.geocoding.placement import Placement
from geobias.corpora.geocoding.points import point_in

_ELSEWHERE = {"city": 2e-3, "area": 1e-5, "code": 1e-5, "misspelt": 1e-2}
CONFIDENT = 0.4


def place(text: str, confident: float = CONFIDENT) -> Placement:
    known = gazetteer()
    point = point_in(text)
    if point is not None:
        around = countries_around([point[0]], [point[1]])[0]
        if not around:
            return Placement("", 0.0, "coordinates of no country")
        return Placement(around[0], 1.0 if len(around) == 1 else 0.5, "coordinates", around[1:])
    flags = [code for code in dict.fromkeys(flags_in(text)) if code in known.countries]
    found = mentions_in(without_flags(text), known)
    mentions = list(found.mentions) + [Mention(code, {code: 1.0}, "area") for code in flags]
    if not mentions and not found.nowhere and (second := misspelt(name_key(text))):
        mentions = [Mention(second[0], second[1], "misspelt")]
    if not mentions:
        return Placement("", 0.0, "nowhere" if found.nowhere else "no name known")
    ranked = _ranked(mentions)
    best, share = ranked[0]
    others = tuple(country for country, part in ranked[1:4] if part > 0.05)
    covered = 1 - found.unknown / max(found.words, 1)
    confidence = share * (0.4 + 0.6 * covered)
    rule = "+".join(dict.fromkeys(m.kind for m in mentions))
    if (len(mentions) > 1 and share < 0.6) or share < confident or _disagree(mentions):
        return Placement("", confidence, "ambiguous", (best, *others))
    if confidence < confident:
        return Placement("", confidence, "unsure", (best, *others))
    return Placement(best, confidence, rule, others)


def _ranked(mentions: Sequence[Mention]) -> list[tuple[str, float]]:
    countries = {country for mention in mentions for country in mention.readings}
    scores = {}
    for country in countries:
        s = 0.0
        for m in mentions:
            t = sum(m.readings.values())
            s += math.log(max(m.readings.get(country, 0.0) / t, _ELSEWHERE[m.kind]))
        scores[country] = s
    top = max(scores.values())
    shares = {c: math.exp(s - top) for c, s in scores.items()}
    total = sum(shares.values())
    return sorted(((c, s / total) for c, s in shares.items()), key=lambda x: (-x[1], x[0]))


def _disagree(mentions: Sequence[Mention]) -> bool:
    """Whether what is named for sure, countries, their parts and codes, has no country in common."""
    certain = [set(mention.readings) for mention in mentions if mention.kind != "city"]
    return bool(certain) and not set.intersection(*certain)
