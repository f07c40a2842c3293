"""An ask end to end with a scripted model: folder, tables, record, and nothing asked twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from geobias.errors import InputError
from geobias.models.generation import open_ledger
from geobias.pipeline.asking import Asked, AskSettings, plan, run
from geobias.tables import ResponseTable

pytest.importorskip("pandas")
PROMPTS = """
templates:
  - name: norm
    messages: [{user: "Is {act} fine in {region}?"}]
    options: ["Yes.", "No."]
    answers: yes_no
    language: en
grid:
  region: [NO, US]
"""
SCRIPTED = {"name": "scripted", "field": "region", "answers": {"NO": {"No.": 1.0}, "US": {"Yes.": 0.25, "No.": 0.75}}}


@pytest.fixture
def given(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "norms.yaml").write_text(PROMPTS, encoding="utf-8")
    (tmp_path / "acts.csv").write_text('act,"text"\nto whistle,x\nto sing,y\n', encoding="utf-8")
    return tmp_path


def settings(**more) -> AskSettings:
    return AskSettings.build(prompts="norms.yaml", table="acts.csv", responder=SCRIPTED, progress=False, **more)


def test_an_ask_leaves_answers_prompts_and_record(given):
    asked = run(settings(samples=3))
    assert asked.directory.parent == given / "outputs" / "ask"
    assert asked.directory.name.startswith("norms-")
    for kind in ("csv", "parquet"):
        back = ResponseTable.load(asked.directory / f"answers.{kind}")
        assert repr(back.rows) == repr(asked.answers.rows)  # NaN equals no other
    assert [(row.number, row.sample, row.fields["act"], row.fields["region"]) for row in asked.answers.rows[:4]] == [
        (0, 0, "to whistle", "NO"),
        (0, 1, "to whistle", "NO"),
        (0, 2, "to whistle", "NO"),
        (1, 0, "to whistle", "US"),
    ]
    assert {row.answer for row in asked.answers.rows if row.fields["region"] == "NO"} == {"no"}
    rows = [json.loads(line) for line in (asked.directory / "prompts.jsonl").read_text("utf-8").splitlines()]
    assert rows[1] == {
        "number": 1,
        "prompt": asked.answers.rows[3].prompt,
        "template": "norm",
        "fields": {"act": "to whistle", "text": "x", "region": "US"},
        "messages": [{"user": "Is to whistle fine in US?"}],
    }
    record = json.loads((asked.directory / "run.json").read_text("utf-8"))
    assert (record["status"], record["outcomes"]) == ("finished", {"text": 12})
    assert record["responder"]["settings"]["field"] == "region"
    assert record["prompts"] == str(given / "norms.yaml")
    with open_ledger(record["ledger"]) as ledger:
        assert len(list(ledger.records())) == 12
    assert asked.summary().splitlines()[0] == "12 responses: 12 text"


def test_the_same_again_asks_nothing_and_says_the_same(given, monkeypatch):
    first = run(settings(samples=2))
    monkeypatch.setattr(
        "geobias.models.generation.scripted.ScriptedResponder.respond", lambda *call: pytest.fail("it was asked again")
    )
    again = run(settings(samples=2, name="other"))
    assert again.directory != first.directory
    assert again.answers.rows == first.answers.rows
    assert (again.directory / "answers.parquet").read_bytes() == (first.directory / "answers.parquet").read_bytes()
    assert run(settings(samples=1)).answers.rows == first.answers.rows[::2]


def test_a_plan_counts_what_is_missing_and_writes_nothing(given):
    before = plan(settings(samples=2))
    assert (before.prompts, before.different, before.kept, len(before.missing)) == ({"norm": 4}, 4, 0, 8)
    assert not (given / "outputs").exists()
    run(settings(samples=2))
    after = plan(settings(samples=3, ask="both", calibrate=["N/A"], decoding={"temperature": 0}))
    assert (after.kept, len(after.missing)) == (0, 12 + 4 + 1)
    more = plan(settings(samples=3))
    assert (more.kept, len(more.missing)) == (8, 4)
    assert str(more).splitlines()[:4] == [
        "4 prompts, 4 of them different:",
        "  4 of template norm",
        "12 requests to scripted: 8 have an answer already, 4 would be asked",
        "  94 characters of prompts",
    ]


def test_a_changed_prompt_asks_only_what_changed(given):
    run(settings(samples=2))
    (given / "acts.csv").write_text("act\nto whistle\nto hum\n", encoding="utf-8")
    changed = plan(settings(samples=2))
    assert (changed.kept, len(changed.missing)) == (4, 4)
    assert {request.prompt.fields["act"] for request in changed.missing} == {"to hum"}


def test_an_endpoint_says_what_it_costs(given, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    endpoint = {"name": "openai", "model": "m", "price_in": 1e6, "price_out": 1e6, "requests_per_minute": 2}
    chosen = AskSettings.build(prompts="norms.yaml", table="acts.csv", responder=endpoint)
    lines = str(plan(chosen)).splitlines()
    assert "  about 58 tokens of prompts, at most 800 of responses" in lines
    assert "  at most 858.00 in the currency of responder.price_in" in lines
    assert "  at least 2.0 minutes by the limits given" in lines


def test_errors_are_told_and_asked_again(given):
    silent = {"name": "scripted", "field": "region", "answers": {"NO": {"No.": 1.0}}, "default": {}}
    chosen = AskSettings.build(prompts="norms.yaml", table="acts.csv", responder=silent, progress=False)
    asked = run(chosen)
    assert len(asked.errors) == 1
    assert [row.outcome for row in asked.answers.rows] == ["text", "error", "text", "error"]
    again = plan(chosen)
    assert (again.kept, again.failed, len(again.missing)) == (2, 2, 2)
    assert "2 would be asked, 2 of them were asked before in vain" in str(again)


def test_notices_say_what_a_reader_should_know(given):
    (given / "acts.csv").write_text("act,id\nto whistle,1\nto whistle,2\n", encoding="utf-8")
    asked = run(settings(samples=2, decoding={"temperature": 0}))
    record = json.loads((asked.directory / "run.json").read_text("utf-8"))
    assert record["notices"] == [
        "2 of 4 prompts have the words of an earlier one: these are asked once, and have one answer for all.",
        "At temperature 0 a model says the same in every sample; one would do.",
    ]
    texts = {(row.fields["id"], row.fields["region"], row.sample): row.text for row in asked.answers.rows}
    assert all(texts["1", region, 0] == texts["2", region, 0] for region in ("NO", "US"))


def test_texts_that_were_cut_off_are_counted(given):
    row = run(settings()).answers.rows[0]
    cut = Asked(given, ResponseTable((row, replace(row, truncated=True))), [])
    assert cut.summary().splitlines() == ["2 responses: 2 text", "read as: 2 no", "cut off at decoding.max_tokens: 1"]


def test_what_is_refused_leaves_nothing(given):
    (given / "acts.csv").write_text("deed\nto whistle\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"acts\.csv must have a column 'act'"):
        run(settings())
    assert not (given / "outputs").exists()


def test_a_stop_keeps_what_was_finished(given, monkeypatch):
    from geobias.models.generation import scripted

    whole = scripted.ScriptedResponder._respond
    asked: list[str] = []

    def stopping(self, request, seed):
        if len(asked) == 2:
            raise KeyboardInterrupt
        asked.append(request.prompt.id)
        return whole(self, request, seed)

    monkeypatch.setattr(scripted.ScriptedResponder, "_respond", stopping)
    with pytest.raises(KeyboardInterrupt):
        run(settings())
    (folder,) = (given / "outputs" / "ask").glob("norms-*")
    assert json.loads((folder / "run.json").read_text())["status"] == "stopped"
    asked.append("one more")
    done = run(settings())
    assert (done.directory, len(done.answers.rows)) == (folder, 4)
    assert len(set(asked)) == len(asked) == 5
