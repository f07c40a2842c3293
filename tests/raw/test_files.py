"""Files: bytes with their hash, names, and the files of a folder that are meant."""

from __future__ import annotations

import gzip
import hashlib
import os

import pytest

from geobias.errors import InputError
from geobias.raw.files import read_bytes, visible_files


def test_bytes_come_with_the_sha256_of_the_file_as_it_stands(tmp_path):
    packed = gzip.compress(b"x\n")
    (tmp_path / "a.csv").write_bytes(packed)
    assert read_bytes(tmp_path / "a.csv") == (b"x\n", hashlib.sha256(packed).hexdigest())


def test_what_is_no_file_is_said(tmp_path):
    with pytest.raises(InputError, match=r"must be a file, but there is none\. Check the path\."):
        read_bytes(tmp_path / "b.csv")
    with pytest.raises(InputError, match="must be a file, but it is a folder"):
        read_bytes(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="must be a file, but it is no regular file"):
        read_bytes(tmp_path / "pipe")
    for impossible in ("a\0b", "x" * 5000):
        with pytest.raises(InputError, match="must be a file"):
            read_bytes(impossible)


def test_hidden_files_are_not_meant(tmp_path):
    for name in ("us.csv", "._us.csv", ".DS_Store", "~$us.csv", "us.csv~", "au.csv"):
        (tmp_path / name).touch()
    (tmp_path / "nz.csv").mkdir()
    assert [file.name for file in visible_files(tmp_path)] == ["au.csv", "us.csv"]
