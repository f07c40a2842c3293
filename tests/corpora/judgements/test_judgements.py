"""The type Judgements: what it refuses, crossed attributes, selections."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora import make_judgements
from geobias.errors import InputError

MADE = make_judgements(annotators=5, items=12, answers=6)


def test_attributes_cross_by_list_or_by_name():
    crossed = MADE.members(["region", "gender"])
    assert {name: of.sum() for name, of in crossed.items()} == {
        name: of.sum() for name, of in MADE.members("region / gender").items()
    }
    for name, of in crossed.items():
        region, gender = name.split(" / ")
        assert np.array_equal(of, MADE.members("region")[region] & MADE.members("gender")[gender])


def test_who_did_not_give_one_of_the_attributes_is_in_no_crossed_cell():
    blank = MADE.with_attribute("gender", [()] * len(MADE.annotators))
    assert blank.members(["region", "gender"]) == {}


def test_an_attribute_that_there_is_not_gets_the_nearest():
    with pytest.raises(InputError, match="annotators must have the attribute 'regoin'.*The nearest is 'region'"):
        MADE.members("regoin")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"answers": MADE.answers + 3}, "answers must lie between -2 and 2"),
        ({"annotator": MADE.annotator * 0, "item": MADE.item * 0}, "an annotator must judge an item once"),
        ({"texts": MADE.texts[:3]}, "texts must have 12 entries, but there are 3"),
        ({"items": np.array(["a"] * 12, dtype=object)}, "items must have names of their own"),
    ],
)
def test_what_does_not_fit_is_refused(change, message):
    with pytest.raises(InputError, match=message):
        replace(MADE, **change)


@given(st.lists(st.booleans(), min_size=len(MADE), max_size=len(MADE)))
def test_a_selection_keeps_items_and_annotators(mask):
    part = MADE.select(np.array(mask))
    assert len(part) == sum(mask)
    assert len(part.items) == len(MADE.items)
    assert part.annotators.tolist() == MADE.annotators.tolist()


def test_the_frame_has_one_row_a_judgement():
    frame = MADE.with_attribute("gender", [("man", "woman")] * len(MADE.annotators)).to_frame()
    assert len(frame) == len(MADE)
    assert set(frame["gender"]) == {"man|woman"}
    assert frame["labels"].tolist() == MADE.sources["labels"][MADE.item].tolist()


def test_digests_differ_where_an_answer_does():
    other = replace(MADE, answers=np.where(np.arange(len(MADE)) == 0, -MADE.answers + 0.5, MADE.answers))
    assert MADE.digest() == make_judgements(annotators=5, items=12, answers=6).digest() != other.digest()
