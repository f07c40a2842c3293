"""Bytes to text: the encoding is told from the bytes where it is not given."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from geobias.errors import InputError

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOOKED_AT = 1 << 16  # bytes whose NULs tell UTF-16 and UTF-32 without a mark
_ESCAPED = re.compile("[\udc80-\udcff]")
# Western bytes as browsers read them: cp1252, and latin-1 where it leaves a gap. Latin-1 proper has controls there.
_WESTERN = {byte: bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(0x80, 0x100)}
# In Western text about one letter in ten is beyond ASCII; in Cyrillic, Greek, Arabic or Chinese nearly all are.
_MOST_BEYOND_ASCII = 0.4


@dataclass(frozen=True)
class Decoded:
    """A file's text, without a byte order mark.

    `mended` counts the bytes that were read as cp1252 since they are not UTF-8, `notices` says so.
    """

    text: str
    mended: int = 0
    notices: tuple[str, ...] = ()

    @property
    def repairs(self) -> Counter[str]:
        return Counter(decode_repairs=self.mended)


def decode(data: bytes, encoding: str | None, path: str | Path) -> Decoded:
    """Text of the bytes, whatever the locale.

    Without an `encoding` it is told from the bytes: a byte order mark; the places of NULs, for UTF-16 and UTF-32
    without one; UTF-8. Bytes that are not UTF-8 are read as cp1252 where the text is Western by its share of letters
    beyond ASCII; all of them where hardly any is UTF-8, and each alone where most are.

    Raises
    ------
    InputError : bytes that are not text in `encoding`, or an encoding that cannot be told or is none.
    """
    told = _told(data)
    try:
        text = data.decode(encoding or told)
    except UnicodeDecodeError as error:
        where = f"byte 0x{data[error.start]:02X} at offset {error.start}"
        if encoding is None and told == "utf-8":
            return _nearly(data, path, where)
        mend = "Save it anew as UTF-8."
        if encoding is not None:
            mend = f"It looks like {told if told != _canonical(encoding) else 'another encoding'}: " + (
                "leave encoding out, or name the one it was written in."
            )
        raise InputError(
            f"'{path}' must be text in {encoding or told}", f"{where} is not ({error.reason})", mend
        ) from None
    except (LookupError, ValueError):
        raise InputError(
            f"the encoding of '{path}' must be one that Python knows",
            f"it is {encoding!r}",
            "Leave it out, or pass utf-8 or latin-1.",
        ) from None
    return Decoded(text.removeprefix("\ufeff"))


def _canonical(encoding: str) -> str:
    return codecs.lookup(encoding).name


def _told(data: bytes) -> str:
    """The Unicode encoding that the bytes look like; "utf-8" where nothing speaks for another."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return encoding
    head = data[:_LOOKED_AT]
    if b"\0" not in head:
        return "utf-8"
    zeros = [head[place::4].count(0) / max(1, len(head) // 4) for place in range(4)]
    if len(data) % 4 == 0 and zeros[3] > 0.99 and zeros[2] > 0.5:
        return "utf-32-le"
    if len(data) % 4 == 0 and zeros[0] > 0.99 and zeros[1] > 0.5:
        return "utf-32-be"
    even, odd = zeros[0] + zeros[2], zeros[1] + zeros[3]
    likely = "utf-16-le" if odd > even else "utf-16-be"
    # Letters of most scripts have no zero byte in UTF-16, but blanks and line ends do. NULs within UTF-8 are a few, in
    # any place; what holds line ends as UTF-16 and is not UTF-8 is UTF-16.
    if max(even, odd) < 10 * min(even, odd):
        return "utf-8"
    if max(even, odd) > 0.5 or (not _decodes(data, "utf-8") and _decodes(data, likely, "\n\r")):
        return likely
    return "utf-8"


def _decodes(data: bytes, encoding: str, needed: str = "") -> bool:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return not needed or any(character in text for character in needed)


def _nearly(data: bytes, path: str | Path, where: str) -> Decoded:
    """Text that is not UTF-8 throughout."""
    name = Path(path).name
    text = data.decode("utf-8", "surrogateescape")
    broken = len(_ESCAPED.findall(text))
    if len(text) - len(text.encode("ascii", "ignore")) >= 2 * broken:
        whole = text.translate({0xDC00 + byte: character for byte, character in _WESTERN.items()})
        notice = f"{broken} bytes of {name} are not UTF-8 (the first is {where}); they were read as cp1252."
        return Decoded(whole.removeprefix("\ufeff"), broken, (notice,))
    beyond = len(data.translate(None, bytes(range(0x80))))
    letters = sum(map(data.count, (bytes([code]) for code in range(0x41, 0x7B))))
    share = beyond / (beyond + letters)
    if share > _MOST_BEYOND_ASCII:
        raise InputError(
            f"'{path}' must be text whose encoding can be told",
            f"{where} is not UTF-8, and too many letters are beyond ASCII ({share:.0%}) for a Western encoding",
            "Pass encoding= (cp1251, gb18030, shift_jis, euc-kr, cp1256 ...), or save it as UTF-8.",
        )
    notice = f"{name} is not UTF-8 ({where}): its {beyond} bytes beyond ASCII were read as cp1252."
    return Decoded(data.decode("latin-1").translate(_WESTERN), beyond, (notice,))
