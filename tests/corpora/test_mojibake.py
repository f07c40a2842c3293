"""Mojibake: what was read with the wrong encoding comes back, and what is meant stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora.mojibake import looks_broken, mend_mojibake


def _misread(text: str, encoding: str, times: int) -> str:
    for _ in range(times):
        text = text.encode().decode(encoding)
    return text


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("text", ["don't say señor", "a — dash", "Wszystkich Świętych", "ganbei 乾杯", "\U0001f600 ok"])
def test_what_was_misread_so_often_comes_back(text, times):
    mended, count = mend_mojibake(_misread(text, "latin-1", times))
    assert mended == text
    assert count > 0 or text.isascii()


@pytest.mark.parametrize("text", ["Don’t", "“Ñandú", "s'il vous plaît", "10 €", "naïve — façade…"])
def test_cp1252_too(text):
    assert mend_mojibake(_misread(text, "cp1252", 1))[0] == text


@pytest.mark.parametrize(
    "text", ["a “CAFÉ”", "MAÇÃ", "Âme, Ärger", "«Ça va ?»", "São Paulo", "5 € – 6 €", "中文", "ñ’s"]
)
def test_what_is_meant_stays(text):
    assert mend_mojibake(text) == (text, 0)
    assert not looks_broken(text)


def test_quotation_marks_that_are_control_characters_become_themselves():
    assert mend_mojibake("It\x92s") == ("It’s", 1)
    assert mend_mojibake("oneÃ\x82Â\x92s") == ("one’s", 4)


@pytest.mark.parametrize("text", ["we\x82re", "don\ufffdt", "the Ã sign: Ã", "otherâ€", "a bowl of €œ", "\x80\x99d"])
def test_what_cannot_be_undone_is_seen(text):
    assert mend_mojibake(text)[1] == 0 or looks_broken(mend_mojibake(text)[0])
    assert looks_broken(mend_mojibake(text)[0])


@given(st.text(alphabet=st.characters(min_codepoint=0xC0, max_codepoint=0x24F), max_size=8))
def test_letters_alone_come_back_from_latin_1(text):
    once = text.encode().decode("latin-1")
    assert mend_mojibake(once)[0] == mend_mojibake(text)[0]


@given(st.text())
def test_mending_again_changes_nothing(text):
    mended, _ = mend_mojibake(text)
    if mended == mend_mojibake(mended)[0]:
        assert mend_mojibake(mended) == (mended, 0)
