"""Pairs: what is given is texts that say something, and parts of it keep their texts."""

from __future__ import annotations

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.models.entailment.pairs import Pairs, distinct


def test_texts_are_distinct_in_the_order_of_their_first_places():
    texts, places = distinct(["b", "a", "b", " a"], "premises")
    assert texts == ("b", "a", " a")
    assert places.tolist() == [0, 1, 0, 2]


def test_a_part_has_the_texts_of_its_pairs_alone():
    pairs = Pairs(("a", "b", "c"), ("x", "y"), np.array([[0, 0], [2, 1], [2, 0]]))
    part = pairs.only(np.array([1, 2]))
    assert (part.premises, part.hypotheses, len(part)) == (("c",), ("x", "y"), 2)
    assert [part.texts(place) for place in range(2)] == [("c", "y"), ("c", "x")]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (None, "None (NoneType)"),
        (float("nan"), "nan (float)"),
        ("", "blank ('')"),
        (" \n", r"blank (' \n')"),
        ("a\ud83d", r"'a\ud83d', with half of a character that takes two"),
        (["a"], "['a'] (list)"),
    ],
)
def test_what_says_nothing_is_named_by_its_index(text, shown):
    with pytest.raises(InputError) as error:
        distinct(["a", text], "hypotheses")
    assert str(error.value) == (
        f"hypotheses must be texts that say something, but the one at index 1 is {shown}. "
        "Leave it out, or mend it where it comes from."
    )


def test_one_text_is_no_list():
    with pytest.raises(
        InputError, match=r"^premises must be a list of texts, but it is one text\. Put it in a list\.$"
    ):
        distinct("a", "premises")
