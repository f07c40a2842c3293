"""Geocoding: what people write of where they are becomes a country."""

from geobias.corpora.geocoding.answers import Answers
from geobias.corpora.geocoding.confusion import Confusion
from geobias.corpora.geocoding.coordinates import countries_around, countries_of_coordinates, country_of_coordinates
from geobias.corpora.geocoding.entities import Entities
from geobias.corpora.geocoding.nominatim import PUBLIC, Nominatim, ServiceError
from geobias.corpora.geocoding.packaged import country_codes
from geobias.corpora.geocoding.placement import Placement
from geobias.corpora.geocoding.placing import CONFIDENT, place
from geobias.corpora.geocoding.regions import canonical, region_names
from geobias.corpora.geocoding.tables import Geocoded, checked_ending, geocode_table

__all__ = [
    "CONFIDENT",
    "PUBLIC",
    "Answers",
    "Confusion",
    "Entities",
    "Geocoded",
    "Nominatim",
    "Placement",
    "ServiceError",
    "canonical",
    "checked_ending",
    "countries_around",
    "countries_of_coordinates",
    "country_codes",
    "country_of_coordinates",
    "geocode_table",
    "place",
    "region_names",
]
