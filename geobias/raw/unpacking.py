"""What a file is by its first bytes: compressed ones are opened, others that no reader takes are named."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from geobias.errors import InputError

COMPRESSED = (".gz", ".bz2", ".xz", ".zip")
_AS_TEXT = "Save it as csv (UTF-8) or parquet, and pass that."
_NO_TABLE = "Pass the file that holds the texts."
# First bytes -> what such a file is, and the way out.
_FOREIGN: tuple[tuple[bytes, str, str], ...] = (
    (b"\xd0\xcf\x11\xe0", "an old Excel or Word file", _AS_TEXT),
    (b"%PDF", "a PDF", _AS_TEXT),
    (b"SQLite format 3\0", "an SQLite database", _AS_TEXT),
    (b"{\\rtf", "an RTF document", _AS_TEXT),
    (b"ARROW1", "an Arrow (feather) file", _AS_TEXT),
    (b"\x89HDF", "an HDF5 file", _AS_TEXT),
    (b"\x93NUMPY", "a NumPy array", _AS_TEXT),
    (b"RDX", "an R workspace", _AS_TEXT),
    (b"X\n\0\0\0", "an R object", _AS_TEXT),
    (b"$FL2", "an SPSS file", _AS_TEXT),
    (b"<stata_dta>", "a Stata file", _AS_TEXT),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "Decompress it, or use gzip, bzip2, xz or zip."),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "Unpack it, and pass the file inside."),
    (b"Rar!\x1a\x07", "a RAR archive", "Unpack it, and pass the file inside."),
    (b"\x89PNG", "an image", _NO_TABLE),
    (b"\xff\xd8\xff", "an image", _NO_TABLE),
    (b"GIF8", "an image", _NO_TABLE),
    (b"\x7fELF", "a program", _NO_TABLE),
    (b"\x00\x05\x16\x07", "a macOS companion of the file of that name without '._'", _NO_TABLE),
    (b"version https://git-lfs", "a Git LFS pointer, not the data", "Fetch the data with: git lfs pull"),
)
_OFFICE = {
    "xl/": "an Excel workbook",
    "word/": "a Word document",
    "Index/": "a Numbers or Pages document",
    "mimetype": "an OpenDocument file",
}


def unpack(data: bytes, path: str | Path) -> bytes:
    """The bytes themselves, or what is compressed in them by gzip, bzip2, xz or a zip of one file.

    Raises
    ------
    InputError : a torn archive, a zip of several files, or a file of a kind that is not read here.
    """
    for magic, opened in _OPENERS:
        if data.startswith(magic):
            try:
                data = opened(data, path)
            except (
                OSError,
                EOFError,
                ValueError,
                RuntimeError,
                zlib.error,
                lzma.LZMAError,
                zipfile.BadZipFile,
            ) as error:
                if isinstance(error, InputError):
                    raise
                raise InputError(f"'{path}' must be a whole archive", f"it is not: {error}", "Copy it anew.") from None
            break
    for magic, kind, mend in _FOREIGN:
        if data.startswith(magic):
            raise _refusal(path, kind, mend)
    if data[:64].lstrip()[:14].lower().startswith((b"<!doctype html", b"<html")):
        raise _refusal(path, "a web page", "Download the file itself, not the page that shows it.")
    if data[257:262] == b"ustar":
        raise _refusal(path, "a tar archive", "Unpack it, and pass the file inside.")
    return data


def _refusal(path: str | Path, kind: str, mend: str) -> InputError:
    return InputError(f"'{path}' must be text (csv, tsv, json) or parquet", f"it is {kind}", mend)


def _unzip(data: bytes, path: str | Path) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        for beginning, kind in _OFFICE.items():
            if any(name.startswith(beginning) for name in names):
                raise _refusal(path, kind, _AS_TEXT)
        names = [n for n in names if not n.startswith("__MACOSX/") and not Path(n).name.startswith(".")]
        if len(names) != 1:
            raise InputError(
                f"'{path}' must be a zip of one file", f"it holds {len(names)}: {names[:5]}", "Unpack it, and pass one."
            )
        return archive.read(names[0])


_OPENERS: tuple[tuple[bytes, Callable[[bytes, str | Path], bytes]], ...] = (
    (b"\x1f\x8b", lambda data, _: gzip.decompress(data)),
    (b"BZh", lambda data, _: bz2.decompress(data)),
    (b"\xfd7zXZ\0", lambda data, _: lzma.decompress(data)),
    (b"PK\x03\x04", _unzip),
    (b"PK\x05\x06", _unzip),
)
