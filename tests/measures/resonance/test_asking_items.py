"""Items as prompts: who is asked what, with which options, and what a calibration leaves of it."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.measures.resonance import item_prompts, read_values
from geobias.models.generation import Questions, content_free_requests, requests_of

VALUES = read_values()
PERSONAS = [{"nation": n, "age": a, "sex": s} for n in ("de", "jp") for a in ("20", "60") for s in ("man", "woman")]


def who(fields):
    return f"You are {fields['age']} and a {fields['sex']} of {fields['nation']}."


def test_every_persona_is_asked_every_item():
    found = item_prompts(VALUES, PERSONAS, who, design="items")
    assert len(found.prompts) == 5 * 8
    assert len({prompt.id for prompt in found.prompts}) == 40
    assert [dict(prompt.fields) for prompt in found.prompts[:2]] == [
        {**fields, "question": "religion", "design": "items"} for fields in PERSONAS[:2]
    ]
    requests = requests_of(found, Questions(ask="scores"))
    assert [request.options for _, request in requests[::8]] == [tuple(value.options) for value in VALUES]


def test_a_content_free_prompt_keeps_the_request_for_an_answer_alone():
    [free] = content_free_requests(
        item_prompts(VALUES[:1], PERSONAS, who), Questions(ask="scores", content_free=("?",))
    )
    assert free.prompt.messages[0].text == "?\n?\nAnswer with one of these: ?.\nAnswer:"


def test_values_without_a_question_are_not_asked():
    bare = read_values([{"name": "thrift", "hypothesis": "Save.", "inversion": "Spend.", "loading": 1}])
    assert {p.fields["question"] for p in item_prompts([*bare, VALUES[1]], PERSONAS, who).prompts} == {"autonomy"}
    with pytest.raises(InputError) as error:
        item_prompts(bare, PERSONAS, who)
    assert str(error.value) == (
        "a value must have an item's question to be asked directly, but of ['thrift'] none has. "
        "Add item_question and options to the values."
    )


@pytest.mark.parametrize(
    ("personas", "message"),
    [
        ([], "items must be asked of a persona, but there is none. Pass fields of one or more."),
        (
            [{"design": "x"}],
            "fields of a persona must not be called 'design', but one is. Rename it: that is what is asked.",
        ),
    ],
)
def test_what_is_refused(personas, message):
    with pytest.raises(InputError) as error:
        item_prompts(VALUES, personas, who)
    assert str(error.value) == message
