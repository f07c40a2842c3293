"""Seals: one flipped bit anywhere, or a torn end, is seen."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geobias.sealing import OPEN, is_whole, seal


@given(st.binary(max_size=300), st.binary(max_size=300), st.data())
def test_any_flipped_bit_and_any_cut_is_seen(tmp_path_factory, before, after, data):
    assume(b"geobias-crc32:" not in before + after)
    path = tmp_path_factory.mktemp("seal") / "file"
    path.write_bytes(before + OPEN.encode() + after)
    seal(path)
    assert is_whole(path)
    content = path.read_bytes()
    assert len(content) == len(before + OPEN.encode() + after)
    bit = data.draw(st.integers(0, 8 * len(content) - 1))
    flipped = bytearray(content)
    flipped[bit // 8] ^= 1 << bit % 8
    path.write_bytes(flipped)
    assert not is_whole(path)
    path.write_bytes(content[: data.draw(st.integers(0, len(content) - 1))])
    assert not is_whole(path)


@pytest.mark.parametrize("before", [0, 1 << 20, (1 << 20) - 18, 3 << 20])
def test_large_files_are_read_in_pieces(tmp_path, before):
    path = tmp_path / "file"
    path.write_bytes(b"\1" * before + OPEN.encode() + b"\2" * (2 << 20))
    seal(path)
    assert is_whole(path)
    with path.open("rb+") as file:
        file.seek(-5, 2)
        file.write(b"\3")
    assert not is_whole(path)


def test_a_file_without_a_seal_is_what_the_caller_says(tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "plain").write_bytes(b"text")
    for name in ("empty", "plain"):
        assert not is_whole(tmp_path / name)
        assert is_whole(tmp_path / name, unsealed=True)
        with pytest.raises(ValueError, match="has no seal"):
            seal(tmp_path / name)
