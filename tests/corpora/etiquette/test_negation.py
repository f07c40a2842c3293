"""Negation by rule: opposites, what stays, and what no rule fits."""

import pytest

from geobias.corpora import load_etiquette, negated


@pytest.mark.parametrize(
    ("text", "opposite"),
    [
        ("Thank the cook.", "Do not thank the cook."),
        ("thank the cook.", "do not thank the cook."),
        ("Do not spit on the floor.", "Spit on the floor."),
        ("Don’t spit on the floor.", "Spit on the floor."),
        ("Never spit on the floor.", "Spit on the floor."),
        ("Always greet the elders first.", "Never greet the elders first."),
        ("Please open the door.", "Please do not open the door."),
        ("Please do not open the door.", "Please open the door."),
        ("In Japan: Take off your shoes.", "In Japan: Do not take off your shoes."),
        ("It is polite to bow.", "It is not polite to bow."),
        ("It isn't polite to point.", "It is polite to point."),
        ("You should always bow.", "You should never bow."),
        ("You should never bow.", "You should bow."),
        ("Guests can smoke inside.", "Guests cannot smoke inside."),
        ("Guests cannot smoke inside.", "Guests can smoke inside."),
    ],
)
def test_opposites(text, opposite):
    assert negated(text) == opposite


@pytest.mark.parametrize(
    "text", ["Italians greet friends with a kiss.", "When you are late, ring.", "", "Nobody who is late minds.", ":"]
)
def test_where_no_rule_is_sure_there_is_none(text):
    assert negated(text) is None


def test_a_command_negated_twice_is_itself():
    turned = [(text, negated(text)) for text in load_etiquette().texts]
    done = [(text, once) for text, once in turned if once is not None]
    assert len(done) > 300
    assert all(negated(once) == text for text, once in done)
    assert all(once != text for text, once in done)
