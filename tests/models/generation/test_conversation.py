"""Conversations to token ids: what ends a response, what a template refuses, and a clock that stands still."""

from __future__ import annotations

import datetime
import json
import shutil

import pytest

from geobias.errors import InputError
from geobias.models.generation import Decoding, HfSettings, Request, load_responder
from geobias.models.generation.conversation import _dated
from geobias.models.prompting import Message, Prompt
from tests.models.generation.conftest import PROMPTS, TEMPLATE, prompt

DATE = datetime.date(2024, 7, 6)


def test_responses_end_at_the_models_token_and_the_templates(responder_of):
    assert responder_of("llama").stops == {1}
    assert responder_of("llama", TEMPLATE).stops == {1, 3}


def test_without_a_template_texts_follow_each_other(responder_of):
    conversation = responder_of("gpt2")._conversation
    context = conversation.context(Prompt((Message("system", "Be short."), Message("user", "Why?"))))
    assert conversation.text(context.lead) == "Be short.\n\nWhy?"


@pytest.mark.parametrize("spelling", ["%d %b %Y", "%A, %B %d", "%-d.%-m.%y", "%Y-%m-%d"])
def test_a_template_sees_the_day_of_the_settings(spelling):
    jinja2 = pytest.importorskip("jinja2")
    made = _dated("\n {{ strftime_now('" + spelling + "') }}{% if strftime_now is defined %}!{% endif %}", DATE)
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)
    environment.globals["strftime_now"] = lambda _: "today"
    assert environment.from_string(made).render() == f"\n {DATE:{spelling}}!"
    assert _dated(TEMPLATE, DATE) == TEMPLATE


def test_turns_that_a_template_refuses_are_named(responder_of):
    strict = "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}" + TEMPLATE
    responder = responder_of("llama", strict)
    asked = Request(Prompt((Message("system", "s"), Message("user", "u"))))
    assert dict(responder.respond([asked], Decoding(max_tokens=2)))[asked].detail == (
        "a prompt must have turns that the model's chat template takes, but it does not take ['system', 'user'] (no "
        "system). Put the system's text into the user's turn, or use responder.chat=false for plain text."
    )


@pytest.mark.parametrize("token", ["</s>", "<|start|>"])
def test_control_tokens_in_a_text_are_refused(token, responder_of):
    with pytest.raises(InputError, match="must not hold the control token"):
        responder_of("llama", TEMPLATE)._conversation.context(prompt(f"a{token}b"))


def test_a_decoder_begins_with_the_token_that_the_generation_settings_name(folder_of, responder_of, tmp_path):
    folder = tmp_path / "t5"
    shutil.copytree(folder_of("t5"), folder)
    for name, start in (("config.json", None), ("generation_config.json", 7)):
        settings = json.loads((folder / name).read_text())
        (folder / name).write_text(json.dumps({**settings, "decoder_start_token_id": start}))
    found = load_responder(HfSettings(model=str(folder), device="cpu"))
    assert found._conversation.context(PROMPTS[0]).lead == (7,)
    assert responder_of("t5")._conversation.context(PROMPTS[0]).lead == (0,)
    (folder / "generation_config.json").unlink()
    with pytest.raises(InputError) as raised:
        load_responder(HfSettings(model=str(folder), device="cpu"))
    assert str(raised.value) == (
        "a model with encoder and decoder must say which token its decoder begins with, but neither its config.json "
        "nor its generation_config.json has a decoder_start_token_id. Add it there."
    )
