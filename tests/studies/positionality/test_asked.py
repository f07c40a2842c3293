"""A study of judgements whose sources are asked live, from words to tables."""

from __future__ import annotations

import json

import numpy as np
import pytest

from geobias.commands.grammar import compose, settings_of
from geobias.errors import InputError
from geobias.studies import positionality
from geobias.tables import AskedAnswerTable, read_frame

WORDS = ["study=positionality", "asked=responder", "corpus.items=30", "corpus.answers=20", "alignment.placebos=0"]


def settings(*words: str):
    return settings_of(compose([*WORDS, *words]))[1]


def test_a_source_is_asked_and_compared_and_asked_once(tmp_path):
    where = [f"output={tmp_path / 'out'}", f"store={tmp_path / 'store'}", "page=false", "progress=false"]
    chosen = settings(*where)
    folder = positionality.run(chosen).directory
    said = AskedAnswerTable.load(folder / "tables" / "asked_answers.parquet")
    assert {(row.source, row.answer) for row in said.rows} == {("responder", "hate"), ("responder", "not hate")}
    compared = read_frame(folder / "tables" / "alignment_intervals.parquet")
    assert set(compared["source"]) - {""} == {"labels", "model", "responder"}
    values = read_frame(folder / "tables" / "item_sources.parquet")
    mine = values[values["source"] == "responder"]["value"].astype(float).to_numpy()
    assert np.array_equal(mine, [row.value for row in said.rows])
    record = json.loads((folder / "run.json").read_text())
    assert record["content"]["asked"] == positionality.study.Judged.read(chosen).content()["asked"]
    assert record["asked"]["responder"]["model"]["name"] == "scripted"
    # What decides no answer makes no other run.
    again = settings(*where, "+asked.responder.responder.default={Yes.:0.5,No.:0.5}")
    assert positionality.run(again).directory == folder
    assert str(positionality.plan(chosen)).splitlines()[-1].startswith("    Responses are kept in ")
    assert "30 requests to scripted: 30 have an answer already, 0 would be asked" in str(positionality.plan(chosen))


def test_sources_of_ones_own_name_are_given_by_a_word():
    found = settings(
        "+asked.mine={name:responder,ask:scores,responder:{name:recorded,path:said.csv}}",
        "asked.responder.responder.name=hf",
        "+asked.responder.responder.model=some/model",
    ).asked
    assert [(name, one.responder.name, one.ask) for name, one in found.items()] == [
        ("responder", "hf", "text"),
        ("mine", "recorded", "scores"),
    ]


MISTAKES = [
    (
        "+asked.mine=3",
        "'asked.mine' must be a group of settings, but it is 3 (int). Correct the value.",
    ),
    (
        "+asked.mine={name:respond}",
        "'asked.mine.name' must be one of ['classifier', 'zero_shot', 'responder'], but it is 'respond'. "
        "Did you mean asked.mine.name=responder?",
    ),
    (
        "+alignment.zzz={}",
        "every override must name a key of the configuration, but 'alignment.zzz' is none. "
        "`geobias --cfg job` lists all.",
    ),
    (
        "asked.responder.prompts=hate_speech",
        "every override must name a key of the configuration, but 'asked.responder.prompts' is none. "
        "Did you mean asked.responder.prompt=hate_speech?",
    ),
]


@pytest.mark.parametrize(("word", "words"), MISTAKES)
def test_a_wrong_word_is_named(word, words):
    with pytest.raises(InputError) as error:
        settings(word)
    assert str(error.value) == words
