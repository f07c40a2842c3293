"""Wordings: optional parts, what stands instead, articles; and the rule for templates without brackets."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.prompting.interviews import Wording
from geobias.models.prompting.interviews.wording import with_optional_parts

PERSONA = "Speak as a [{age}-year-old] {sex|person} [from {nation}] who talks."


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("30", "man", "Peru"), "Speak as a 30-year-old man from Peru who talks."),
        (("80", "man", "Peru"), "Speak as an 80-year-old man from Peru who talks."),
        (("", "man", "Peru"), "Speak as a man from Peru who talks."),
        (("30", "", ""), "Speak as a 30-year-old person who talks."),
        (("", "", ""), "Speak as a person who talks."),
    ],
)
def test_what_is_left_out_falls_out_with_its_blank(values, said):
    assert Wording(PERSONA).say(dict(zip(("age", "sex", "nation"), values, strict=True))) == said


def test_gaps_leave_no_blank_at_ends_of_lines_or_before_punctuation():
    wording = Wording("[Nation: {nation}. ][Age: {age}.]\nA {sex|person}[, of {age}][, from {nation}], [aged {age}].")
    assert wording.say({"nation": "", "age": "", "sex": ""}) == "\nA person,."
    assert wording.say({"nation": "Peru", "age": "", "sex": "woman"}) == "Nation: Peru.\nA woman, from Peru,."


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("American", "an"), ("Ugandan", "a"), ("Ukrainian", "a"), ("Uzbek", "an"), ("European", "a"),
        ("Uruguayan", "a"),
        ("unmarried", "an"), ("unionised", "a"), ("unimpressed", "an"), ("one-armed", "a"), ("onerous", "an"),
        ("honest", "an"), ("Hungarian", "a"), ("8", "an"), ("11", "an"), ("18", "an"), ("110", "a"), ("81", "an"),
        ("useful", "a"), ("Yemeni", "a"),
    ],
)  # fmt: skip
def test_articles_fit_the_word_that_follows(word, article):
    assert (
        Wording("Be a {who} one. A {who}.").say({"who": word}) == f"Be {article} {word} one. {article.title()} {word}."
    )
    assert Wording("Be an [{who}] owl.").say({"who": ""}) == "Be an owl."


def test_articles_that_stand_before_plain_words_and_in_values_stay():
    assert Wording("a owl, {who}").say({"who": "a owl"}) == "a owl, a owl"


def test_doubled_braces_and_brackets_are_meant():
    wording = Wording("{{x}} [[y]] {z}")
    assert wording.say({"z": "{w} [v]"}) == "{x} [y] {w} [v]"
    assert wording.full == "{{x}} [y] {z}"
    assert wording.fields == ("z",)


@given(
    st.text(st.characters(blacklist_characters="{}[]\x00\x01", blacklist_categories=("Cs",))),
    st.text("abc ", min_size=1),
)
def test_texts_without_optional_parts_are_filled_as_they_are(text, value):
    text = re.sub(r"\b[aA]n? $", "", text)
    assert Wording(text + "{x}" + text).say({"x": value}) == text + value + text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Be {", "braces and brackets of here must be sound, but one stands alone: 'Be {'."),
        ("Be [{a} [{b}]]", "braces and brackets of here must be sound, but one stands alone: 'Be [{a} [{b}]]'."),
        ("Be [{a}", "braces and brackets of here must be sound, but a bracket is not closed: 'Be [{a}'."),
        ("Be [so] {a}", "braces and brackets of here must be sound, but brackets hold no field: 'Be [so] {a}'."),
        ("Be {|x}", "braces and brackets of here must be sound, but a pair stands around no name: 'Be {|x}'."),
    ],
)
def test_what_is_not_sound_is_shown(text, said):
    mend = (
        "A field is {name} or {name|what stands instead}, an optional part [with a {field}]; double those that are "
        "meant."
    )
    with pytest.raises(InputError) as error:
        Wording(text, "here")
    assert str(error.value) == f"{said} {mend}"


def test_a_field_that_is_left_out_needs_words_for_it():
    with pytest.raises(InputError) as error:
        Wording("Be {who}.").say({"who": ""})
    assert str(error.value) == (
        "the template must say what stands where the field 'who' is left out, but it does not. Put the words around it "
        "in brackets, or write {who|instead}."
    )


@pytest.mark.parametrize(
    ("template", "wanted"),
    [
        ("You are a {age} year old {nation} {sex}. {q}", "You are a [{age} year old] [{nation}] {sex|person}. {q}"),
        ("A {sex}. From {nation}: {q}", "A {sex|person}. From {nation|person}: {q}"),
        ("A {q}", "A {q}"),
        ("[{age}] {sex}", "[{age}] {sex}"),
        ("{{age}} {age}", "{{age}} {age|person}"),
    ],
)  # fmt: skip
def test_templates_without_brackets_get_them_by_rule(template, wanted):
    assert with_optional_parts(template, ["age", "nation", "sex"]) == wanted
