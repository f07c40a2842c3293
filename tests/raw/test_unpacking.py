"""Archives are opened, torn ones and other kinds of files end in a sentence."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile

import pytest

from geobias.errors import InputError
from geobias.raw.unpacking import unpack


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def message_of(data: bytes) -> str:
    with pytest.raises(InputError) as error:
        unpack(data, "d.csv")
    return str(error.value)


@pytest.mark.parametrize(
    "pack", [gzip.compress, bz2.compress, lzma.compress, lambda data: zipped({"us.csv": data}), bytes]
)
def test_what_is_compressed_is_opened(pack):
    text = "text,region\nå,no\n".encode("utf-16")
    assert unpack(pack(text), "d.csv") == text


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, lambda data: zipped({"us.csv": data})])
def test_torn_archives_are_said(pack):
    packed = pack(bytes(range(256)) * 40)
    assert message_of(packed[: len(packed) // 2]).startswith("'d.csv' must be a whole archive, but it is not: ")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (zipped({"xl/workbook.xml": b"x"}), "an Excel workbook"),
        (zipped({"Index/a": b"x"}), "a Numbers or Pages document"),
        (b"%PDF-1.7", "a PDF"),
        (b"SQLite format 3\0...", "an SQLite database"),
        (b"\n<!DOCTYPE html><p>", "a web page"),
        (gzip.compress(b"\0" * 257 + b"ustar"), "a tar archive"),
        (b"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer, not the data"),
    ],
    ids=lambda value: value if isinstance(value, str) else "data",  # archives hold the time
)
def test_other_kinds_are_named(data, kind):
    assert f"'d.csv' must be text (csv, tsv, json) or parquet, but it is {kind}. " in message_of(data)


def test_a_zip_of_several_files_is_none():
    assert unpack(zipped({"a": b"x", "__MACOSX/a": b"y", "b/": b""}), "d.zip") == b"x"
    assert "must be a zip of one file, but it holds 2: ['a', 'b']" in message_of(zipped({"a": b"x", "b": b"y"}))
