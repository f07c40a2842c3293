"""Countries become cultural spheres, the nine of NLPositionality."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources

from geobias.errors import require


def cultural_sphere(country: str) -> str | None:
    """The sphere of a country by one of its names, whatever their case, accents and signs; None = the map has none.

    The name of a sphere stays what it is.

    >>> cultural_sphere("new zealand"), cultural_sphere("Viet Nam"), cultural_sphere("Baltic"), cultural_sphere("Fiji")
    ('English-Speaking', 'West-South-Asia', 'Baltic', None)
    """
    return _spheres().get(_likeness(country))


@cache
def spheres() -> dict[str, tuple[str, ...]]:
    """sphere -> its countries, by the first of their names."""
    return {sphere: tuple(country.split("|")[0].strip() for country in some) for sphere, some in _listed().items()}


@cache
def _spheres() -> dict[str, str]:
    names = {_likeness(name): sphere for sphere, some in _listed().items() for all_ in some for name in all_.split("|")}
    return names | {_likeness(sphere): sphere for sphere in _listed()}


def _listed() -> dict[str, list[str]]:
    yaml = require("yaml", extra="study", purpose="cultural spheres")
    return yaml.safe_load((resources.files(__package__) / "cultural_spheres.yaml").read_text("utf-8"))


def _likeness(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if letter.isalnum())
