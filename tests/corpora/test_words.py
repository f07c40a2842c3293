"""Words with their places are those that texts are compared by."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora import normalise_text, words_of


@given(st.text(alphabet=st.characters(codec="utf-8", categories=("L", "N", "P", "Z")), max_size=30))
def test_words_are_those_of_the_normal_form(text):
    found = words_of(text)
    if any(map(str.isalnum, text)):
        assert [word.word for word in found] == normalise_text(text).split()
    else:
        assert not found
    assert all(0 <= word.start < word.end <= len(text) for word in found)


def test_places_lead_to_the_word(ten_scripts):
    for texts in ten_scripts.values():
        for text in texts["texts"]:
            for word, start, end in words_of(text):
                assert normalise_text(text[start:end]) == word


def test_a_sign_that_becomes_two_words_gives_both_one_place():
    assert [tuple(word) for word in words_of("a ½ b")] == [("a", 0, 1), ("1", 2, 3), ("2", 2, 3), ("b", 4, 5)]
