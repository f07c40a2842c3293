"""Statements as a type: groups, frames, a corpus, and what is refused."""

import numpy as np
import pytest

from geobias.corpora import Etiquette, load_etiquette
from geobias.errors import InputError


def _strings(*values):
    return np.array(values, dtype=object)


def _made(**changes):
    given = {
        "ids": _strings("a", "b", "c"),
        "texts": _strings("Bow.", "Shout.", "Sit."),
        "labels": np.array([1, -1, 1], dtype=np.int8),
        "attributes": {"region": _strings("East", "West", "East"), "type": _strings("visits", "", "dining")},
    }
    return Etiquette(**{**given, **changes})


def test_groups_of_one_attribute_and_of_two():
    made = _made()
    assert {name: places.tolist() for name, places in made.groups().items()} == {"East": [0, 2], "West": [1]}
    assert {name: places.tolist() for name, places in made.groups("region / type").items()} == {
        "East / visits": [0],
        "East / dining": [2],
    }
    with pytest.raises(InputError) as caught:
        made.groups("typ")
    assert str(caught.value) == (
        "statements must have the attribute 'typ', but they have ['region', 'type']. The nearest is 'type'. Name "
        "one of these."
    )


def test_the_frame_has_the_cell_that_answers_are_declared_by():
    frame = _made().to_frame()
    assert frame.columns.tolist() == ["id", "statement", "label", "region", "type", "cell"]
    assert frame["cell"].tolist() == ["East / visits / yes", "West /  / no", "East / dining / yes"]
    alone = _made(attributes={"region": _strings("East", "West", "East")}).to_frame()
    assert alone["cell"].tolist() == ["East / yes", "West / no", "East / yes"]


def test_it_becomes_a_corpus_of_two_labels():
    own = load_etiquette()
    corpus = own.to_corpus()
    assert corpus.task == "binary"
    assert corpus.label_names == ("not accepted", "accepted")
    assert corpus.labels.tolist() == [int(label == 1) for label in own.labels]
    assert list(corpus.groups()) == list(own.groups())
    assert corpus.fingerprint.startswith("gentle-")


def test_some_of_it_keeps_their_places():
    made = _made()
    some = made.select(np.array([2, 0]))
    assert (some.ids.tolist(), some.attributes["type"].tolist()) == (["c", "a"], ["dining", "visits"])
    assert some.digest() != made.digest() == _made().digest()
    assert made.noting(["x", "x"]).notices == ("x",)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"ids": _strings()}, "there must be at least one statement, but there is none. Check what was left out."),
        ({"ids": _strings("a", "a", "c")}, "statements must have ids of their own, but some repeat. Name each once."),
        ({"texts": _strings("Bow.")}, "texts must have 3 entries, but there are 1. Align them."),
        ({"labels": np.array([1, 0, 1])}, "labels must be 1 or -1, but one is 0. Map them."),
        (
            {"attributes": {"region": _strings("East", "", "East")}},
            "every statement must have a region, but one has none. Leave it out.",
        ),
    ],
)
def test_what_is_no_such_set_is_refused(changes, message):
    with pytest.raises(InputError) as caught:
        _made(**changes)
    assert str(caught.value) == message
