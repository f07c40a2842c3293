"""Encodings: told from the bytes, for every script; what is no text ends in a sentence."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.raw.encodings import decode

UNICODE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be")
BIG_ENDIAN = ((codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF32_BE, "utf-32-be"))


@pytest.mark.parametrize("encoding", UNICODE)
def test_tables_of_every_script_are_told(ten_scripts, encoding):
    for language in ten_scripts.values():
        text = "text,region\r\n" + "".join(
            f"{line},{region}\r\n" for line in language["texts"] for region in ("no", "au")
        )
        decoded = decode(text.encode(encoding), None, "t.csv")
        assert (decoded.text, decoded.notices) == (text, ())
    for mark, name in BIG_ENDIAN:
        assert decode(mark + "text\n".encode(name), None, "t.csv").text == "text\n"


@settings(deadline=None)
@given(st.text(max_size=60).map(lambda text: "text,region\n" + text.encode("utf-8", "ignore").decode()))
def test_utf_8_is_read_as_it_is_with_nul_bytes_too(text):
    decoded = decode(text.encode(), None, "t.csv")
    assert (decoded.text, decoded.mended) == (text, 0)


def test_western_bytes_are_read_counted_and_said():
    decoded = decode("text\n“café” naïve €5\n".encode("cp1252"), None, "a/t.csv")
    assert decoded.text == "text\n“café” naïve €5\n"
    assert (decoded.mended, decoded.notices) == (
        5,
        ("t.csv is not UTF-8 (byte 0x93 at offset 5): its 5 bytes beyond ASCII were read as cp1252.",),
    )
    assert decode(b"text\ncaf\xe9 \x81", None, "t.csv").text == "text\ncafé \x81"


def test_broken_bytes_within_utf_8_cost_no_other_letter():
    decoded = decode("текст é € ".encode() + b"caf\xe9 \x93", None, "t.csv")
    assert decoded.text == "текст é € café “"
    assert decoded.mended == 2
    assert decoded.notices[0].startswith("2 bytes of t.csv are not UTF-8 (the first is byte 0xE9 at offset ")


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1251", "дождь в городе"),
        ("gb18030", "今天城里下雨了"),
        ("shift_jis", "今日は雨"),
        ("iso-8859-7", "βρέχει στην πόλη"),
    ],
)
def test_what_is_not_western_is_not_made_so(encoding, text):
    data = f"text,region\n{text},x\n{text},y\n".encode(encoding)
    with pytest.raises(InputError, match=r"must be text whose encoding can be told.*Pass encoding="):
        decode(data, None, "t.csv")
    assert text in decode(data, encoding, "t.csv").text


def test_an_undecodable_byte_is_named_with_its_offset():
    with pytest.raises(InputError) as error:
        decode(b"caf\xe9 au lait", "utf-8", "t.csv")
    assert str(error.value) == (
        "'t.csv' must be text in utf-8, but byte 0xE9 at offset 3 is not (invalid continuation byte). "
        "It looks like another encoding: leave encoding out, or name the one it was written in."
    )
    with pytest.raises(InputError, match="It looks like utf-16: leave encoding out"):
        decode("text\n".encode("utf-16"), "utf-8", "t.csv")
    with pytest.raises(InputError, match=r"must be text in utf-16, but byte 0x0A at offset 12 is not"):
        decode("text\n".encode("utf-16") + b"\n", None, "t.csv")
    for unknown in ("utf-9", "hex", "a\0b"):
        with pytest.raises(InputError, match="must be one that Python knows, but it is"):
            decode(b"a", unknown, "t.csv")


def test_a_byte_order_mark_is_no_part_of_the_first_column():
    assert decode(b"\xef\xbb\xbftext", "utf-8", "t.csv").text == "text"
    assert decode("\ufefftext".encode("utf-16-le"), "utf-16-le", "t.csv").text == "text"
