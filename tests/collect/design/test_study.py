"""A study's folder is read as a whole, and what is wrong in it is said by file and key."""

from __future__ import annotations

import pytest

from geobias.collect.design import init_study, read_study
from geobias.collect.names import DESIGNS
from geobias.errors import InputError

from ..conftest import CONTACT, write_study


@pytest.mark.parametrize(
    ("design", "answers", "session", "languages"),
    [("social", (-2, -1, 0, 1, 2), 25, ["en", "ar", "de"]), ("hate", (-1, 0, 1), 15, ["en", "de"])],
)
def test_the_ready_designs_are_the_published_ones(tmp_path, design, answers, session, languages):
    study = read_study(write_study(tmp_path / "study", design))
    assert (study.settings.answers, study.session, study.languages) == (answers, session, languages)
    assert study.settings.contact == CONTACT
    assert len(study.items) >= study.session
    assert all(set(words.strata) == set(study.strata) for words in study.words.values())
    words = study.words["en"]
    assert (words.definition is not None) == (design == "hate")
    assert words.shown(words.examples)
    assert words.shown(words.counter_examples)


def test_every_design_is_there(tmp_path):
    assert [init_study(tmp_path / name, name)[-1].name for name in DESIGNS] == ["en.yaml"] * len(DESIGNS)


def test_a_study_without_a_contact_is_not_served(tmp_path):
    init_study(tmp_path / "study")
    with pytest.raises(InputError) as told:
        read_study(tmp_path / "study")
    assert str(told.value) == (
        "a study must say whom volunteers can write to, but contact is not set in "
        f"{tmp_path}/study/study.yaml. Write a name and an address there."
    )


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(
        InputError, match=r"the folder of a new study must be empty, but .* is not\. Name another one\."
    ):
        init_study(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


WRONG = [
    ({"session": "0"}, "study.yaml:session must be a whole number, at least 1, but it is 0. Pass "),
    ({"session": "many"}, "'study.yaml:session' must be a whole number, but it is 'many' (str). Correct the value."),
    ({"answers": "[1, 1]"}, "study.yaml:answers must be two numbers or more, each once, but they are [1.0, 1.0]. "),
    ({"shown": "gpt"}, "study.yaml:shown must be one of sources, but 'gpt' is not among "),
    ({"demographics": "[shoe_size]"}, "study.yaml:demographics must be among "),
    ({"plan": "{by: shoe_size}"}, "plan.by must be asked, but 'shoe_size' is not. "),
    ({"plan": "{answers: 0}"}, "study.yaml:plan.answers must be a whole number, at least 1, but it is "),
    ({"limits": "{form_bytes: -1}"}, "study.yaml:limits.form_bytes must be a whole number, at least 1, but it is "),
    ({"sources": "[label, gpt, example_model]"}, "items.csv must have a column 'gpt', but its columns are "),
    ({"items": "things.csv"}, "a study must have its items, but there is no "),
    ({"name": "' '"}, "study.yaml:name must be set, but it is blank. "),
    ({"plan": "{by: ethnicity}"}, "plan.by must be what a person has one of, but of ethnicity they may have several. "),
    (
        {"session": "25\nsession: 3"},
        "study.yaml must have each key once, but 'session' comes again in line 24. Keep one.",
    ),
    ({"plan": "{answers: 5, answers: 6}"}, "study.yaml must have each key once, but 'answers' comes again in line "),
    ({"name": "[:"}, "study.yaml must be YAML, but line "),
]


@pytest.mark.parametrize(("changes", "said"), WRONG)
def test_what_is_wrong_in_study_yaml_is_said(tmp_path, changes, said):
    folder = write_study(tmp_path / "study", **changes)
    with pytest.raises(InputError) as told:
        read_study(folder)
    assert str(told.value).startswith(said)


ITEMS = [
    ("item,text,stratum\na,,b\n", "every item must have its text, but line 2 of items.csv has none. Fill the cell."),
    ("item,text,stratum\na,\u200b,b\n", "every item must have its text, but line 2 of items.csv has none. "),
    ("item,text,stratum\na,x,b\na,y,b\n", "items must have names of their own, but line 3 of items.csv repeats 'a'. "),
    ("item,text\na,x\n", "items.csv must have a column 'stratum', but its columns are ['item', 'text']. "),
]


@pytest.mark.parametrize(("content", "said"), ITEMS)
def test_what_is_wrong_in_the_items_is_said(tmp_path, content, said):
    folder = write_study(tmp_path / "study", sources="[]", shown="null")
    (folder / "items.csv").write_text(content)
    with pytest.raises(InputError) as told:
        read_study(folder)
    assert str(told.value).startswith(said)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("nan", "source 'm' must be numbers, but line 2 of items.csv has 'nan'. Map it, or leave it blank."),
        ("9", "'m', which volunteers see, must lie between -2 and 2, but line 2 of items.csv has 9. "),
    ],
)
def test_a_source_that_is_no_answer_is_said(tmp_path, value, said):
    folder = write_study(tmp_path / "study", sources="[m]", shown="m")
    (folder / "items.csv").write_text(f"item,text,stratum,m\na,x,b,{value}\n")
    with pytest.raises(InputError) as told:
        read_study(folder)
    assert str(told.value).startswith(said)


WORDS = [
    ("title: ", "titel: ", "every setting must be a known one, but 'words/en.yaml:titel' is not. "),
    ("answers: [Very bad, ", "answers: [", "words/en.yaml:answers must have 5 words, one for each of study.yaml, but "),
    ("answers: [Very bad, Bad", "answers: [Bad, Bad", "words/en.yaml:answers must be different words, but "),
    ("answer: Good", "answer: Fine", "words/en.yaml:examples must be answered by one of "),
]


@pytest.mark.parametrize(("was", "now", "said"), WORDS)
def test_what_is_wrong_in_the_words_is_said(tmp_path, was, now, said):
    folder = write_study(tmp_path / "study")
    file = folder / "words" / "en.yaml"
    assert was in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(was, now, 1), encoding="utf-8")
    with pytest.raises(InputError) as told:
        read_study(folder)
    assert str(told.value).startswith(said)


def test_words_tell_the_number_of_items_that_a_volunteer_gets(tmp_path):
    for design in DESIGNS:
        study = read_study(write_study(tmp_path / design, design, session="4"))
        for words in study.words.values():
            assert " 4 " in words.summary
            assert any(" 4 " in paragraph for paragraph in words.instructions)


def test_a_file_of_words_that_would_be_passed_over_is_said(tmp_path):
    folder = write_study(tmp_path / "study")
    (folder / "words" / "de.yaml").rename(folder / "words" / "de.yml")
    with pytest.raises(
        InputError, match=r"files of words must end in \.yaml, but there is words/de\.yml\. Rename it\."
    ):
        read_study(folder)


def test_texts_are_in_the_language_that_there_is(tmp_path):
    study = read_study(write_study(tmp_path / "study"))
    item = study.items["care-1"]
    assert (item.text("de"), item.text("ar")) == (
        "Lachen, wenn ein Kind hinfällt.",
        "Laughing when a child falls over.",
    )


def test_the_store_is_that_of_the_variable(tmp_path, monkeypatch):
    study = read_study(write_study(tmp_path / "study"))
    assert study.store_url == f"sqlite:///{tmp_path}/study/answers.sqlite"
    monkeypatch.setenv("GEOBIAS_COLLECT_STORE", "postgresql://ada@db/answers")
    assert study.store_url == "postgresql+psycopg://ada@db/answers"
