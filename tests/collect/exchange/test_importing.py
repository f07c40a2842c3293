"""What other programs export is read as judgements, and what is none is said."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from geobias.collect.exchange import import_judgements, read_export
from geobias.corpora import load_judgements
from geobias.errors import InputError


def written(folder, name, content):
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def judged(rows):
    return [row[:3] for row in rows.judged]


POTATO = [
    {"user_id": "u1", "instance_id": "prestudy_1.html", "label_annotations": {"country": {"Germany": "1"}}},
    {"user_id": "u1", "instance_id": "a", "displayed_text": "A", "label_annotations": {"mood": {"scale_4": "4"}}},
    {"user_id": "u2", "id": "a", "label_annotations": {"mood": {"labels": {"scale_2": True, "scale_3": False}}}},
    {"user_id": "u2", "instance_id": "b", "label_annotations": {"mood": {"bad_text": "bad_text"}}},
    {"user_id": "u2", "instance_id": "c", "label_annotations": {}},
]


def test_potato_lines_are_read(tmp_path):
    lines = "\n".join(map(json.dumps, POTATO[:2] + POTATO[3:]))
    rows = read_export(written(tmp_path, "annotated_instances.jsonl", lines), "potato")
    assert judged(rows) == [("a", "u1", "4"), ("b", "u2", None)]
    assert rows.people == {"u1": {"country": ["Germany"]}}
    assert rows.texts == {"a": "A"}


def test_potato_words_false_ones_and_user_states_are_read(tmp_path):
    words = [{"user_id": "u", "instance_id": "a", "label_annotations": {"hate": {"yes": True, "no": False}}}]
    assert judged(read_export(written(tmp_path, "a.json", words), "potato")) == [("a", "u", "yes")]
    state = {"user_id": "u", "instance_id_to_label_to_value": {"a": {"hate": {"labels": {"no": True}}}, "b": {}}}
    assert judged(read_export(written(tmp_path, "user_state.json", state), "potato")) == [("a", "u", "no")]


def test_potato_tables_are_read(tmp_path):
    table = "user\tinstance_id\tdisplayed_text\thate:::yes\thate:::no\nu1\ta\tA\t1\t\nu2\ta\tA\t\tno\nu3\ta\tA\t\t\n"
    rows = read_export(written(tmp_path, "annotated_instances.tsv", table), "potato")
    assert judged(rows) == [("a", "u1", "yes"), ("a", "u2", "no")]


TASKS = [
    {
        "id": 7,
        "data": {"text": "A"},
        "annotations": [
            {"completed_by": 1, "result": [{"from_name": "hate", "type": "choices", "value": {"choices": ["yes"]}}]},
            {"completed_by": {"id": 2, "email": "x@example.org"}, "result": [
                {"from_name": "hate", "type": "choices", "value": {"choices": ["no"]}},
                {"from_name": "why", "type": "textarea", "value": {"text": ["because"]}},
            ]},
            {"completed_by": 3, "was_cancelled": True, "result": [
                {"from_name": "hate", "type": "choices", "value": {"choices": ["no"]}}
            ]},
        ],
    },
    {"id": 8, "data": {"text": "B"}, "annotations": []},
]  # fmt: skip


def test_labelstudio_tasks_are_read_without_addresses(tmp_path):
    rows = read_export(written(tmp_path, "export.json", TASKS), "labelstudio")
    assert judged(rows) == [("7", "user-1", "yes"), ("7", "user-2", "no")]
    assert rows.texts == {"7": "A", "8": "B"}
    stars = [
        {
            "id": 1,
            "annotations": [
                {"completed_by": 1, "result": [{"from_name": "r", "type": "rating", "value": {"rating": 4}}]}
            ],
        }
    ]
    assert judged(read_export(written(tmp_path, "stars.json", stars), "labelstudio")) == [("1", "user-1", "4")]


def test_argilla_records_are_read_nested_and_flat(tmp_path):
    nested = [
        {
            "id": "r1",
            "fields": {"text": "A"},
            "responses": {
                "hate": [
                    {"value": "yes", "user_id": "u1", "status": "submitted"},
                    {"value": "no", "user_id": "u2", "status": "draft"},
                    {"value": "no", "user_id": "u3", "status": "discarded"},
                    {"value": 1, "user_id": "u4"},
                ]
            },
        }
    ]
    flat = [
        {
            "id": "r1",
            "text": "A",
            "hate.responses": ["yes", "no", "no", 1],
            "hate.responses.users": ["u1", "u2", "u3", "u4"],
            "hate.responses.status": ["submitted", "draft", "discarded", None],
        },
        {"id": "r2", "text": "B", "hate.responses": None, "hate.responses.users": None, "hate.responses.status": None},
    ]
    for name, content in (("nested.json", nested), ("flat.json", flat)):
        rows = read_export(written(tmp_path, name, content), "argilla")
        assert judged(rows) == [("r1", "user-u1", "yes"), ("r1", "user-u4", "1")]
        assert rows.texts["r1"] == "A"


def test_what_is_imported_is_read_by_the_study(tmp_path):
    file = written(tmp_path, "export.json", TASKS)
    told = import_judgements(file, tmp_path / "out", "labelstudio")
    assert told == [
        f"2 judgements of 2 annotators are in {tmp_path}/out.",
        "Answers are words: pass corpus.answer_map={no: <number>, yes: <number>}.",
    ]
    found = load_judgements(
        tmp_path / "out" / "judgements.csv",
        answer_map={"yes": 1, "no": -1},
        items=tmp_path / "out" / "items.csv",
        text="text",
    )
    assert found.answers.tolist() == [1.0, -1.0]
    assert found.texts.tolist() == ["A"]
    assert pd.read_parquet(tmp_path / "out" / "judgements.parquet")["answer"].tolist() == ["yes", "no"]


TWO = [{"user_id": "u", "instance_id": "a", "label_annotations": {"x": {"1": True}, "y": {"2": True}}}]


def test_of_several_questions_one_is_named(tmp_path):
    file = written(tmp_path, "two.json", TWO)
    assert judged(read_export(file, "potato", "y")) == [("a", "u", "2")]
    for wanted in (None, "z"):
        with pytest.raises(InputError) as told:
            read_export(file, "potato", wanted)
        assert str(told.value) == (
            "the question that is judged must be named, but there are ['x', 'y']. Pass --question NAME."
        )


SEVERAL = [{"user_id": "u", "instance_id": "a", "label_annotations": {"x": {"1": True, "2": True}}}]
CHOICES = [{"id": 1, "annotations": [{"completed_by": 1, "result": [
    {"from_name": "x", "type": "choices", "value": {"choices": ["1", "2"]}}]}]}]  # fmt: skip
NOBODY = [{"id": 1, "annotations": [{"result": []}]}]
WRONG = [
    ("potato", SEVERAL, "a judgement must be one answer, but 'u' gave 2 to 'a'. Name another schema with --question."),
    ("potato", TASKS, "a record of Potato must have label_annotations, but record 1 has "),
    ("labelstudio", POTATO, "a task of Label Studio must have annotations, but task 1 has "),
    ("labelstudio", CHOICES, "a judgement must be one answer, but 'user-1' gave 2 to '1'. "),
    ("labelstudio", NOBODY, "every annotation must say who made it, but one of task '1' does not. "),
    ("argilla", POTATO, "a record of Argilla must have responses, but record '1' has "),
    ("argilla", [{"id": "a", "responses": {"x": [{"value": 1}]}}], "every response must say whose it is, but one of "),
    (
        "argilla",
        [{"id": "a", "x.responses": [1], "x.responses.users": []}],
        "every response must say whose it is, but ",
    ),
    (
        "argilla",
        [{"id": "a", "x.responses": [1, 2], "x.responses.users": ["u"]}],
        "values, users and states of 'x' must ",
    ),
    ("potato", [], "the question that is judged must be named, but the file has no answer. "),
    ("potato", [3], "wrong.json must hold objects, but record 1 is none. Export it anew."),
    ("potato", "", "wrong.json must hold records, but it is empty. Export it anew."),
    ("potato", '{"a": 1}\n{"b"', "wrong.json must be JSON, but line 2 is not "),
    ("doccano", [], "--from must be one of "),
]


@pytest.mark.parametrize(("program", "content", "said"), WRONG)
def test_what_is_no_export_is_said(tmp_path, program, content, said):
    with pytest.raises(InputError) as told:
        read_export(written(tmp_path, "wrong.json", content), program)
    assert str(told.value).startswith(said)
    with pytest.raises(InputError):
        import_judgements(tmp_path / "wrong.json", tmp_path / "out", program)
    assert not (tmp_path / "out").exists()
