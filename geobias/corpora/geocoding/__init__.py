"""Geocoding: what people write of where they are becomes a country."""

from geobias.corpora.geocoding.coordinates import countries_around, countries_of_coordinates, country_of_coordinates

__all__ = ["countries_around", "countries_of_coordinates", "country_of_coordinates"]
