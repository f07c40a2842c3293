"""Settings of sources: the kind by its name, and defaults that files of conf/ repeat."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from geobias.errors import InputError
from geobias.pipeline.asked import ClassifierAsked, ResponderAsked, ZeroShotAsked
from tests.pipeline.asked.conftest import settings_of

CONF = Path(__file__).resolve().parents[3] / "conf" / "asked"
KINDS = {"classifier": ClassifierAsked, "zero_shot": ZeroShotAsked, "responder": ResponderAsked}


@pytest.mark.parametrize("name", KINDS)
def test_a_file_of_conf_lists_every_setting_with_its_default(name):
    (listed,) = yaml.safe_load((CONF / f"{name}.yaml").read_text()).values()
    assert set(listed) == {field.name for field in fields(KINDS[name])}
    needs = {"classifier": {"model": "m"}, "zero_shot": {"entailment": {"name": "nli", "model": "m"}}}.get(name, {})
    given = settings_of(a=listed | needs, b={"name": name, **needs})
    assert type(given["a"]) is KINDS[name]
    assert given["a"] == given["b"]


def test_none_is_no_source():
    assert yaml.safe_load((CONF / "none.yaml").read_text()) == {"asked": {}}


WRONG = [
    (
        {"name": "classifer", "model": "m"},
        "'asked.x.name' must be one of ['classifier', 'zero_shot', 'responder'], but it is 'classifer'. Did "
        "you mean asked.x.name=classifier?",
    ),
    ({"name": "classifier"}, "'asked.x.model' must be set, but it has no value yet. Pass asked.x.model=<value>."),
    (
        {"name": "classifier", "model": "m", "lable": "hate"},
        "every setting must be a known one, but 'asked.x.lable' is not. Did you mean 'asked.x.label'?",
    ),
    (
        {"name": "classifier", "model": "m", "label": "a", "values": {"a": 1, "b": 0}},
        "asked.x.values must stand alone: the expected number of all labels, or the probability of one label,"
        " but there is label 'a' too. Leave one of the two out.",
    ),
    (
        {"name": "classifier", "model": "m", "values": {"a": 1, "b": 1}},
        "asked.x.values must give at least two labels numbers that differ, but there are {'a': 1.0, 'b': "
        "1.0}. A source that says the same of every item goes with nobody.",
    ),
    (
        {"name": "responder", "calibrate": ["N/A"]},
        "asked.x.calibrate must be left out where texts are asked, but ask is 'text'. Set ask to scores.",
    ),
    (
        {"name": "responder", "samples": 0},
        "asked.x.samples must be at least 1, but it is 0. Pass asked.x.samples=1 or more.",
    ),
    (
        {"name": "zero_shot"},
        "'asked.x.entailment' must be set, but it has no value yet. Pass asked.x.entailment=<value>.",
    ),
]


@pytest.mark.parametrize(("settings", "words"), WRONG)
def test_mistakes_are_named_by_the_whole_key(settings, words):
    with pytest.raises(InputError) as error:
        settings_of(x=settings)
    assert str(error.value) == words
