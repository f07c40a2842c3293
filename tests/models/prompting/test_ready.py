"""Prompts that come along: whole, answered by declared answers, each with a number."""

from __future__ import annotations

import pytest

from geobias.errors import InputError
from geobias.models.prompting import find_prompt_file, prompt_names, read_prompt_file
from geobias.models.prompting.answers import AnswerSet

FIELDS = {"etiquette": ("region", "statement")}
"""Of prompts that are about more than a text."""
FREE = {"name_regions": ("statement", "regions"), "write_etiquette": ("region", "count")}
"""Of prompts whose texts are read as no declared answer."""


def test_five_come_along():
    assert prompt_names() == (
        "etiquette", "hate_speech", "name_regions", "social_acceptability", "write_etiquette",
    )  # fmt: skip


@pytest.mark.parametrize("name", FREE)
def test_a_prompt_for_free_texts_declares_no_answer(name):
    (template,) = find_prompt_file(name).templates
    assert (template.name, template.fields) == (name, FREE[name])
    assert (template.answers, template.options, dict(template.values)) == (None, (), {})


@pytest.mark.parametrize("name", [name for name in prompt_names() if name not in FREE])
def test_every_option_is_read_as_an_answer_and_every_answer_has_a_number(name):
    (template,) = find_prompt_file(name).templates
    assert (template.name, template.fields) == (name, FIELDS.get(name, ("text",)))
    answers = AnswerSet.named(template.answers)
    read = [answers.parse(option, template.language).answer for option in template.options]
    assert sorted(read) == sorted(answers.values)
    assert set(template.values) == set(answers.values)
    for option in template.options:
        assert option in template.messages[0].text


def test_numbers_lie_on_the_published_scales():
    assert find_prompt_file("social_acceptability").templates[0].values == {
        "very bad": -2,
        "bad": -1,
        "neutral": 0,
        "good": 1,
        "very good": 2,
    }
    assert find_prompt_file("hate_speech").templates[0].values == {"hate": 1, "not sure": 0.5, "not hate": 0}


def test_a_file_of_ones_own_is_found_by_its_path_and_may_have_numbers(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text("templates: [{name: a, messages: [{user: '{text}'}], answers: yes_no, values: {yes: 1, no: null}}]")
    (template,) = find_prompt_file(path).templates
    assert template.values == {"yes": 1.0, "no": None}
    assert read_prompt_file(path) == find_prompt_file(str(path))
    path.write_text("templates: [{name: a, messages: [{user: '{text}'}], answers: yes_no, values: {yes: much}}]")
    with pytest.raises(InputError) as error:
        find_prompt_file(path)
    assert str(error.value) == (
        "own.yaml, templates[0].values, 'yes' must be a number, or null, but it is 'much'. Correct the file."
    )


def test_a_name_that_there_is_not_gets_the_nearest():
    with pytest.raises(InputError) as error:
        find_prompt_file("hate_spech")
    assert str(error.value) == (
        "prompts must be one of etiquette, hate_speech, name_regions, social_acceptability, write_etiquette, or a YAML "
        "file, but they are 'hate_spech'. The nearest is 'hate_speech'. The name of a file ends in .yaml."
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Yes.", 1),
        ("**yes**", 1),
        ('"No"', -1),
        ("YESTERDAY", None),
        ("It is known to be rude", None),
        ("yes, it is polite there", 1),
        ("No, people there find it rude.", -1),
        ("I can't say.", None),
    ],
)
def test_answers_about_etiquette_are_yes_no_or_none(text, value):
    (template,) = find_prompt_file("etiquette").templates
    found = AnswerSet.named(template.answers).parse(text, template.language)
    assert template.values.get(found.answer) == value
    assert bool(found.reason) == (value is None)
