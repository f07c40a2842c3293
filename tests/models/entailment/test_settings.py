"""Settings of entailment: chosen by name, equal to conf/, and refused where they mean nothing."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from omegaconf import OmegaConf

from geobias.errors import InputError
from geobias.models.entailment import EntailmentSettings, JudgeSettings, LexicalSettings, NliSettings, TrainedSettings
from geobias.typed import value_of

CONF = Path(__file__).resolve().parents[3] / "conf" / "entailment"


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("nli", NliSettings("m")),
        ("judge", JudgeSettings()),
        ("lexical", LexicalSettings()),
        ("trained", TrainedSettings()),
    ],
)
def test_conf_has_every_setting_with_its_default(name, default):
    values = OmegaConf.to_container(OmegaConf.load(CONF / f"{name}.yaml"))
    assert list(values) == sorted(values, key=["name", *(field.name for field in fields(default))].index)
    assert set(values) == {field.name for field in fields(default)}
    given = values | ({"model": "m"} if name == "nli" else {})
    assert value_of(EntailmentSettings, given, "entailment") == default


def test_a_model_must_be_named():
    with pytest.raises(InputError, match=r"^'entailment.model' must be set, but it has no value yet\."):
        value_of(EntailmentSettings, {"name": "nli", "model": "???"}, "entailment")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: NliSettings("m", threshold=0.0),
            "entailment.threshold must be above 0 and at most 1, or null, but it is 0.0. Pass 0.5, for example.",
        ),
        (
            lambda: NliSettings("m", overlap=0.95),
            "entailment.overlap must lie between 0 and 0.9, but it is 0.95. Pass 0.25, for example.",
        ),
        (
            lambda: NliSettings("m", max_length=4),
            "entailment.max_length must be at least 8, but it is 4. Pass entailment.max_length=8 or more.",
        ),
        (
            lambda: JudgeSettings(options=("Yes", "Yes")),
            "entailment.options must be two answers, the one that says yes first, but they are ['Yes', 'Yes']. "
            'Pass entailment.options=["Yes","No"].',
        ),
        (
            lambda: JudgeSettings(content_free=" "),
            "entailment.content_free must be a text, or null, but it is ' '. "
            'Pass entailment.content_free="N/A", for example.',
        ),
        (
            lambda: LexicalSettings(threshold=1.5),
            "entailment.threshold must be above 0 and at most 1, or null, but it is 1.5. Pass 0.5, for example.",
        ),
    ],
)
def test_settings_that_mean_nothing_are_refused(make, sentence):
    with pytest.raises(InputError) as error:
        make()
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    "question",
    [
        "{premise}",
        "{premise} {hypothesis} {other}",
        "{premise} {hypothesis.x}",
        "{premise {hypothesis}",
        "{} {hypothesis}",
        "{premise:5} {hypothesis}",
        "{premise!r} {hypothesis}",
    ],
)
def test_a_question_names_both_texts_and_nothing_else(question):
    with pytest.raises(InputError) as error:
        JudgeSettings(supports=question)
    assert str(error.value) == (
        "entailment.supports must name {premise} and {hypothesis}, and nothing else in braces, but it is "
        f"{question!r}. Write a brace that is meant as one twice."
    )
    assert JudgeSettings(contradicts="{{json}} {hypothesis} {premise}").contradicts.format(
        premise="p", hypothesis="h"
    ) == ("{json} h p")
