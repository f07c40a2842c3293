"""Settings of an ask: absolute paths, checked values, the same defaults as in conf/."""

from __future__ import annotations

from pathlib import Path

import pytest
from hydra import compose, initialize_config_module
from omegaconf import OmegaConf

from geobias.errors import InputError
from geobias.pipeline.asking import AskSettings


def test_the_defaults_are_stated_once_in_two_places():
    with initialize_config_module("geobias.conf", version_base="1.3"):
        values = OmegaConf.to_container(compose("ask", overrides=["prompts=x.yaml"]))
    assert isinstance(values, dict)
    assert AskSettings.build(values) == AskSettings.build(prompts="x.yaml")
    assert set(values) == set(AskSettings.build(prompts="x.yaml").as_dict())


def test_paths_count_from_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    built = AskSettings.build(prompts="p/x.yaml", table="t.csv", output="o")
    assert Path(built.prompts) == tmp_path / "p" / "x.yaml"
    assert (built.table, built.output) == (str(tmp_path / "t.csv"), str(tmp_path / "o"))
    assert built.label == "x"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "'prompts' must be set, but it has no value yet. Pass prompts=<value>."),
        ({"prompts": "x", "samples": 0}, "samples must be at least 1, but it is 0. Pass samples=1 or more."),
        (
            {"prompts": "x", "ask": "score"},
            "'ask' must be one of ['text', 'scores', 'both'], but it is 'score'. Did you mean ask=scores?",
        ),
        (
            {"prompts": "x", "responder": {"name": "scriptd"}},
            "'responder.name' must be one of ['scripted', 'leaning', 'hf', 'smollm2', 'openai', 'recorded'], but it is "
            "'scriptd'. Did you mean responder.name=scripted?",
        ),
    ],
)
def test_what_cannot_be_is_refused(values, said):
    with pytest.raises(InputError) as error:
        AskSettings.build(values)
    assert str(error.value) == said


def test_where_things_lie_decides_no_answer():
    one = AskSettings.build(prompts="x.yaml")
    assert one.identity() == AskSettings.build(prompts="y.yaml", store="s", name="n", progress=False).identity()
    assert one.identity() != AskSettings.build(prompts="x.yaml", samples=2).identity()
