"""Asking: sources join the judgements, what is wrong with items is named, and a plan counts without asking."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geobias.errors import InputError
from geobias.pipeline.asked import AskedSources, ask_sources, load_sources, plan_sources
from geobias.tables import AskedAnswerTable
from tests.pipeline.asked.conftest import settings_of

SCRIPTED = {"name": "responder", "responder": {"name": "scripted", "default": {"Yes.": 0.5, "No.": 0.5}}}


def test_without_settings_nothing_is_asked(judged, session, tmp_path):
    same, table = ask_sources(judged, AskedSources(), session, str(tmp_path / "store"))
    assert same is judged
    assert table == AskedAnswerTable(())
    assert session.directory.facts == {}
    assert not (tmp_path / "store").exists()
    assert str(plan_sources(judged, AskedSources(), str(tmp_path))) == "no source is asked live"


def test_sources_stand_beside_those_that_items_have(judged, session, labelling, tmp_path):
    asked = load_sources(
        settings_of(one=SCRIPTED, two={"name": "classifier", "model": labelling, "label": "yes", "max_length": 40})
    )
    found, table = ask_sources(judged, asked, session, str(tmp_path))
    assert list(found.sources) == ["labels", "model", "one", "two"]
    assert found.digest() != judged.digest()
    assert [row.source for row in table.rows] == ["one"] * 11 + ["two"] * 11
    assert AskedAnswerTable.from_frame(table.to_frame()) == table
    facts = session.directory.facts["asked"]
    assert [facts[name]["kind"] for name in ("one", "two")] == ["responder", "classifier"]
    assert facts["two"]["labels"] == ["no", "maybe", "yes"]
    assert facts["two"]["model"]["weights"]


def test_items_without_a_text_are_named(judged, session, tmp_path):
    texts = judged.texts.copy()
    texts[[3, 5]] = "", " \t"
    asked = load_sources(settings_of(one=SCRIPTED))
    for call in (
        lambda given: ask_sources(given, asked, session, str(tmp_path)),
        lambda given: plan_sources(given, asked, str(tmp_path)),
    ):
        with pytest.raises(InputError) as error:
            call(replace(judged, texts=texts))
        assert str(error.value) == (
            "every item that somebody judged must have a text, so that a model can be asked about it, but 2 of 11 have "
            "none, the first is 'item-003'. Name the column that holds the texts (corpus.text), fill it, or "
            "leave `asked` "
            "out (asked=none)."
        )


def test_items_that_nobody_judged_need_no_text(judged, session, tmp_path):
    texts = judged.texts.copy()
    texts[11] = ""
    found, table = ask_sources(
        replace(judged, texts=texts), load_sources(settings_of(one=SCRIPTED)), session, str(tmp_path)
    )
    assert np.isnan(found.sources["one"][11])
    assert len(table.rows) == 11


def test_a_name_that_is_taken_is_refused(judged, session, tmp_path):
    with pytest.raises(InputError) as error:
        ask_sources(judged, load_sources(settings_of(labels=SCRIPTED)), session, str(tmp_path))
    assert str(error.value) == (
        "a source that is asked live must have a name of its own, but the items have a source 'labels' already. "
        "Rename asked.labels."
    )


def test_a_plan_counts_what_stores_lack(judged, session, labelling, tmp_path):
    asked = load_sources(
        settings_of(one=SCRIPTED, two={"name": "classifier", "model": labelling, "label": "yes", "max_length": 40})
    )
    store = tmp_path / "store"
    plan = plan_sources(judged, asked, str(store))
    tokens = sum(len(text.split()) + 2 for text in judged.texts[:11])
    assert str(plan).splitlines()[0] == "2 sources would be asked about 11 items:"
    assert f"  two: 11 of 11 texts would be classified, {tokens} tokens" in str(plan).splitlines()
    assert "    11 requests to scripted: 0 have an answer already, 11 would be asked" in str(plan).splitlines()
    assert not store.exists()
    ask_sources(judged, asked, session, str(store))
    assert (
        "  two: 0 of 11 texts would be classified, 0 tokens"
        in str(plan_sources(judged, asked, str(store))).splitlines()
    )


def test_what_is_promised_has_a_name_and_no_number(judged):
    found = load_sources(settings_of(one=SCRIPTED)).promised(judged)
    assert np.isnan(found.sources["one"]).all()
    assert list(found.sources) == ["labels", "model", "one"]
