"""Reading: sets of answers by template, and labels that a person gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from geobias.errors import InputError
from geobias.models.generation import Response
from geobias.models.prompting import Message, PromptSet, Template
from geobias.pipeline.asking import AskSettings, run
from geobias.pipeline.asking.reading import Reader
from geobias.tables import read_frame, write_frame

pytest.importorskip("pandas")
OWN = {"answers": {"calm": ["at ease"], "upset": ["on edge"]}}


def prompts(*templates: Template) -> PromptSet:
    return PromptSet(tuple(one.fill({}) for one in templates), {one.name: one for one in templates})


def test_every_template_has_its_own_answers():
    asked = (Message("user", "Well?"),)
    given = prompts(Template("a", asked, answers="yes_no"), Template("b", asked, answers=OWN), Template("c", asked))
    read, (first, second, third) = Reader.of(given), given.prompts
    assert read(first, Response("text", "No.")) == ("no", "")
    assert read(second, Response("text", "I am on edge.")) == ("upset", "")
    assert read(second, Response("text", "No.")) == (None, "unparsed")
    assert read(third, Response("text", "No.")) == (None, "")


def test_a_set_that_there_is_not_is_named():
    with pytest.raises(
        InputError, match=r"an answer set must be one of .*yes_no.*, but it is 'yes_noo'\. The nearest is"
    ):
        Reader.of(prompts(Template("a", (Message("user", "Well?"),), answers="yes_noo")))


def test_a_language_that_there_is_not_is_named_before_anything_is_asked():
    with pytest.raises(InputError, match=r"the language of an answer must be one of ar, .*, but it is 'xx'\. Leave it"):
        Reader.of(prompts(Template("a", (Message("user", "Well?"),), answers="yes_no", language="xx")))


@pytest.fixture
def chosen(tmp_path, monkeypatch) -> AskSettings:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.yaml").write_text(
        "templates: [{name: 'What, Ever', messages: [{user: '{n}?'}], answers: yes_no}]\ngrid: {n: [a, b]}\n"
    )
    said = {"a": {"Bananas.": 1.0}, "b": {"Yes.": 0.5, "Pears.": 0.5}}
    responder = {"name": "scripted", "field": "n", "answers": said, "default": {}}
    return AskSettings.build(prompts="p.yaml", responder=responder, samples=8, progress=False)


def labelled(path: Path, labels: dict[str, str]) -> None:
    frame = read_frame(path)
    frame["label"] = [labels.get(text, "") for text in frame["text"]]
    write_frame(path, frame)


def test_what_a_person_labels_is_read_back_and_stays(chosen):
    first = run(chosen)
    (path,) = first.unread
    assert first.summary().splitlines()[-1].endswith(str(path))
    assert sorted(read_frame(path)["text"]) == ["Bananas.", "Pears."]
    labelled(path, {"Pears.": "no"})
    second = run(chosen)
    assert second.directory == first.directory
    assert {(row.text, row.answer) for row in second.answers.rows} == {
        ("Bananas.", ""),
        ("Pears.", "no"),
        ("Yes.", "yes"),
    }
    assert dict(zip(read_frame(path)["text"], read_frame(path)["label"], strict=True)) == {
        "Bananas.": "",
        "Pears.": "no",
    }
    labelled(path, {"Pears.": "no", "Bananas.": "abstains"})
    third = run(chosen)
    assert {row.reason for row in third.answers.rows if row.text == "Bananas."} == {"labelled"}
    assert third.unread == []


def test_a_label_whose_text_was_changed_is_told(chosen):
    (path,) = run(chosen).unread
    frame = read_frame(path)
    write_frame(path, frame.assign(label="no", text=frame["text"].str.replace("Pears.", "P?ars.")))
    assert run(chosen).notices == [
        "1 labels of template What, Ever fit no text of this run and count for nothing: a spreadsheet may have changed "
        "a text or a prompt's id. See unread in the run's folder."
    ]


def test_a_wrong_label_is_refused_and_stays_in_its_file(chosen):
    (path,) = run(chosen).unread
    labelled(path, {"Pears.": "nope"})
    with pytest.raises(InputError, match=r"labels in .* must be 'yes', 'no'.* or 'abstains'"):
        run(chosen)
    assert "nope" in list(read_frame(path)["label"])
