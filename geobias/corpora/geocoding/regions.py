"""Countries become the regions of a study: themselves, those that are asked for, or what a file says."""

from __future__ import annotations

from collections.abc import Callable, Collection

from geobias.errors import InputError, require
from geobias.files import at_home
from geobias.raw import decode, read_bytes
from geobias.suggest import nearest

_ALIASES = {"uk": "gb", "el": "gr"}
"""Codes in use that are not those of ISO 3166: the United Kingdom's, and the European Union's for Greece."""


def canonical(code: str) -> str:
    """A country's two letters as ISO 3166 has them, lower-case.

    >>> canonical("UK"), canonical(" GB ")
    ('gb', 'gb')
    """
    word = code.strip().lower()
    return _ALIASES.get(word, word)


def region_names(chosen: str | None, countries: Collection[str]) -> Callable[[str], str]:
    """What gives a country, in two lower-case letters, its region: "" where it has none.

    chosen : None = the country itself; "au,ca,uk" = these alone, as they are written; or a YAML file of lines
        `country: region`. countries : those that there are.

    Raises
    ------
    InputError : a code of no country, one given twice, a file that is no mapping.
    """
    if chosen is None:
        return lambda country: country
    pairs = (
        _from_file(chosen) if chosen.lower().endswith((".yaml", ".yml")) else [(one, one) for one in _listed(chosen)]
    )
    found: dict[str, str] = {}
    for code, region in pairs:
        country = canonical(code)
        if country not in countries:
            raise InputError(
                "regions must be countries of ISO 3166 in two letters, or a YAML file of them",
                f"'{code}' is none",
                f"{nearest(country, countries)}Write --regions au,ca,uk, or --regions FILE.yaml.",
            )
        if country in found:
            raise InputError("regions must name each country once", f"'{code}' is there twice", "Leave one out.")
        found[country] = region
    return lambda country: found.get(country, "")


def _listed(chosen: str) -> list[str]:
    names = [name.strip() for name in chosen.split(",") if name.strip()]
    if not names:
        raise InputError("regions must name a country", "there is none", "Write --regions au,ca,uk.")
    return names


def _from_file(path: str) -> list[tuple[str, str]]:
    yaml = require("yaml", extra="study", purpose="a file of regions")
    text = decode(read_bytes(at_home(path))[0], None, path).text
    try:
        content = yaml.load(text, Loader=yaml.BaseLoader)  # every value a text: `no` is Norway
    except yaml.YAMLError as error:
        raise InputError(
            f"'{path}' must be YAML", str(error).splitlines()[0], "Write a line `country: region` for each."
        ) from error
    if not isinstance(content, dict) or not all(isinstance(value, str) for value in content.values()):
        raise InputError(
            f"'{path}' must hold a mapping of countries to regions",
            f"it holds a {type(content).__name__}" if not isinstance(content, dict) else "a value of it is no text",
            "Write a line `country: region` for each.",
        )
    return list(content.items())
