"""Names in texts: several may be given, a denied one is not, and a refusal gives none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.prompting.answers import EMPTY, NONE, REFUSAL, UNPARSED, NameSet

NAMES = ("East Asia", "India", "Latin America", "Middle East and Africa", "North America-Europe")
SET = NameSet.of(NAMES)
LISTED = "; ".join(NAMES)
EAST, INDIA, LATIN, MIDDLE, NORTH = NAMES


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("India.", {INDIA}),
        ("**east asia**; Latin America", {EAST, LATIN}),
        ("It is about the Middle East.", {MIDDLE}),
        ("Europe, but also parts of Africa", {NORTH, MIDDLE}),
        ("It is not India but East Asia.", {EAST}),
        ("It isn't India, it is East Asia.", {EAST}),
        ("India, not East Asia", {INDIA}),
        ("India, rather than Latin America", {INDIA}),
        ("India is not one of them; Latin America is.", {LATIN}),
        ("Not only India but also Europe", {INDIA, NORTH}),
        ("All of these regions.", set(NAMES)),
        ("<think>India?</think> Europe", {NORTH}),
        (f"{LISTED}\nIndia", {INDIA}),
        (LISTED, set(NAMES)),
    ],
)
def test_names_are_found(text, names):
    found = SET.read(text, LISTED)
    assert found.names == tuple(name for name in NAMES if name in names)
    assert found.reason == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", EMPTY),
        ("none", NONE),
        ("It fits none of these regions.", NONE),
        ("I'm sorry, I can't answer that about India.", REFUSAL),
        ("I cannot help with this. East Asia and India are diverse.", REFUSAL),
        ("It is not India, East Asia or Latin America.", UNPARSED),
        ("It could be neither India nor East Asia.", UNPARSED),
        ("Central Asia", UNPARSED),
        ("Indiana", UNPARSED),
    ],
)
def test_what_names_nothing_says_why(text, reason):
    found = SET.read(text, LISTED)
    assert (found.names, found.reason) == ((), reason)


@given(st.lists(st.sampled_from(NAMES), min_size=1, unique=True), st.sampled_from([", ", "; ", " and ", "\n", "/"]))
def test_names_one_after_the_other_are_those_in_the_order_of_the_set(names, between):
    assert SET.read(between.join(names)).names == tuple(name for name in NAMES if name in names)
    assert SET.read(f"It is not {' or '.join(names)}.").names == ()


def test_other_words_stand_for_a_name_and_parts_of_two_names_for_none():
    made = NameSet.of(["North Africa and Asia", "South Africa and Asia", "Asia"], {"Asia": ["the Orient"]})
    assert made.read("The Orient").names == ("Asia",)
    assert made.read("Asia").names == ("Asia",)
    assert made.read("South Africa").names == ("South Africa and Asia",)


@pytest.mark.parametrize(
    ("names", "also", "message"),
    [
        (["India"], {"Indya": ["x"]}, "other names must be of names, but 'Indya' is none. There are ['India']."),
        (["India", "Bharat"], {"India": ["Bharat"]}, "a name must be said in words of its own, but 'bharat' is said of "
         "2. Rename it."),
        (["India", "?"], None, "a name must be said in words of its own, but one has no letter. Rename it."),
    ],
)  # fmt: skip
def test_what_cannot_be_told_apart_is_refused(names, also, message):
    with pytest.raises(InputError) as error:
        NameSet.of(names, also)
    assert str(error.value) == message
