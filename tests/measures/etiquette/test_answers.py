"""Answers: from responses, as predictions, and what is refused."""

import numpy as np
import pytest

from geobias.corpora import load_etiquette
from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteAnswers
from geobias.tables import AS_RIGHT, AS_WRONG, ResponseRow, ResponseTable
from tests.measures.etiquette.conftest import make_answers


@pytest.fixture(scope="module")
def statements():
    return load_etiquette().select(np.arange(4))


def _response(statements, place, **changes):
    fields = {"id": statements.ids[place], "region": statements.attributes["region"][place]}
    given = {"number": place, "prompt": "p", "template": "t", "sample": 0, "asked": "text", "outcome": "text"}
    return ResponseRow(**{**given, "fields": fields, **changes})


def test_texts_that_were_read_are_answers_and_others_have_a_reason(statements):
    rows = (
        _response(statements, 1, answer="no"),
        _response(statements, 0, answer="yes"),
        _response(statements, 0, answer="no", sample=1),
        _response(statements, 2, reason="hedged"),
        _response(statements, 3, outcome="refused"),
    )
    found = EtiquetteAnswers.of_responses(statements, ResponseTable(rows), units=np.array([7, 8, 7, 9]), model="x")
    assert found.said.tolist() == [-1, 1, -1, 0, 0]
    assert found.reasons.tolist() == ["", "", "", "hedged", "refused"]
    assert found.units.tolist() == [8, 7, 7, 7, 9]
    assert found.truth.tolist() == [int(statements.labels[place]) for place in (1, 0, 0, 2, 3)]
    assert found.types.tolist() == [statements.attributes["type"][place] for place in (1, 0, 0, 2, 3)]


def test_the_most_probable_option_is_the_answer_and_a_tie_is_none(statements):
    rows = (
        _response(statements, 0, asked="scores", scores={"Yes": -0.1, "No": -2.0}),
        _response(statements, 1, asked="scores", scores={"Yes": -1.0, "No": -1.0}),
        _response(statements, 2, asked="scores", scores={"Yes": -np.inf, "No": -np.inf}),
    )
    found = EtiquetteAnswers.of_responses(statements, ResponseTable(rows))
    assert found.said.tolist() == [1, 0, 0]
    assert found.reasons.tolist() == ["", "tie", "tie"]


def test_calibrated_options_count_before_raw_ones_and_an_answer_may_be_worth_nothing(statements):
    scores = {"Yes": -0.1, "No": -2.0}
    rows = (
        _response(statements, 0, asked="scores", scores=scores, calibrated={"Yes": 0.4, "No": 0.6}),
        _response(statements, 1, asked="scores", scores=scores, calibrated={"Yes": np.nan, "No": np.nan}),
        _response(statements, 2, answer="sometimes"),
    )
    values = {"yes": 1, "no": -1, "sometimes": None}
    found = EtiquetteAnswers.of_responses(statements, ResponseTable(rows), values=values)
    assert found.said.tolist() == [-1, 0, 0]
    assert found.reasons.tolist() == ["", "uncalibrated", "sometimes"]


def test_a_response_about_something_else_and_an_answer_without_a_value_are_refused(statements):
    with pytest.raises(InputError) as caught:
        EtiquetteAnswers.of_responses(statements, ResponseTable((_response(statements, 1, fields={"id": "z"}),)))
    assert str(caught.value) == (
        "every response must be about one of the statements, by its field 'id', but that of prompt 1 is 'z'. Ask with "
        "the table that Etiquette.to_frame gives."
    )
    with pytest.raises(InputError) as caught:
        EtiquetteAnswers.of_responses(statements, ResponseTable((_response(statements, 1, answer="maybe"),)))
    assert str(caught.value) == (
        "every answer must have a value, 1 or -1, but 'maybe' is none of ['yes', 'no']. Add it to values."
    )


def test_what_was_not_said_is_wrong_or_right_only_where_that_is_asked_for():
    made = make_answers(40)
    said, silent = made.predictions(), ~made.answered
    assert np.isnan(said.probabilities[0][silent]).all()
    assert said.abstained[0].tolist() == silent.tolist()
    positive = made.truth == 1
    assert ((made.predictions(AS_RIGHT).probabilities[0] == 1) == positive)[silent].all()
    assert ((made.predictions(AS_WRONG).probabilities[0] == 1) == ~positive)[silent].all()
    for counted in (AS_RIGHT, AS_WRONG):
        assert (made.predictions(counted).probabilities[0] == said.probabilities[0])[~silent].all()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"said": np.array([2, 0, 1, 1])}, "said must be of [-1, 0, 1], but one is 2. Map them."),
        ({"truth": np.array([0, 1, 1, 1])}, "truth must be of [-1, 1], but one is 0. Map them."),
        ({"units": np.arange(3)}, "units must have 4 entries, but there are 3. Align them."),
        (
            {"regions": np.array(["a", "", "b", "c"], dtype=object)},
            "every answer must be about a region, but one has none. Leave it out.",
        ),
        (
            {"truth": np.array([], dtype=np.int8)},
            "there must be at least one answer, but there is none. Ask about a statement.",
        ),
    ],
)
def test_what_are_no_answers_is_refused(changes, message):
    with pytest.raises(InputError) as caught:
        make_answers(4, **changes)
    assert str(caught.value) == message
