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


WRITTEN = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from("\u0301\u093f\u064e\u0e48\u200d\ufe0f\u00b4\U0001f600 !a")),
    max_size=30,
)


@given(WRITTEN)
def test_normalised_texts_are_stable_and_equal_however_composed(text):
    once = normalise_text(text)
    assert normalise_text(once) == once == " ".join(once.split())
    if not any(unicodedata.category(c) == "Cs" for c in text):
        assert {normalise_text(unicodedata.normalize(form, text)) for form in ("NFC", "NFD")} == {once}
    assert bool(once) == bool(text.split())


@pytest.mark.parametrize("copy", ["It's FINE", "it s fine", " ｉｔ'ｓ\tﬁne!!", "IT’S\u00a0fine"])
def test_copies_of_a_text_are_equal_when_normalised(copy):
    assert normalise_text(copy) == "it s fine"


def test_words_of_every_script_keep_their_marks(ten_scripts):
    for language in ten_scripts.values():
        first, second = map(normalise_text, language["close"])
        assert first != second
        for text in language["texts"]:
            assert normalise_text(unicodedata.normalize("NFD", text)) == normalise_text(text)
    texts = [text for name in sorted(ten_scripts) if name != "emoji" for text in ten_scripts[name]["texts"]]
    for text in texts:  # full stops of every script are no part of a text, vowel signs are
        assert normalise_text("«" + text.replace(" ", "\u3000") + "» !!") == normalise_text(text.rstrip(".。।።"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("می\u200cخواهم", "میخواهم"),
        ("\u200fשלום", "שלום"),
        ("葛\U000e0100城", "葛城"),
        ("ภาษา\u200bไทย", "ภาษาไทย"),
        ("o\u00adne", "one"),
    ],
)
def test_what_cannot_be_seen_is_passed_over(one, other):
    assert normalise_text(one) == normalise_text(other)


def test_texts_without_a_letter_are_what_they_are():
    emoji = [chr(a) + chr(b) for a in range(0x1F600, 0x1F612) for b in range(0x1F300, 0x1F314)]
    more = [
        "❤",
        "❤️",
        "👍",
        "👍🏽",
        "👍🏿",
        "👩‍👧",
        "👩👧",
        "🇳🇴",
        "🇳🇿",
        "!",
        "?",
        ":-)",
        ":-(",
        "...",
        "™",
        "©",
        "___",
        "Ⓜ️",
    ]
    assert len({normalise_text(text) for text in emoji + more}) == len(emoji) + len(more) == 378
    assert normalise_text(" 🌧️ \n🌧️ ") == "🌧️ 🌧️"


def test_words_behind_handles_and_addresses_stay_in_every_script(ten_scripts):
    latin = ("yoruba", "vietnamese")
    for text in (text for name, of in ten_scripts.items() if name not in latin for text in of["texts"]):
        for raw in (
            f"@bob_1{text}",
            f"{text}@bob",
            f"http://x.org/a?b=%20{text}",
            f"{text}HTTPS://x.org",
            f"www.x.org{text}",
        ):
            clean, repairs = GENTLE.clean(raw)
            assert clean == text
            assert list(repairs.values()) == [1]
        assert PUBLISHED.clean(text)[1]["letter_lost"] == sum(
            unicodedata.category(c)[0] in "LN" or (unicodedata.category(c) in ("Mn", "Mc") and c != "\ufe0f")
            for c in text
        )


@pytest.mark.parametrize(
    ("raw", "clean", "handles"),
    [
        ("@a@b hi", "hi", 2),
        ("好@a@b好", "好 好", 2),
        ("＠bob好", "好", 1),
        ("@josé e@x.org é@x.org.au", "é e@x.org é@x.org.au", 1),
        ("हिन्दी@x.org", "हिन्दी@x.org", 0),
        ("@好 @ @@", "@好 @ @@", 0),
    ],
)
def test_a_handle_is_ascii_letters_digits_and_low_lines(raw, clean, handles):
    for form in ("NFC", "NFD"):
        text, repairs = GENTLE.clean(unicodedata.normalize(form, raw))
        assert unicodedata.normalize("NFC", text) == unicodedata.normalize("NFC", clean)
        assert repairs["handle"] == handles


@given(st.text(alphabet=st.one_of(st.characters(codec="utf-8"), st.sampled_from("@a1_:/.wहि好ｦ\u0301 ")), max_size=40))
def test_gentle_cleaning_loses_no_letter_of_another_script(text):
    def others(value):
        return [c for c in value if c > "\x7f" and (c.isalnum() or unicodedata.category(c) in ("Mn", "Mc"))]

    clean, repairs = GENTLE.without_unescaping().clean(text)
    assert others(clean) == (others(text) if has_visible(clean) else [])
    assert "letter_lost" not in repairs
