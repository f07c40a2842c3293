"""Files of prompts: what they say, and what is wrong with one, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from geobias.errors import InputError
from geobias.models.prompting import Message, read_prompt_file

WHOLE = """
templates:
  - name: norm
    messages:
      - system: You live in {region}.
      - user: |
          Is {act} fine?
    options: [yes, no, 1]
    answers: yes_no
    language: en
  - name: scale
    messages: [{user: "Rate {act}"}]
    answers: {ordered: true, answers: {bad: , good: }}
  - name: own
    messages: [{user: hello}]
    answers: mine.yaml
grid:
  region: [NO, {region: US}]
  act: [{act: on, verb: to be on}]
marginals:
  left_out: {region: nowhere}
  least: 0
table: items.csv
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "prompts.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_scalar_is_the_text_it_is(tmp_path):
    file = read_prompt_file(written(tmp_path, WHOLE))
    norm, scale, own = file.templates
    assert norm.messages == (Message("system", "You live in {region}."), Message("user", "Is {act} fine?\n"))
    assert (norm.options, norm.answers, norm.language) == (("yes", "no", "1"), "yes_no", "en")
    assert scale.answers == {"ordered": True, "answers": {"bad": "", "good": ""}}
    assert own.answers == str(tmp_path / "mine.yaml")
    assert file.grid is not None
    assert file.grid.axes == {
        "region": [{"region": "NO"}, {"region": "US"}],
        "act": [{"act": "on", "verb": "to be on"}],
    }
    assert (file.grid.left_out, file.grid.least) == ({"region": {"region": "nowhere"}}, 0)
    assert file.table == tmp_path / "items.csv"


ONE = "templates: [{name: t, messages: [{user: hi}]}]\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "prompts.yaml must be a mapping with templates, but it is empty. See docs/asking.md for one."),
        ("- a", "prompts.yaml must be a mapping with templates, but it is not. See docs/asking.md for one."),
        (
            "grid: {}",
            "prompts.yaml must have 'templates', but its keys are ['grid']. Add it.",
        ),
        ("templates: []", "prompts.yaml must have a template, but its list is empty. See docs/asking.md for one."),
        (
            "templates: {name: t}",
            "prompts.yaml.templates must be a list, but it is a mapping. Correct the file.",
        ),
        (
            ONE + "tabel: x.csv",
            "every key of prompts.yaml must be a known one, but 'tabel' is not. Did you mean 'table'?",
        ),
        (
            "templates: [{name: t, message: []}]",
            "every key of prompts.yaml, templates[0] must be a known one, but 'message' is not. Did you mean "
            "'messages'?",
        ),
        (
            "templates: [{name: t, messages: [{usr: hi}]}]",
            "the role of prompts.yaml, templates[0].messages[0] must be one of ['system', 'user', 'assistant'], but it "
            "is 'usr'. Rename it.",
        ),
        (
            "templates: [{name: t, messages: [{user: a, system: b}]}]",
            "prompts.yaml, templates[0].messages[0] must have one role, but it has ['user', 'system']. Begin each "
            "message with a dash.",
        ),
        (
            "templates: [{name: t, messages: [{user: [a]}]}]",
            "prompts.yaml, templates[0].messages[0].user must be text, but it is a list. Correct the file.",
        ),
        (
            "templates: [{name: t, messages: [{user: a}], answers: [x, y]}]",
            "prompts.yaml, templates[0].answers must be the name of a set, or a mapping, but it is a list. Put "
            "`answers:` before it.",
        ),
        (
            "templates: [{name: t, messages: [{user: a}], answers: {ordered: yes, answers: [x, y]}}]",
            "prompts.yaml, templates[0].answers.ordered must be true or false, but it is 'yes'. Correct the file.",
        ),
        (
            "templates:\n- name: t\n  messages: [{user: hi}]\n- name: t\n  messages: [{user: ho}]\n",
            "templates of prompts.yaml must differ in name, but several are called 't'. Rename one.",
        ),
        (
            "templates:\n- name: t\n  name: u\n",
            "keys of prompts.yaml must differ, but line 3 has 'name' a second time. Remove one.",
        ),
        (
            ONE + "marginals: {}",
            "prompts.yaml must have a grid beside its marginals, but it has none. Add it.",
        ),
        (
            ONE + "grid: {a: [x]}\nmarginals: {left_out: {a: ''}, least: some}",
            "prompts.yaml, marginals.least must be a whole number, but it is 'some'. Correct the file.",
        ),
        (
            ONE + "grid: {a: []}",
            "prompts.yaml: axis 'a' of the grid must have values, but it has none. Give it some.",
        ),
        (
            "templates:\n- name: t\n  messages:\n  - user: Is it: fine?\n",
            "prompts.yaml must be YAML, but it is not: mapping values are not allowed here (line 4). Correct it; a "
            "text with : or { at its start needs quotes, or a | before it on lines of its own.",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text, said, tmp_path):
    with pytest.raises(InputError) as error:
        read_prompt_file(written(tmp_path, text))
    assert str(error.value) == said


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "prompts.yaml"
    path.write_bytes(b"templates:\n- name: caf\xe9\n")
    with pytest.raises(InputError, match=r"prompts\.yaml"):
        read_prompt_file(path)
