"""Names of places and what they may mean: by each name the countries that have a place so called, and how large it is.

From GeoNames' places, ISO 3166 (countries in 160 languages, subdivisions with their codes) and `words.yaml`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from geobias.corpora.geocoding import packaged
from geobias.corpora.geocoding.spelling import name_key
from geobias.errors import require

Readings = dict[str, float]
"""What a name may mean: by country, in two lower-case letters, the inhabitants of the largest place so called."""

_OTHER_NAMES_FROM = 15_000
"""Inhabitants from which on a place is known by other names than its own."""
_OTHER_NAME = 0.05
"""What a place counts under another name, beside one whose own name it is: Londres is London, and a town."""
_FEWEST = 100.0
"""Inhabitants of a place of which none are counted."""
_BY_WORD = 3e6
"""Inhabitants of what `words.yaml` names."""
_COUNTY = 1e5
_COUNTRY_CODE = 0.2
_STATE = {"us": 1.0, "ca": 0.5, "au": 0.5, "za": 0.5}
"""How often letters are meant as the code of a country, or of a state of these, beside a state of the United States."""
_RIVER = re.compile(r"(.+?) (?:upon|on|under|am|an der|sur) \w+$")
_BY_RIVER = 0.9
"""What a place counts by the first half of its name: Newcastle upon Tyne, Frankfurt am Main."""


@dataclass(frozen=True)
class Gazetteer:
    """cities, areas : readings by `name_key`; areas are countries, their parts and regions, and nicknames.

    codes : of states and provinces, which are in `states`, and of countries. words : those that are words too.
    alone, missing, nowhere, filler : see `words.yaml`. countries : codes of all.
    """

    cities: dict[str, Readings]
    areas: dict[str, Readings]
    codes: dict[str, Readings]
    states: frozenset[str]
    words: frozenset[str]
    alone: frozenset[str]
    missing: frozenset[str]
    nowhere: frozenset[str]
    filler: frozenset[str]
    countries: frozenset[str]

    def readings(self, name: str) -> Readings:
        """What the words of a name mean, of cities and areas together."""
        city, area = self.cities.get(name, {}), self.areas.get(name, {})
        return city | {country: max(weight, city.get(country, 0.0)) for country, weight in area.items()}


@cache
def gazetteer() -> Gazetteer:
    """The one gazetteer of a process; a few seconds to make.

    Raises
    ------
    MissingDependencyError : the extra `geo` is not installed.
    """
    words = _words()
    known = packaged.countries()
    inhabitants = {one["iso"].lower(): max(float(one["population"]), _FEWEST) for one in known}
    return Gazetteer(
        cities=_cities(),
        areas=_areas(inhabitants, words["names"], frozenset(map(name_key, words["filler"]))),
        codes=_codes(known, words["codes"]),
        states=frozenset(code for codes in words["codes"].values() for code in codes),
        words=frozenset(words["words"]),
        alone=frozenset(map(name_key, words["alone"])),
        missing=frozenset(map(name_key, words["missing"])),
        nowhere=frozenset(map(name_key, words["nowhere"])),
        filler=frozenset(map(name_key, words["filler"])),
        countries=frozenset(inhabitants),
    )


def _words() -> dict[str, Any]:
    yaml = require("yaml", extra="study", purpose="reading names of places")
    return yaml.safe_load((files(__package__) / "words.yaml").read_text("utf-8"))


def _cities() -> dict[str, Readings]:
    found: dict[str, Readings] = defaultdict(dict)
    for place in packaged.places():
        country, people = place["countrycode"].lower(), max(float(place["population"]), _FEWEST)
        own = name_key(place["name"])
        _largest(found[own], country, people)
        if (head := _RIVER.match(own)) is not None:
            _largest(found[head[1]], country, people * _BY_RIVER)
        if people >= _OTHER_NAMES_FROM:
            for name in {name_key(name) for name in place["alternatenames"]} - {own}:
                _largest(found[name], country, people * _OTHER_NAME)
    found.pop("", None)
    return dict(found)


def _areas(inhabitants: dict[str, float], names: dict[str, list[str]], filler: frozenset[str]) -> dict[str, Readings]:
    found: dict[str, Readings] = defaultdict(dict)
    for country, name in packaged.country_names():
        _largest(found[name_key(name)], country, inhabitants.get(country, _FEWEST))
    parts = packaged.subdivisions()
    number = Counter(country for country, _, _ in parts)
    for country, _, name in parts:
        if not filler.issuperset((key := name_key(name)).split()):  # "Southern", "North East"
            _largest(found[key], country, inhabitants.get(country, _FEWEST) / number[country])
    for county in packaged.us_counties():
        _largest(found[name_key(county["name"])], "us", _COUNTY)
    for country, aliases in names.items():
        for name in aliases:
            _largest(found[name_key(name)], country, _BY_WORD)
    found.pop("", None)
    return dict(found)


def _codes(known: Iterable[dict[str, Any]], states: dict[str, list[str]]) -> dict[str, Readings]:
    found: dict[str, Readings] = defaultdict(dict)
    for one in known:
        _largest(found[one["iso"].lower()], one["iso"].lower(), _COUNTRY_CODE)
        _largest(found[one["iso3"].lower()], one["iso"].lower(), 1.0)
    found["uk"]["gb"] = 1.0
    for country, codes in states.items():
        for code in codes:
            _largest(found[code], country, _STATE.get(country, 0.1))
    return dict(found)


def _largest(readings: Readings, country: str, weight: float) -> None:
    readings[country] = max(weight, readings.get(country, 0.0))
