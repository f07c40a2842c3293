"""JSON records: a line each, one after another, in an array; nested ones by their path."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geobias.errors import InputError
from geobias.raw.encodings import Decoded
from geobias.raw.json_records import json_table

RECORDS = [{"text": "a\u2028b", "user": {"at": {"place": "no"}}, "tags": ["x", "y"]}, {"text": "c", "none": {}}]


@pytest.mark.parametrize(
    "text",
    [
        "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in RECORDS),
        "\r".join(json.dumps(record) for record in RECORDS),
        json.dumps(RECORDS, indent=2),
        "".join(json.dumps(record, indent=1) for record in RECORDS),
    ],
)
def test_one_table_in_every_layout(text):
    table = json_table(Decoded(text), "t.jsonl")
    assert table.names == ("text", "user.at.place", "tags", "none")
    assert table["text"] == ["a\u2028b", "c"]
    assert table["user.at.place"] == ["no", None]
    assert table["tags"] == [["x", "y"], None]


@settings(deadline=None)
@given(st.lists(st.dictionaries(st.text("ab", min_size=1, max_size=2), st.text(max_size=5), min_size=1), min_size=1))
def test_places_are_the_lines_of_the_file(records):
    text = "\n".join("\n" * (number % 3) + json.dumps(record) for number, record in enumerate(records))
    places = json_table(Decoded(text), "t.jsonl").places
    lines = text.split("\n")
    assert [json.loads(lines[int(places(row).removeprefix("line ")) - 1]) for row in range(len(records))] == records


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ('{"a": 1}\n\n{"a"\n', "line 4 is not JSON (Expecting ':' delimiter)"),
        ('{"a": 1}\nhello\n', "line 2 is not JSON (Expecting value)"),
        ('{"a": 1}\n[2]\n', "line 2 is [2]"),
        ('[{"a": 1}, null]', "record 2 is null"),
        ("[]", "it is empty"),
        (" \n", "it is empty"),
        ("[" * 100_000, "it is nested too deep"),
        ('{"a": ' + "1" * 5000 + "}", "line 1 is not JSON (Exceeds the limit"),
    ],
)
def test_broken_records_are_refused(text, got):
    with pytest.raises(InputError) as error:
        json_table(Decoded(text), "t.jsonl")
    assert f", but {got}" in str(error.value)


@pytest.mark.parametrize("text", ['{"text": ["a", "b"], "x": ["c", "d"]}', '{"text": {"0": "a", "1": "b"}}'])
def test_columns_in_one_object_are_told_how_to_be_saved(text):
    with pytest.raises(InputError, match="must hold one JSON object a text, but it is one object of 'text'.*'records'"):
        json_table(Decoded(text), "t.json")
