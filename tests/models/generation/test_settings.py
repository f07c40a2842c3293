"""Settings of responders: the defaults of conf/ are those of the classes, and a `name` chooses among them."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path

import pytest
import yaml

from geobias.errors import InputError
from geobias.models.generation import (
    HfSettings,
    LeaningSettings,
    OpenAISettings,
    RecordedSettings,
    ScriptedSettings,
    SmolLM2Settings,
)
from geobias.models.generation.registry import ResponderSettings
from geobias.typed import value_of

CONF = Path(__file__).parents[3] / "conf" / "responder"
KINDS = {
    "hf": HfSettings,
    "smollm2": SmolLM2Settings,
    "openai": OpenAISettings,
    "scripted": ScriptedSettings,
    "recorded": RecordedSettings,
    "leaning": LeaningSettings,
}


def test_every_responder_has_its_file():
    named = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))["name"] for path in CONF.glob("*.yaml")}
    assert set(named.values()) == set(KINDS)
    assert {stem for stem, name in named.items() if stem != name} == {"scripted_etiquette", "scripted_stories"}


@pytest.mark.parametrize("name", KINDS)
def test_a_file_lists_every_setting_with_its_default(name):
    values = yaml.safe_load((CONF / f"{name}.yaml").read_text(encoding="utf-8"))
    required = [f.name for f in fields(KINDS[name]) if f.default is MISSING and f.default_factory is MISSING]
    assert [key for key, value in values.items() if value == "???"] == required
    assert set(values) == {field.name for field in fields(KINDS[name])}
    given = values | dict.fromkeys(required, "given")
    assert value_of(ResponderSettings, given, "responder") == KINDS[name](**dict.fromkeys(required, "given"))


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"name": "hf"}, "'responder.model' must be set, but it has no value yet. Pass responder.model=<value>."),
        (
            {"name": "smollm2", "date": "today"},
            "responder.date must be a date, as 2024-07-26, but it is 'today'. Correct it (Invalid isoformat string: "
            "'today').",
        ),
        (
            {"name": "openai", "model": "m", "timeout": 0},
            "responder.timeout must be above 0, but it is 0.0. Correct the value.",
        ),
        (
            {"name": "openai", "model": "m", "concurrency": 0},
            "responder.concurrency must be at least 1, but it is 0. Pass responder.concurrency=1 or more.",
        ),
        (
            {"name": "openai", "model": "m", "prices_in": 1},
            "every setting must be a known one, but 'responder.prices_in' is not. Did you mean 'responder.price_in'?",
        ),
    ],
)
def test_a_wrong_setting_is_named(values, wrong):
    with pytest.raises(InputError) as raised:
        value_of(ResponderSettings, values, "responder")
    assert str(raised.value) == wrong
