"""The country of a point on earth: that of the nearest place of GeoNames, for no borders are packaged.

Points of the tweets' profiles, rounded to a tenth of a degree (11 km), have 99 % of the countries that the data's own
reverse geocoder gave them; the others lie on a border or a strait.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from geobias.corpora.geocoding.packaged import places
from geobias.errors import InputError

__all__ = ["countries_around", "countries_of_coordinates", "country_of_coordinates"]

_INHABITANTS = 5000
"""Smaller places move no point of the profiles to another country, and take three times as long to read."""
_FARTHEST = 250.0
"""Kilometres from the nearest place beyond which a point is in no country: the sea, and what a phone says of none."""
_RADIUS = 6371.0088
_AT_ONCE = 64


def country_of_coordinates(latitude: float, longitude: float) -> str:
    """The country, ISO 3166 in two lower-case letters, of a point in degrees; "" far from every place, and at 0, 0.

    >>> country_of_coordinates(51.5, -0.1), country_of_coordinates(0.0, 0.0)
    ('gb', '')

    Raises
    ------
    InputError : a latitude beyond 90, a longitude beyond 180 degrees, NaN. MissingDependencyError : the extra `geo`.
    """
    return countries_of_coordinates([latitude], [longitude])[0]


def countries_of_coordinates(latitudes: Sequence[float], longitudes: Sequence[float]) -> list[str]:
    """`country_of_coordinates` of many points."""
    return [found[0] if found else "" for found in countries_around(latitudes, longitudes, 0.0)]


def countries_around(
    latitudes: Sequence[float], longitudes: Sequence[float], kilometres: float = 15.0
) -> list[tuple[str, ...]]:
    """The countries that a point may lie in, the nearest first: that of its nearest place, and those with one near.

    kilometres : how much farther than the nearest place another country's may be. A tenth of a degree is 11.

    Returns
    -------
    For each point its countries in two lower-case letters; none where `country_of_coordinates` is "".
    """
    points = _unit(_checked(latitudes, 90.0, "latitudes"), _checked(longitudes, 180.0, "longitudes"))
    where, names = _places()
    given = np.column_stack([np.asarray(latitudes, float), np.asarray(longitudes, float)])
    found: list[tuple[str, ...]] = []
    for start in range(0, len(points), _AT_ONCE):
        # Of unit vectors the angle follows from the chord, which is exact where the points are near.
        cosines = points[start : start + _AT_ONCE] @ where.T
        lengths = _RADIUS * 2 * np.arcsin(np.sqrt(np.clip((1 - cosines) / 2, 0, 1)))
        for row, (latitude, longitude) in zip(lengths, given[start : start + _AT_ONCE], strict=True):
            nowhere = (latitude == 0 and longitude == 0) or row.min() > _FARTHEST
            found.append(() if nowhere else _near(row, names, kilometres))
    return found


def _near(lengths: NDArray[np.float64], names: NDArray[np.str_], kilometres: float) -> tuple[str, ...]:
    within = np.flatnonzero(lengths <= lengths.min() + kilometres)
    by_distance = names[within[np.argsort(lengths[within], kind="stable")]]
    return tuple(dict.fromkeys(map(str, by_distance)))


@cache
def _places() -> tuple[NDArray[np.float64], NDArray[np.str_]]:
    listed = places(_INHABITANTS)
    latitudes, longitudes = ([place[key] for place in listed] for key in ("latitude", "longitude"))
    return _unit(np.array(latitudes), np.array(longitudes)), np.array([one["countrycode"].lower() for one in listed])


def _unit(latitudes: NDArray[np.float64], longitudes: NDArray[np.float64]) -> NDArray[np.float64]:
    up, along = np.radians(latitudes), np.radians(longitudes)
    return np.stack([np.cos(up) * np.cos(along), np.cos(up) * np.sin(along), np.sin(up)], axis=1)


def _checked(degrees: Sequence[float], limit: float, name: str) -> NDArray[np.float64]:
    values = np.asarray(degrees, dtype=float)
    if wrong := np.flatnonzero(~(np.abs(values) <= limit)).tolist():
        raise InputError(
            f"{name} must lie between -{limit:g} and {limit:g} degrees",
            f"number {wrong[0]} is {values[wrong[0]]}",
            "See that latitude comes first and longitude second.",
        )
    return values
