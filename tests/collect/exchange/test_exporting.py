"""What was collected goes out whole, and comes back the same."""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from geobias.collect.exchange import export_study, import_judgements, read_rows
from geobias.collect.store import (
    Quota,
    begin_items,
    begin_session,
    find_session,
    finish,
    keep_answer,
    list_answers,
    next_item,
    tell_country,
    tell_more,
    withdraw,
)
from geobias.collect.web.choices import choices, written
from geobias.collect.web.sentences import read_sentences
from geobias.corpora import cultural_sphere, load_collected, load_judgements
from geobias.errors import InputError

ATTRIBUTES = ["country_longest", "gender", "ethnicity"]
SOURCES = ["label", "example_model"]


def answered(study, store, visit, value, *, country="United States", before=False, reason="", **told):
    """A volunteer who gives one answer to six items."""
    strata = {name: item.stratum for name, item in study.items.items()}
    name = begin_session(store, visit, "en", "c", 6)
    tell_country(store, name, "US", before)
    tell_more(store, name, {"country_longest": [country], **told}, country)
    begin_items(store, name)
    session = find_session(store, name)
    while lease := next_item(store, session, Quota(strata, 5, 60)):
        keep_answer(store, session, lease.item, value, reason)
    return name


@pytest.fixture
def collected(study, store):
    """Five people: two plain, one who did not know, one who came before, one who cheated."""
    answered(study, store, "1", 1.0, gender=["woman"], ethnicity=["asian", "white"], reason="Ask my aunt Ada.")
    answered(study, store, "2", -2.0, gender=["man"], country="Germany")
    answered(study, store, "3", None)
    answered(study, store, "4", 2.0, before=True)
    cheat = answered(study, store, "5", 2.0)
    finish(store, cheat, True, True, "My name is Bob.")
    return store


def loaded(folder, **options):
    judged = load_judgements(
        folder / "judgements.csv",
        attributes=ATTRIBUTES,
        sources=SOURCES,
        items=folder / "items.csv",
        text="text",
        scale=(-2, 2),
        **options,
    )
    return judged


def frame(judged):
    shown = judged.to_frame()[["item", "annotator", "answer", *ATTRIBUTES, *SOURCES]]
    return shown.sort_values(["annotator", "item"], ignore_index=True)


def test_an_export_is_what_the_study_reads_live(study, collected, tmp_path):
    told = export_study(study, collected, tmp_path / "out")
    assert told[:3] == [
        f"In {tmp_path}/out: judgements: 18, people: 3.",
        "People left out as repeats: 1.",
        "People left out as cheating: 1.",
    ]
    exported, live = loaded(tmp_path / "out"), load_collected(study.folder)
    pd.testing.assert_frame_equal(frame(exported), frame(live))
    assert exported.scale == live.scale == (-2, 2)
    assert set(exported.texts) == set(live.texts) == {item.text("") for item in study.items.values()}
    assert live.members("ethnicity")["asian"].sum() == live.members("ethnicity")["white"].sum() == 1
    assert np.isnan(live.answers).sum() == 6
    parquet = pd.read_parquet(tmp_path / "out" / "judgements.parquet")
    assert parquet["answer"].isna().sum() == 6


def test_an_export_tells_in_which_language_was_judged(study, collected, tmp_path):
    export_study(study, collected, tmp_path / "out")
    assert set(pd.read_csv(tmp_path / "out" / "judgements.csv")["language"]) == {"en"}
    items = pd.read_parquet(tmp_path / "out" / "items.parquet").set_index("item")
    assert items.loc["care-1", "text.de"] == study.items["care-1"].text("de")


def test_the_tables_that_the_printed_command_reads_have_texts_as_they_are(study, collected, tmp_path):
    name = next(iter(study.items))
    item = replace(study.items[name], texts={"": "@user =1+1"})
    command = export_study(replace(study, items={**study.items, name: item}), collected, tmp_path / "out")[-1]
    items, judged = (re.search(rf"corpus\.{key}=(\S+)", command)[1] for key in ("items", "path"))
    texts = load_judgements(judged, attributes=[], items=items, text="text", scale=(-2, 2)).texts
    assert "@user =1+1" in texts


def test_the_command_that_an_export_prints_has_all_it_needs(study, collected, tmp_path):
    command = export_study(study, collected, tmp_path / "out")[-1]
    assert command.startswith(f"Study it: geobias study=positionality corpus=judgements corpus.path={tmp_path}/out/")
    assert "'corpus.attributes=[country_longest,gender,ethnicity]' 'corpus.sources=[label,example_model]'" in command


@pytest.mark.parametrize(("keep", "people"), [((), 3), (("repeats",), 4), (("repeats", "cheating"), 5)])
def test_who_is_left_out_is_kept_by_name(study, collected, keep, people):
    assert len(read_rows(study, collected, keep).people) == people
    assert len(load_collected(study.folder, keep=keep).annotators) == people


def test_a_mark_that_there_is_not_is_said(study, collected, tmp_path):
    with pytest.raises(InputError, match="keep must be one of "):
        export_study(study, collected, tmp_path / "out", keep=("everybody",))
    with pytest.raises(InputError, match="keep must be one of "):
        load_collected(study.folder, keep=("everybody",))


@pytest.mark.parametrize("texts", [False, True])
def test_free_text_is_held_back_unless_asked_for(study, collected, tmp_path, texts):
    told = export_study(study, collected, tmp_path / "out", texts=texts, potato=True)
    written_ = b"".join(path.read_bytes() for path in (tmp_path / "out").glob("*.csv"))
    written_ += b"".join(path.read_bytes() for path in (tmp_path / "out").glob("*.json*"))
    assert (b"aunt Ada" in written_, b"Bob" in written_) == (texts, texts)
    assert any("they may name people" in one for one in told) == texts
    feedback = pd.read_csv(tmp_path / "out" / "feedback.csv")
    assert feedback[["trouble", "cheated", "commented"]].to_numpy().tolist() == [["yes", "yes", "yes"]]


def test_nothing_of_a_session_leads_back_to_it(study, collected, tmp_path):
    export_study(study, collected, tmp_path / "out", texts=True, potato=True)
    content = b"".join(path.read_bytes() for path in (tmp_path / "out").iterdir())
    sessions = {row.session for row in list_answers(collected)}
    assert len(sessions) == 5
    assert not [name for name in sessions if name.encode() in content]


def test_potato_and_back_changes_no_judgement(study, collected, tmp_path):
    export_study(study, collected, tmp_path / "out", potato=True)
    told = import_judgements(tmp_path / "out" / "annotated_instances.jsonl", tmp_path / "back", "potato")
    assert told == [f"18 judgements of 3 annotators are in {tmp_path}/back."]
    back = load_judgements(tmp_path / "back" / "judgements.csv", attributes=ATTRIBUTES, scale=(-2, 2))
    before = frame(loaded(tmp_path / "out")).drop(columns=SOURCES)
    after = back.to_frame().sort_values(["annotator", "item"], ignore_index=True)
    pd.testing.assert_frame_equal(after[before.columns], before)


def test_a_croissant_says_how_the_data_came_about(study, collected, tmp_path):
    withdraw(collected, answered(study, collected, "6", 0.0))
    told = export_study(study, collected, tmp_path / "out")
    card = json.loads((tmp_path / "out" / "croissant.json").read_text("utf-8"))
    assert "People who withdrew, and are in no table: 1" in card["rai:dataPreprocessingProtocol"][0]
    assert "people marked as cheating: 1" in card["rai:dataPreprocessingProtocol"][0]
    assert "Free text is left out." in card["rai:personalSensitiveInformation"][0]
    assert "ethnicity, given by the annotators themselves" in card["rai:annotatorDemographics"]
    assert {one["name"] for one in card["distribution"]} == {"judgements.csv", "items.csv", "feedback.csv"}
    fields = {one["name"]: one["dataType"] for one in card["recordSet"][0]["field"]}
    assert fields["answer"] == "sc:Float"
    mlcroissant = pytest.importorskip("mlcroissant", reason="mlcroissant is not installed")
    assert "croissant.json is valid, says mlcroissant." in told
    records = list(mlcroissant.Dataset(jsonld=str(tmp_path / "out" / "croissant.json")).records("judgements"))
    assert len(records) == 18


def test_an_export_goes_over_its_own_folder_alone(study, collected, tmp_path):
    for _ in range(2):
        export_study(study, collected, tmp_path / "out")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    with pytest.raises(
        InputError, match=r"mine must be a new folder, but it holds something else\. Name another one\."
    ):
        export_study(study, collected, tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_a_collection_without_answers_is_said(study, store):
    with pytest.raises(InputError) as told:
        load_collected(study.folder)
    assert str(told.value) == (
        f"the collection in {study.folder} must have an answer, but it has none yet. Wait for volunteers."
    )


def test_a_folder_that_is_no_collection_is_said(tmp_path, study, store):
    with pytest.raises(InputError) as told:
        load_collected(tmp_path)
    assert str(told.value) == (
        f"corpus.path must be the folder of a collection, but there is no {tmp_path}/study.yaml. "
        "See `geobias collect init`."
    )
    (tmp_path / "study.yaml").write_text("answers: 3")
    with pytest.raises(InputError, match="must be a study of geobias collect, but it cannot be read "):
        load_collected(tmp_path)
    (tmp_path / "study.yaml").write_text("answers: [0, 1]")
    with pytest.raises(InputError, match="must be there, but it cannot be opened "):
        load_collected(tmp_path)


def test_countries_have_names_that_spheres_know(study):
    sentences = read_sentences(study)["en"]
    names = {written("country_longest", code) for code in choices("country_longest", sentences)}
    assert cultural_sphere(written("country_longest", "MM")) == "West-South-Asia"
    assert sum(cultural_sphere(name) is not None for name in names) > 110
    assert len(names) > 225


def test_maps_make_groups_of_what_was_told(study, collected):
    live = load_collected(study.folder, maps={"country_longest": "spheres"})
    assert set(live.members("country_longest")) == {"English-Speaking", "Protestant-Europe"}
    with pytest.raises(InputError, match="maps must be of .* but there is 'country'"):
        load_collected(study.folder, maps={"country": "spheres"})


def test_a_store_elsewhere_is_read_where_it_is(study, collected, tmp_path, monkeypatch):
    place = tmp_path / "elsewhere.sqlite"
    with sqlite3.connect(study.folder / "answers.sqlite") as base:
        base.execute("VACUUM INTO ?", (str(place),))
    for path in study.folder.glob("answers.sqlite*"):
        path.unlink()
    monkeypatch.setenv("GEOBIAS_COLLECT_STORE", f"sqlite:///{place}")
    assert len(load_collected(study.folder)) == 18
