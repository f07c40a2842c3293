"""Responses of a table: found by prompt and sample, and what is not there said."""

from __future__ import annotations

import json

import pytest

from geobias.errors import InputError
from geobias.models.generation import Decoding, RecordedSettings, Request, load_responder
from geobias.models.prompting import Message, Prompt
from tests.models.generation.conftest import prompt


def answers(settings, requests):
    return dict(load_responder(settings).respond(requests, Decoding()))


def written(tmp_path, text, name="answers.csv"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return str(tmp_path / name)


def test_rows_of_a_prompt_are_its_samples(tmp_path):
    path = written(tmp_path, 'prompt,response\nq,"Yes, I do"\np,\nq,NO\n')
    asked = Prompt((Message("system", "Be short."), Message("user", "q")))
    requests = [Request(asked, 0), Request(asked, 1), Request(prompt("p")), Request(asked, 2)]
    found = answers(RecordedSettings(path=path), requests)
    assert [(found[one].outcome, found[one].text) for one in requests] == [
        ("text", "Yes, I do"), ("text", "NO"), ("empty", ""), ("error", ""),
    ]  # fmt: skip
    assert found[requests[3]].detail == "answers.csv has no sample 2 of the prompt 'q'"


def test_a_row_of_another_outcome_is_no_answer(tmp_path):
    rows = "prompt,response,outcome\nq,Yes.,text\nq,No.,\nq,I cannot help.,refused\nq,Ye,timeout\nq,,empty\n"
    path = written(tmp_path, rows)
    found = answers(RecordedSettings(path=path), requests := [Request(prompt("q"), at) for at in range(5)])
    assert [(found[one].outcome, found[one].text) for one in requests] == [
        ("text", "Yes."), ("text", "No."), ("refused", ""), ("error", ""), ("empty", ""),
    ]  # fmt: skip
    assert found[requests[3]].detail == "its outcome in answers.csv, line 5 is 'timeout'"


def test_blanks_at_the_ends_do_not_matter_where_one_prompt_is_meant(tmp_path):
    path = written(tmp_path, 'prompt,response\n"one\r\ntwo",Yes.\nq,first\n"q\n",second\n')
    requests = [Request(prompt(text)) for text in ("one\ntwo\n", "q", "q\n", " q")]
    found = answers(RecordedSettings(path=path), requests)
    assert [found[one].text for one in requests] == ["Yes.", "first", "second", ""]
    assert found[requests[3]].outcome == "error"


def test_prompts_are_known_by_their_ids_too(tmp_path):
    lines = [{"key": prompt("q").id, "said": "Yes.", "n": 3}]
    path = written(tmp_path, "\n".join(map(json.dumps, lines)), "answers.jsonl")
    settings = RecordedSettings(path=path, id="key", sample="n", response="said")
    assert answers(settings, [Request(prompt("q"), 3)])[Request(prompt("q"), 3)].text == "Yes."


def test_the_fingerprint_is_of_the_responses(tmp_path):
    first = load_responder(RecordedSettings(path=written(tmp_path, "prompt,response\nq,Yes\np,No\n", "a.csv")))
    moved = load_responder(RecordedSettings(path=written(tmp_path, "prompt;response\np;No\nq;Yes\n", "b.csv")))
    other = load_responder(RecordedSettings(path=written(tmp_path, "prompt,response\nq,Yes\np,Yes\n", "c.csv")))
    assert first.fingerprint == moved.fingerprint != other.fingerprint


@pytest.mark.parametrize(
    ("text", "settings", "wrong"),
    [
        (
            "prompt,response,n\nq,Yes,0\np,No,0\nq,No,0\n",
            {"sample": "n"},
            "answers.csv must hold one response for each prompt and sample, but line 2 and line 4 are both sample 0 of "
            "'q'. Take one out, or name the column with their numbers (responder.sample).",
        ),
        (
            "prompt,response,n\nq,Yes,first\n",
            {"sample": "n"},
            "the number of a sample must be 0 or more, but 'first' in answers.csv, line 2 is not. Correct the column, "
            "or leave responder.sample out.",
        ),
        (
            "prompt,response\n ,Yes\n",
            {},
            "every recorded response must have its prompt, but that in answers.csv, line 2 is empty. Fill it.",
        ),
        (
            "prompt,reply\nq,Yes\n",
            {"response": "replies"},
            "answers.csv must have a column 'replies', but its columns are ['prompt', 'reply']. The nearest is "
            "'reply'. Name the right column: responder.prompt, or responder.id for prompts' ids; responder.response; "
            "responder.sample.",
        ),
    ],
)
def test_a_table_that_cannot_be_read_so_is_refused(text, settings, wrong, tmp_path):
    with pytest.raises(InputError) as raised:
        load_responder(RecordedSettings(path=written(tmp_path, text), **settings))
    assert str(raised.value) == wrong


def test_it_has_no_scores(tmp_path):
    responder = load_responder(RecordedSettings(path=written(tmp_path, "prompt,response\nq,Yes\n")))
    with pytest.raises(InputError) as raised:
        list(responder.respond([Request(prompt("q"), options=("Yes", "No"))], Decoding()))
    assert str(raised.value) == (
        "scores of options must come from a model, but a recorded responder has texts alone. Ask for free texts, or "
        "name another responder."
    )


def test_prompts_are_known_by_one_column():
    with pytest.raises(InputError) as raised:
        RecordedSettings(path="x.csv", prompt="words", id="key")
    assert str(raised.value) == (
        "prompts must be known by one of responder.prompt and responder.id, but both name a column. "
        "Leave one of them out."
    )
