"""File names made of anything: a group, a model or a run may be called what it is called."""

from __future__ import annotations

import hashlib
import re

_LONGEST = 60
_PLAIN = re.compile(rf"[a-z0-9_][a-z0-9_.-]{{0,{_LONGEST - 1}}}")
_HASHED = re.compile(r".*-[0-9a-f]{8}")
# What Windows keeps for devices, with any ending.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


def file_name(name: str) -> str:
    """A file name for any name, on any system; another one for every other name, also where case does not count.

    Short plain names in lower case stay as they are. Others keep what can be kept and get a hash of the whole.

    >>> file_name("gaps_at_m"), file_name("UK/Ireland"), file_name("uk/ireland")
    ('gaps_at_m', 'UK-Ireland-7d0efa3f', 'uk-ireland-3222680b')
    """
    plain = _PLAIN.fullmatch(name) and not name.endswith(".")
    if plain and not _RESERVED.fullmatch(name) and not _HASHED.fullmatch(name):
        return name
    kept = re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")[: _LONGEST - 9].strip("-") or "unnamed"
    return f"{kept}-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
