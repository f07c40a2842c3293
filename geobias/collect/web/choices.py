"""What volunteers can choose from: countries and languages by their names in every language, and options of a file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from babel import Locale, UnknownLocaleError

from geobias.collect.design import COUNTRY
from geobias.collect.web.sentences import Sentences

UNITED_STATES = "US"
"""Where ethnicity is asked."""
_COUNTRIES = (COUNTRY, "country_residence")
_KNOWN_AS = {
    "BA": "Bosnia and Herzegovina",
    "HK": "Hong Kong",
    "MM": "Myanmar",
    "MO": "Macao",
    "PS": "Palestine",
    "TT": "Trinidad and Tobago",
}
"""Countries whose name in a table of data is another one than on English pages: as `spheres` of corpora knows them."""
_NOBODYS = "AC AQ BV CP CQ DG EA EU EZ GS HM IC IO QO TA TF UM UN XA XB ZZ"
_NO_COUNTRY = frozenset(re.findall(r"\w+", _NOBODYS))


def choices(attribute: str, sentences: Sentences) -> Mapping[str, str]:
    """value -> what it is called, in the order shown."""
    if attribute in _COUNTRIES:
        return _countries(sentences.code)
    if attribute == "native_language":
        return _languages(sentences.code)
    return sentences.options(attribute)


def written(attribute: str, value: str) -> str:
    """What is kept of a choice: English names of countries and languages, which a table of data can do with.

    >>> written("country_longest", "HK"), written("native_language", "de"), written("age", "20-30")
    ('Hong Kong', 'German', '20-30')
    """
    if attribute in _COUNTRIES:
        return _KNOWN_AS.get(value) or _countries("en")[value]
    return _languages("en")[value] if attribute == "native_language" else value


def shown(attribute: str, kept: str, sentences: Sentences) -> str:
    """What is kept of a choice, in the words of a language."""
    options = choices(attribute, sentences)
    return next((words for value, words in options.items() if written(attribute, value) == kept), kept)


@lru_cache
def _countries(language: str) -> Mapping[str, str]:
    names: Mapping[str, str] = _locale(language).territories
    return _sorted({code: name for code, name in names.items() if _is_country(code)})


def _is_country(code: str) -> bool:
    return len(code) == 2 and code.isalpha() and code not in _NO_COUNTRY


@lru_cache
def _languages(language: str) -> Mapping[str, str]:
    names: Mapping[str, str] = _locale(language).languages
    return _sorted({code: name for code, name in names.items() if len(code) == 2})


def _locale(language: str) -> Locale:
    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en")


def _sorted(names: Mapping[str, str]) -> dict[str, str]:
    return dict(sorted(names.items(), key=lambda pair: unicodedata.normalize("NFKD", pair[1]).casefold()))
