"""Places of scored answers: expectations over options, holes, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.measures.resonance import item_prompts, read_values, stated_scores
from geobias.models.generation import (
    Decoding,
    Ledger,
    Questions,
    ScriptedSettings,
    ask_prompts,
    load_responder,
)
from geobias.tables import ResponseRow, ResponseTable

VALUES = read_values()


def row(number, value, shares, design="", **more):
    scores = {option: math.log(share) for option, share in zip(value.options, shares, strict=True)}
    fields = {"nation": "de", "age": str(number // 10), "question": value.name, "design": design}
    return ResponseRow(number, f"p{number}", "item", 0, "scores", "text", fields=fields, scores=scores, **more)


@given(st.lists(st.floats(0.01, 1), min_size=10, max_size=10))
def test_a_place_is_the_mean_over_options_by_their_chances(shares):
    found = stated_scores(ResponseTable((row(0, VALUES[0], shares),)), VALUES)
    places = list(VALUES[0].options.values())
    assert found.places[0, 0] == pytest.approx(np.average(places, weights=shares))
    assert np.isnan(found.places[0, 1:]).all()
    assert np.isnan(found.projection()).all()


def test_personas_are_rows_and_their_projection_is_weighted():
    rows = [row(10 * who + at, VALUES[at], [1] + [1e-9] * (len(VALUES[at].options) - 1))
            for who in range(2) for at in range(5)]  # fmt: skip
    found = stated_scores(ResponseTable(tuple(rows)), VALUES)
    assert found.places.round(6).tolist() == [[-1, 1, 1, 1, 1]] * 2  # code 1 of religion is the secular end
    assert found.projection() == pytest.approx([3.03 - 1.4] * 2, abs=1e-6)
    assert found.fields == {"nation": ("de", "de"), "age": ("0", "1")}
    assert found.design == ("", "")


def test_calibrated_chances_are_read_where_asked_and_the_unknown_left_out():
    shares = dict(zip(VALUES[4].options, (0.2, 0.3, 0.5), strict=True))
    rows = (
        row(0, VALUES[4], [0.1, 0.1, 0.8], calibrated=shares),
        row(10, VALUES[4], [0.1, 0.1, 0.8], calibrated=dict.fromkeys(shares, math.nan)),
    )
    found = stated_scores(ResponseTable(rows), VALUES, calibrated=True)
    assert found.places[:, 4] == pytest.approx([-0.3])
    assert found.notices == ("1 of 2 scored answers are left out: 1 that cannot be calibrated.",)


def test_texts_and_other_questions_are_left_alone_and_errors_counted():
    lost = ResponseRow(1, "p", "item", 0, "scores", "error", fields={"question": "pride", "design": ""})
    text = ResponseRow(2, "p", "t", 0, "text", "text", text="Yes.", fields={"question": "pride"})
    other = ResponseRow(3, "p", "t", 0, "scores", "text", scores={"Yes": -1.0}, fields={"question": "weather"})
    found = stated_scores(ResponseTable((row(0, VALUES[4], [1, 1, 1]), lost, text, other)), VALUES)
    assert len(found) == 1
    assert found.notices == ("1 of 2 scored answers are left out: 1 error.",)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            (row(0, VALUES[4], [1, 1, 1]), row(1, VALUES[4], [1, 1, 1])),
            "a persona must be asked an item once by a design, but 'authority' of {'nation': 'de', 'age': '0', "
            "'design': ''} is there twice. Drop the copies, or name the designs.",
        ),
        (
            (
                ResponseRow(
                    0, "p0", "i", 0, "scores", "text", fields={"question": "pride"}, scores={"Very proud": -1.0}
                ),
            ),
            "a row of 'pride' must have a score of every option, but prompt p0 has none of 'Quite proud'. "
            "Ask it with the options of these values.",
        ),
        (
            (ResponseRow(0, "p0", "i", 0, "scores", "error", fields={"question": "pride"}),),
            "responses must have scores of options of ['religion', 'autonomy', 'abortion', 'pride', 'authority'], but "
            "of 1 rows that ask for one none has them. Ask `item_prompts` for scores.",
        ),
        (
            (),
            "responses must have scores of options of ['religion', 'autonomy', 'abortion', 'pride', 'authority'], but "
            "no row asks for one. Ask `item_prompts` for scores.",
        ),
    ],
)
def test_what_is_refused(rows, message):
    with pytest.raises(InputError) as error:
        stated_scores(ResponseTable(rows), VALUES)
    assert str(error.value) == message


def test_from_prompts_to_places(tmp_path):
    """Asked of a responder whose chances are declared."""
    prompts = item_prompts(VALUES, [{"nation": "de", "sex": "man"}, {"nation": "jp", "sex": "man"}], str)
    chances = {value.name: {option: 1 / len(value.options) for option in value.options} for value in VALUES}
    chances["pride"] = {"Very proud": 0.75, "Not proud at all": 0.25}
    responder = load_responder(ScriptedSettings(field="question", answers=chances))
    ledger = Ledger(tmp_path, responder.name, responder.fingerprint)
    found = stated_scores(ask_prompts(prompts, responder, Decoding(), ledger, Questions(ask="scores")), VALUES)
    assert found.fields == {"nation": ("de", "jp"), "sex": ("man", "man")}
    assert found.places == pytest.approx(np.array([[0, 0, 0, 0.5, 0]] * 2), abs=1e-12)
