"""Label order: real wordings are read, and what does not tell is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.models.entailment.label_order import label_order, relation_of, to_relations

E, N, C, OTHER = "entailment", "neutral", "contradiction", "not_entailment"


def config(*names: str) -> dict:
    """As config.json has it: places are text there."""
    return {
        "id2label": {str(place): name for place, name in enumerate(names)},
        "label2id": {name: place for place, name in enumerate(names)},
    }


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (("CONTRADICTION", "NEUTRAL", "ENTAILMENT"), (C, N, E)),
        (("contradiction", "entailment", "neutral"), (C, E, N)),
        (("Entailment", "Neutral", "Contradiction"), (E, N, C)),
        (("entail", "neutral", "contradict"), (E, N, C)),
        (("c", "e", "n"), (C, E, N)),
        (("SUPPORTS", "REFUTES", "NOT ENOUGH INFO"), (E, C, N)),
        (("entailment", "not_entailment"), (E, OTHER)),
        (("not entailment", "entailment"), (OTHER, E)),
        (("NOT-ENTAILED", "ENTAILED"), (OTHER, E)),
        (("non-entailment", "entailment"), (OTHER, E)),
        (("contradiction", "entailment"), (C, E)),
    ],
)
def test_wordings_of_published_models_are_read(names, order):
    assert label_order(config(*names), None, len(names), "m") == order
    for part in ("id2label", "label2id"):
        assert label_order({part: config(*names)[part]}, None, len(names), "m") == order


@pytest.mark.parametrize(
    ("values", "outputs", "shown"),
    [
        (config("LABEL_0", "LABEL_1", "LABEL_2"), 3, "['LABEL_0', 'LABEL_1', 'LABEL_2']"),
        (config("positive", "negative"), 2, "['positive', 'negative']"),
        (config("entailment", "neutral"), 2, "['entailment', 'neutral']"),
        (config("entailment", "neutral", "contradiction"), 2, "['entailment', 'neutral', 'contradiction']"),
        ({}, 3, "nothing"),
        ({"id2label": ["e", "n", "c"]}, 3, "nothing"),
        ({"id2label": {"1": "entailment", "2": "neutral", "3": "contradiction"}}, 3, "nothing"),
        ({"id2label": config("entailment", "neutral", "contradiction")["id2label"],
          "label2id": config("contradiction", "neutral", "entailment")["label2id"]}, 3,
         "['entailment', 'neutral', 'contradiction'] and ['contradiction', 'neutral', 'entailment']"),
    ],
)  # fmt: skip
def test_what_does_not_tell_is_refused(values, outputs, shown):
    with pytest.raises(InputError) as error:
        label_order(values, None, outputs, "m")
    assert str(error.value) == (
        "the config.json of a model of entailment must say which output is which relation, but that of 'm' calls its "
        f"{outputs} outputs {shown}. See its model card, and pass for example "
        'entailment.labels=["contradiction","neutral","entailment"].'
    )


def test_a_declaration_is_held_to_the_outputs():
    assert label_order(config("LABEL_0", "LABEL_1"), ["Not entailment", "Entailment"], 2, "m") == (OTHER, E)
    with pytest.raises(InputError) as error:
        label_order({}, ("entailment", "neutral"), 3, "m")
    assert str(error.value) == (
        "entailment.labels must name the 3 outputs of 'm', each relation once, but it is ['entailment', 'neutral']. "
        'Pass ["contradiction","neutral","entailment"] or ["entailment","not_entailment"], in its order.'
    )


@given(st.text(max_size=6), st.sampled_from([E, N, C, OTHER]), st.sampled_from([str.upper, str.title, str.lower]))
def test_case_and_marks_decide_nothing(marks, relation, case):
    around = "".join(letter for letter in marks if not ("a" <= letter.lower() <= "z"))
    assert relation_of(around + case(relation) + around) == relation


def test_logits_become_probabilities_in_the_order_of_relations():
    logits = np.log(np.array([[0.2, 0.7, 0.1]], dtype=np.float32))
    assert to_relations(logits, (C, E, N))[0] == pytest.approx([0.2, 0.1, 0.7])
    assert to_relations(logits[:, :2], (E, OTHER))[0] == pytest.approx([0, 7 / 9, 2 / 9])
    assert to_relations(logits[:, :2], (C, E))[0] == pytest.approx([2 / 9, 0, 7 / 9])
    assert to_relations(np.array([[1e4, -1e4, 0.0]]), (C, N, E)).tolist() == [[1.0, 0.0, 0.0]]
