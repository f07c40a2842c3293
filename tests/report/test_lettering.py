from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.report import lettering
from geobias.report.groups import Groups
from geobias.report.lettering import codes, distinct, drawable, plain, room, shorten

NOWHERE = "\U00012000"  # cuneiform


@pytest.fixture
def no_further_fonts(monkeypatch):
    """A machine that has matplotlib's own font alone."""
    monkeypatch.setattr(lettering, "_installed", dict)
    lettering._written.cache_clear()
    yield
    lettering._written.cache_clear()


@pytest.mark.parametrize("name", ["UK/Ireland", "Größe", "Ελλάδα", "Россия", "المملكة", "US$ and CA$"])
def test_names_in_letters_of_the_own_font_are_written(name, no_further_fonts):
    assert drawable(name)
    assert Groups({name: "region"}).codes == {}


@pytest.mark.parametrize("name", ["ประเทศไทย", "中华人民共和国", "भारत", "ኢትዮጵያ", "🇬🇧", NOWHERE])
def test_other_scripts_get_codes_where_no_font_has_them(name, no_further_fonts):
    groups = Groups({"UK": "region", name: "region"})
    assert groups.codes == {name: "G2"}
    assert groups.short(10) == {"UK": "UK", name: "G2"}


def test_a_code_is_no_other_groups_name(no_further_fonts):
    assert codes(["G1", "G2", NOWHERE], "G") == {NOWHERE: "GG3"}


def test_a_font_that_has_the_letters_is_used(monkeypatch):
    lettering._written.cache_clear()
    monkeypatch.setattr(lettering, "_found", [])
    monkeypatch.setattr(lettering, "_installed", lambda: {"Cuneiform Sans": ""})
    monkeypatch.setattr(lettering, "_has", lambda name, letter: letter == NOWHERE)
    assert drawable(NOWHERE)
    assert lettering.family() == ["DejaVu Sans", "Cuneiform Sans"]
    assert not drawable("中")
    lettering._written.cache_clear()


def test_the_font_of_last_resort_is_none():
    assert not any(name.startswith("Last Resort") for name in lettering._installed())


@given(st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=12, unique=True), st.integers(6, 20))
def test_names_stay_distinct_short_and_on_one_line(names, width):
    short = distinct(names, width, "G")
    assert len(set(short.values())) == len(names)
    assert all(room(text) <= width + 1 for text in short.values())
    bad = {"Cc", "Cs", "Cn", "Co"}
    assert not any(unicodedata.category(letter) in bad for text in short.values() for letter in text)


def test_long_names_that_differ_at_their_end_stay_distinct():
    assert list(distinct(["x" * 300, "x" * 300 + "y"], 10, "G").values()) == ["xxxx…xxxx", "xxxx…xxxy"]
    assert list(distinct(["x" * 300, "x" * 200], 10, "G").values()) == ["xxxx…xxxx", "xxxxxxx…~2"]
    assert list(distinct([f"Group number {n}" for n in (1, 12)], 8, "G").values()) == ["Gro…r 1", "Gro… 12"]


def test_a_name_that_runs_to_the_left_does_not_take_numbers_with_it():
    assert distinct(["ישראל", "UK"], 10, "G") == {"ישראל": "ישראל\u200e", "UK": "UK"}


def test_wide_letters_take_more_room():
    assert shorten("中华人民共和国", 8) == "中华人…"
    assert plain("a\u202eb\x00\tc") == "ab c"
