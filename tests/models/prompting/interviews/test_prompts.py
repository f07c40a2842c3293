"""Prompts of interviews: which personas there are, and what is asked of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.prompting import Interview, interview_prompts, personas, read_designs, read_interview

ABC = Interview(
    "abc",
    "Be [{a}] [{b}] {c|one}. {question}",
    {"a": ("a1", "a2"), "b": ("b1", "b2", "b3"), "c": ("c1",)},
    {"general": "Why?", "other": "How?"},
)


def test_all_combinations_are_the_full_ones_and_their_marginals():
    found = personas(ABC, "all")
    assert len(found) == 3 * 4 * 2 - 1
    assert [one for one in found if all(one.values())] == personas(ABC)
    listed = personas(ABC, [["a", "b", "c"], ["a", "b"], ["a", "c"], ["b", "c"], ["a"], ["b"], ["c"]])
    assert sorted(map(str, listed)) == sorted(map(str, found))
    assert personas(ABC, [[]]) == [{"a": "", "b": "", "c": ""}]


@given(st.lists(st.sampled_from(["a", "b", "c"]), unique=True))
def test_a_combination_says_the_axes_that_stay_and_no_other(staying):
    for prompt in interview_prompts(ABC, combinations=[staying], questions=["other"]).prompts:
        for axis in ABC.axes:
            assert bool(prompt.fields[axis]) == (axis in staying)
        words = [prompt.fields[axis] for axis in ("a", "b", "c") if prompt.fields[axis]]
        assert prompt.messages[0].text == " ".join(["Be", *words, *([] if "c" in staying else ["one"])]) + ". How?"


def test_the_template_asks_about_nothing_with_every_field_filled():
    prompts = interview_prompts(ABC)
    assert prompts.fields == ("a", "b", "c", "question", "design")
    assert prompts.templates["abc"].content_free().messages[0].text == "Be N/A N/A N/A. N/A"


def test_questions_may_be_others():
    prompts = interview_prompts(ABC, combinations=[["c"]], questions={"mine": "Where to?"}).prompts
    assert [(p.fields["question"], p.messages[0].text) for p in prompts] == [("mine", "Be c1. Where to?")]


def test_designs_are_in_the_fields_and_bring_their_constants():
    [placebo] = [design for design in read_designs() if design.fields]
    prompt = interview_prompts(read_interview(), placebo).prompts[0]
    assert prompt.fields["design"] == "house number"
    assert prompt.fields["house"] == "17"
    assert "house number 17" in prompt.messages[0].text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"combinations": "al"},
         "combinations must be full, all, or lists of axes, but they are 'al'. Pass combinations=full."),
        ({"combinations": [["aa"]]},
         "combinations must be of axes of the interview, but 'aa' is none. The nearest is 'a'. There are ['a', 'b', "
         "'c']."),
        ({"questions": ["generals"]},
         "questions must be of interview 'abc', but 'generals' is none. The nearest is 'general'. There are "
         "['general', 'other']."),
        ({"combinations": [["c"], ["c"]], "questions": ["other"]},
         "prompts of 'abc' must differ in words where they differ in fields, but {'a': '', 'b': '', 'c': 'c1', "
         "'question': 'other', 'design': ''} and {'a': '', 'b': '', 'c': 'c1', 'question': 'other', 'design': ''} are "
         "asked in the same ones. Remove one of two values that are said alike, or a combination that is there twice."),
    ],
)  # fmt: skip
def test_what_is_not_there_is_named(arguments, said):
    with pytest.raises(InputError) as error:
        interview_prompts(ABC, **arguments)
    assert str(error.value) == said
