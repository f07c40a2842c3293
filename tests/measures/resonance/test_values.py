"""Values as data: what comes with geobias, what a published study's file holds, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geobias.corpora.survey import declare, scaled
from geobias.errors import InputError, StorageError
from geobias.measures.resonance import Value, read_values

ONE = {"name": "thrift", "item": "Q11", "hypothesis": "Save.", "inversion": "Spend.", "loading": 0.4}


def test_the_packaged_ones_have_the_published_items_and_loadings():
    found = read_values()
    assert [(value.item, value.loading) for value in found] == [
        ("Q164", 0.7), ("Y003", 0.61), ("Q184", 0.61), ("Q254", 0.6), ("Q45", 0.51),
    ]  # fmt: skip
    assert all(value.question.endswith("?") and value.hypothesis.endswith(".") for value in found)


def test_options_have_the_places_that_the_survey_gives_its_codes():
    declared = declare("wvs7")
    for value in read_values():
        item = declared.items[value.name]
        low, high = item.ends
        assert list(value.options.values()) == scaled(np.arange(low, high + 1.0), low, high, item.traditional).tolist()
        assert value.item_question.endswith("?")
        assert item.column == value.item


def test_an_answer_that_yaml_reads_as_a_number_is_a_text(tmp_path):
    (tmp_path / "mine.yaml").write_text(
        'values:\n  - {item: Q1, hypothesis: Up., inversion: Down., loading: 1, item_question: "Up?", '
        "options: {1: -1, 2: 1}}\n"
    )
    assert read_values(tmp_path / "mine.yaml")[0].options == {"1": -1.0, "2": 1.0}


@pytest.mark.shared
def test_a_published_file_is_read_as_it_is_and_is_not_ours(shared):
    ours, theirs = read_values(), read_values(shared / "data" / "wvs" / "published_prompts.yaml")
    assert [(v.item, v.loading) for v in theirs] == [(v.item, v.loading) for v in ours]
    assert [v.name for v in theirs] == [v.item for v in theirs]  # it names none
    texts = {text for v in theirs for text in (v.hypothesis, v.inversion, v.question)}
    assert not texts & {text for v in ours for text in (v.hypothesis, v.inversion, v.question)}


@given(st.lists(st.text("abcdef", min_size=1), min_size=1, max_size=9, unique=True), st.floats(0.01, 5))
def test_any_number_of_values(names, loading):
    entries = [{"name": n, "hypothesis": f"Yes to {n}.", "inverted": f"No to {n}.", "loading": loading} for n in names]
    assert read_values(entries) == tuple(Value(n, "", f"Yes to {n}.", f"No to {n}.", loading) for n in names)


def test_from_a_file(tmp_path):
    (tmp_path / "mine.yaml").write_text("values:\n  - {item: Q1, hypothesis: Up., inversion: Down., loading: 1}\n")
    assert read_values(tmp_path / "mine.yaml") == (Value("Q1", "Q1", "Up.", "Down.", 1.0),)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([], "values must list one value or more, but there is []. Write `values:` with a list below it."),
        (
            {"value": [ONE]},
            "values must list one value or more, but 'values' is None. Write `values:` with a list below it.",
        ),
        (
            [ONE | {"hypotesis": "x"}],
            "keys of values, values[0] must be known ones, but 'hypotesis' is not. The nearest is 'hypothesis'. ",
        ),
        (
            [ONE | {"loading": 0}],
            "loading of values, values[0] must be a number other than 0, but it is 0. Write loading: 0.5.",
        ),
        (
            [{key: value for key, value in ONE.items() if key != "loading"}],
            "loading of values, values[0] must be a number other than 0, but it is None. Write loading: 0.5.",
        ),
        (
            [ONE | {"inversion": " "}],
            "inversion of values, values[0] must be a text, but it is ' '. Write one, in quotes where it has a colon.",
        ),
        ([ONE, ONE], "names of values must differ, but 'thrift' is there twice. Reword one, or remove it."),
        (
            [ONE | {"inversion": "save."}],
            "statements of values must differ, but 'save.' is there twice. Reword one, or remove it.",
        ),
        (
            "owm",
            "values must be 'own', a YAML file or what one holds, but it is 'owm'. "
            "The nearest is 'own'. The name of a file ends in .yaml.",
        ),
        (["Save."], "values, values[0] must be a mapping, but it is 'Save.'. Its keys are "
         "['name', 'item', 'hypothesis', 'inversion', 'question', 'item_question', 'options', 'loading']."),
        (
            [ONE | {"item_question": "Do you save?"}],
            "item_question and options of values, values[0] go together, but it has item_question without options. "
            "Add options.",
        ),
        (
            [ONE | {"options": {"Yes": 1, "No": -1}}],
            "item_question and options of values, values[0] go together, but it has options without item_question. "
            "Add item_question.",
        ),
        (
            [ONE | {"item_question": "Do you save?", "options": {"Yes": 1, "No": -2}}],
            "'No' in options of values, values[0] must lie in -1..1, but it is -2. "
            "The traditional end is 1, the other -1.",
        ),
        (
            [ONE | {"item_question": "Do you save?", "options": {"Yes": 1, "No": 1}}],
            "options of values, values[0] must have two places or more, but they are {'Yes': 1.0, 'No': 1.0}. "
            "The traditional end is 1, the other -1.",
        ),
        (
            [ONE | {"item_question": "Do you save?", "options": ["Yes", "No"]}],
            "options of values, values[0] must map answers to places, but it is ['Yes', 'No']. "
            'Write `options: {"Very": 1.0}`.',
        ),
    ],
)  # fmt: skip
def test_what_is_refused(source, message):
    with pytest.raises(InputError) as error:
        read_values(source)
    assert str(error.value) == message


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(StorageError, match="none.yaml"):
        read_values(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"values: \xff")
    with pytest.raises(InputError, match="values must be YAML in UTF-8, but .*latin.yaml is not"):
        read_values(tmp_path / "latin.yaml")
