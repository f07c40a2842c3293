"""Coordinates that stand in a text, as phones and people write them."""

from __future__ import annotations

import re

_SIGN = r"(?<![\d.])([-+−]?)"
_LONGITUDE = r"lon(?:g|gitude)?\s*[:=]?\s*"
_DECIMAL = rf"{_SIGN}(\d{{1,3}}[.]\d+)(?![\d.])\s*"
_MINUTES = r"(?:(\d{1,2}(?:[.]\d+)?)\s*['’′]\s*)?(?:(\d{1,2}(?:[.]\d+)?)\s*(?:[\"”″]|''|(?=[NSEW]))\s*)?"
_DEGREES = rf"{_SIGN}(\d{{1,3}}(?:[.]\d+)?)\s*[°•º]?\s*{_MINUTES}"
_DECIMALS = re.compile(rf"{_DECIMAL}(?:[,;/]\s*(?:{_LONGITUDE})?|{_LONGITUDE}){_DECIMAL}", re.IGNORECASE)
_LETTERED = re.compile(rf"{_DEGREES}([NS])[\s,;/]*(?:{_LONGITUDE})?{_DEGREES}([EW])(?!\w)", re.IGNORECASE)

_PAIR = re.compile(r"\s*(?:[^\d,;:]*:)?\s*([-+−]?\d{1,3}(?:[.]\d+)?)\s*[,;]\s*([-+−]?\d{1,3}(?:[.]\d+)?)\s*")


def is_no_point(text: str) -> bool:
    """Whether a text is a pair of numbers and nothing else that can be no place's: 0, 0, or beyond 90 and 180 degrees.

    Of other whole numbers it is not said: they may be coordinates, ages or days.

    >>> is_no_point("0,0"), is_no_point("999, 999"), is_no_point("12,13"), is_no_point("0, 0 and no more")
    (True, True, False, False)
    """
    found = _PAIR.fullmatch(text)
    if found is None:
        return False
    north, east = (abs(float(number.lstrip("-+−"))) for number in found.groups())
    return north > 90 or east > 180 or (north == 0 and east == 0)


def point_in(text: str) -> tuple[float, float] | None:
    """Latitude and longitude, in degrees, of the first pair of numbers that can be ones; None without.

    Decimal, a comma or the word longitude between them, or with degrees, minutes and seconds and N, S, E or W.

    >>> point_in("ÜT: 51.5,-0.1"), point_in("33.9 S, 18.4 E"), point_in("59°21′N 18°06′E")
    ((51.5, -0.1), (-33.9, 18.4), (59.35, 18.1))
    >>> point_in("4.5, 300.2") is None and point_in("version 2.4.1, 3.5.2") is None
    True
    """
    for found in _LETTERED.finditer(text):
        north, east = _degrees(*found.groups()[:5]), _degrees(*found.groups()[5:])
        if abs(north) <= 90 and abs(east) <= 180:
            return north, east
    for found in _DECIMALS.finditer(text):
        north, east = _degrees(*found.groups()[:2]), _degrees(*found.groups()[2:])
        if abs(north) <= 90 and abs(east) <= 180:
            return north, east
    return None


def _degrees(
    sign: str, degrees: str, minutes: str | None = None, seconds: str | None = None, letter: str = ""
) -> float:
    value = float(degrees) + float(minutes or 0) / 60 + float(seconds or 0) / 3600
    return -value if sign in ("-", "−") or letter.lower() in ("s", "w") else value
