"""Cleaning: CASES T02, T08, E04, E09, and the published rule against a scanner written apart."""

from __future__ import annotations

import re
import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora.cleaning import CLEANINGS, Cleaning, get_cleaning, has_visible, normalise_text
from geobias.errors import InputError

GENTLE, PUBLISHED, NONE = (CLEANINGS[name] for name in ("gentle", "published", "none"))
MESSY = st.text(alphabet=st.sampled_from("aB7é_@:/. \t\n\x00\x85&;#l3t\u200d" + "'"), max_size=40)


def test_t02_references_are_resolved_once_and_again_on_request():
    raw = "I &lt;3 tea &amp;amp; cake &quot;ok&quot;"
    text, repairs = GENTLE.clean(raw)
    assert text == 'I <3 tea &amp; cake "ok"'
    assert repairs == {"html_entity": 4}
    assert Cleaning("twice", unescape_passes=2)(raw) == 'I <3 tea & cake "ok"'
    assert GENTLE.without_unescaping()("a &lt; b") == "a &lt; b"


def test_t08_handles_and_addresses_go_apostrophes_and_letters_stay():
    assert GENTLE("@bob http://x.y") == ""
    assert GENTLE("@bob http://x.y :)") == ":)"
    assert PUBLISHED("@bob http://x.y :)") == ""
    assert [GENTLE(word) for word in ("can't", "naïve", "Ὀδυσσεύς")] == ["can't", "naïve", "Ὀδυσσεύς"]
    assert GENTLE.clean("hi @a_b1, see www.x.org/y?z=1&amp;q=2 @home") == (
        "hi , see",
        {"handle": 2, "url": 1, "html_entity": 1},
    )


def test_mail_addresses_and_lone_signs_are_no_handles():
    assert GENTLE("me@x.org at 5 @ 3 &copy=1 AT&T") == "me@x.org at 5 @ 3 &copy=1 AT&T"


def test_e09_control_characters_become_a_counted_space():
    for cleaning in (GENTLE, NONE):
        assert cleaning.clean("hello\x00world\x9a!") == ("hello world !", {"control_character": 2})
    assert PUBLISHED("hello\x00world") == "hello world"
    assert GENTLE.clean("hello&#0;my&#x3;world") == ("hello my world", {"control_character": 2})
    assert NONE.clean("half \ud83d of a pair") == ("half   of a pair", {"control_character": 1})


@pytest.mark.parametrize("cleaning", CLEANINGS.values(), ids=CLEANINGS)
@pytest.mark.parametrize("text", ["", " \n", "\x00", "\u200d", "\ufeff \u2028", "&#3;"])
def test_e04_texts_without_a_visible_character_become_empty(cleaning, text):
    expected = {"published": "3", "none": "&#3;"}.get(cleaning.name, "") if text == "&#3;" else ""
    assert cleaning(text) == expected
    assert has_visible(text) == (text == "&#3;")


def test_none_changes_nothing_else():
    text = "  @bob &lt;3\n\thttp://x.y  "
    assert NONE.clean(text) == (text, {})


def test_joined_emoji_keep_their_joiner():
    family = "\U0001f469\u200d\U0001f467"
    assert GENTLE(family) == family


def scan(text: str) -> str:
    """The published rule as FACTS words it, character by character."""
    letters = string.ascii_letters + string.digits
    out, at = [], 0
    while at < len(text):
        handle = re.compile("[A-Za-z0-9]*").match(text, at + 1)
        address = re.compile(r"\w*").match(text, at)
        after = address.end()
        if text[at] == "@" and handle.end() > at + 1:
            out.append(" ")
            at = handle.end()
        elif text[at] not in letters + " \t":
            out.append(" ")
            at += 1
        elif after > at and text[after : after + 3] == "://" and text[after + 3 : after + 4].strip():
            at = after + 3
            while at < len(text) and not text[at].isspace():
                at += 1
            out.append(" ")
        else:
            out.append(text[at])
            at += 1
    return " ".join("".join(out).split())


@given(MESSY)
def test_published_is_the_rule_of_the_experiments(text):
    assert PUBLISHED(text) == scan(text)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("@bob_smith hi", "smith hi"),
        ("see http://a.b/c?d now", "see now"),
        ("can't &lt;3 naïve", "can t lt 3 na ve"),
        ("a@b.com", "a com"),
        ("www.x.org :)", "www x org"),
    ],
)
def test_published_examples(raw, clean):
    assert PUBLISHED(raw) == clean


@given(MESSY)
def test_clean_texts_have_no_control_character_and_single_blanks(text):
    for cleaning in (GENTLE, PUBLISHED):
        clean = cleaning(text)
        assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in clean)
        assert clean == " ".join(clean.split())


def test_fingerprints_tell_rules_apart_and_not_objects():
    assert len({cleaning.fingerprint for cleaning in CLEANINGS.values()}) == len(CLEANINGS)
    again = Cleaning("gentle", unescape_passes=1, handles=True, urls=True, collapse=True)
    assert again.fingerprint == GENTLE.fingerprint
    assert re.fullmatch("gentle-[0-9a-f]{12}", GENTLE.fingerprint)
    assert GENTLE.without_unescaping().fingerprint != GENTLE.fingerprint


def test_cleanings_are_found_by_name():
    assert get_cleaning("none") is NONE
    assert get_cleaning(PUBLISHED) is PUBLISHED
    with pytest.raises(InputError) as error:
        get_cleaning("gentel")
    assert str(error.value) == (
        "cleaning must be one of ['gentle', 'none', 'published'], but it is 'gentel'. "
        "The nearest is 'gentle'. Pass one of them, or a Cleaning of your own."
    )
    with pytest.raises(InputError, match="unescape_passes must be 0 or more, but it is -1"):
        Cleaning("odd", unescape_passes=-1)


@given(st.text(max_size=30))
def test_normalised_texts_are_stable_and_hold_word_characters_only(text):
    once = normalise_text(text)
    assert normalise_text(once) == once
    assert re.fullmatch(r"(\w+( \w+)*)?", once)


@pytest.mark.parametrize("copy", ["It's FINE", "it s fine", " ｉｔ'ｓ\tﬁne!!", "IT’S\u00a0fine"])
def test_copies_of_a_text_are_equal_when_normalised(copy):
    assert normalise_text(copy) == "it s fine"
