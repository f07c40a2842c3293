"""Seals: a checksum inside our own files, so that a flipped bit or a torn end is found before anything is believed.

A file is written with `OPEN` somewhere in it, where its format has room for a word of ours. `seal` puts a checksum of
the whole file in place of the zeros; `is_whole` computes it anew.
"""

from __future__ import annotations

import mmap
import zlib
from pathlib import Path
from typing import BinaryIO

_MARK, _ZEROS = b"geobias-crc32:", b"00000000"
OPEN = (_MARK + _ZEROS).decode()
_AT_ONCE = 1 << 20


def seal(path: Path) -> None:
    """Close the open seal of a file; its length stays."""
    with path.open("rb+") as file:
        place = _place(file)
        if place is None:
            raise ValueError(f"{path} has no seal to close.")
        checksum = _checksum(file, place)
        file.seek(place)
        file.write(checksum)


def is_whole(path: Path, *, unsealed: bool = False) -> bool:
    """Whether a file is to the last bit what was sealed; `unsealed` is the answer for one without a seal."""
    with path.open("rb") as file:
        place = _place(file)
        if place is None:
            return unsealed
        file.seek(place)
        return file.read(len(_ZEROS)) == _checksum(file, place)


def _place(file: BinaryIO) -> int | None:
    """Where the digits of the seal stand; it is looked for from both ends, for in between lie the numbers."""
    if file.seek(0, 2) == 0:
        return None
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        found = content.rfind(_MARK, max(0, len(content) - _AT_ONCE))
        found = content.find(_MARK) if found < 0 else found
        place = found + len(_MARK)
        return place if found >= 0 and place + len(_ZEROS) <= len(content) else None


def _checksum(file: BinaryIO, place: int) -> bytes:
    """crc32 in hexadecimal of the file with zeros for the digits at `place`."""
    file.seek(0)
    value = at = 0
    while chunk := bytearray(file.read(_AT_ONCE)):
        for digit in range(max(place, at), min(place + len(_ZEROS), at + len(chunk))):
            chunk[digit - at] = _ZEROS[0]
        value, at = zlib.crc32(chunk, value), at + len(chunk)
    return f"{value:08x}".encode()
