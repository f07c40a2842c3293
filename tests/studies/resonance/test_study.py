"""The resonance study from words to tables: what was planted comes out, and a stop loses no answer."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr

from geobias.commands.grammar import compose, settings_of
from geobias.errors import InputError
from geobias.measures.resonance import read_values
from geobias.models.generation import LEANINGS, LeaningResponder
from geobias.pipeline import interviewing
from geobias.studies import resonance
from geobias.studies.resonance import study as events

DESIGNS = """
designs:
  - {name: another place, template: "Imagine you are {sex|a person} [{age} years old] [from {nation}]. {question}"}
  - {name: question first, template: "{question} Answer as {sex|a person} [{age} years old] [from {nation}]."}
  - {name: letter, template: "A letter of {sex|a person} [{age} years old] [from {nation}], who was asked: {question}"}
  - {name: another seed, seed: 5}
  - {name: options, scores: true}
"""
WRITTEN = {
    "audit",
    "responses", "resonance_scores", "statement_resonance", "value_mirroring", "nation_places", "nation_orders",
    "verdict", "nation_differences", "nation_ranks", "design_effects", "stability_components", "nation_fits",
    "projection_distances", "projection_spreads", "age_items", "survey_cells", "cells", "counts", "nation_designs",
    "stated_values", "stated_agreement", "projection_boxes", "answers_needed",
}  # fmt: skip
FAITHS = """
name: faiths
template: "Answer as a [{age}-year-old] {faith|person} who speaks {language|a language}. {question}"
axes: {faith: [Hindu, Baptist, Stoic], language: [Tamil, Welsh], age: [20, 75]}
questions: {general: "What do you hope for?", children: "What should children learn?"}
values:
  - {name: hope, item: none, loading: 0.5, hypothesis: I pray for my children., inversion: I never pray for anybody.}
  - {name: duty, item: none, loading: 0.7, hypothesis: Children must obey., inversion: Children must choose freely.}
"""


def words(folder: Path, **more) -> dict:
    """Settings of a run of seconds: two ages, the general question, the entailer that counts words."""
    (folder / "designs.yaml").write_text(DESIGNS)
    interview = {
        "only": {"age": ["20", "75"]},
        "questions": ["general"],
        "samples": 4,
        "designs": str(folder / "designs.yaml"),
    }
    return {
        "entailment": {"name": "lexical"},
        "interview": interview | more.pop("interview", {}),
        "corpus": {"name": "synthetic_survey", "respondents": 150},
        "resonance": {"replicates": 99, "flips": 99, "draws": 999} | more.pop("resonance", {}),
        "geometry": {"methods": []},
        "output": str(folder / "runs"),
        "store": str(folder / "store"),
        "progress": False,
        "page": False,
        **more,
    }


def notices(found) -> str:
    return " ".join(json.loads((found.directory / "run.json").read_text())["notices"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("planted")


@pytest.fixture(scope="module")
def done(folder):
    return resonance.run(**words(folder, entailment={"name": "trained"}))


def test_the_planted_order_comes_out_and_every_table_is_written(done):
    places = done.tables["nation_places"].set_index("nation")["model"]
    planted = LEANINGS["nation"]
    assert spearmanr([places[name] for name in planted], list(planted.values())).statistic >= 0.9
    pairs = done.tables["nation_differences"]
    sure = pairs[pairs["verdict"] == "different"]
    leans = [planted[row.group_a] - planted[row.group_b] for row in sure.itertuples()]
    assert len(sure) > 0
    assert (sure["difference"] * leans > 0).all()
    assert set(done.tables) == WRITTEN
    assert set(done.tables["nation_designs"]["design"]) == {
        "", "another place", "question first", "letter", "another seed", "options",
    }  # fmt: skip


def test_a_plan_trains_nothing_and_finds_what_was_asked(folder, done, monkeypatch):
    read = {}
    monkeypatch.setattr(events.Read, "of", lambda settings, of=events.Read.of: read.setdefault("it", of(settings)))
    settings = resonance.SETTINGS.build(words(folder, entailment={"name": "trained"}))
    told = str(resonance.plan(settings))
    # 32 personas: 4 answers by the own design, 3 by each of four others
    assert told.startswith("512 answers of leaning: 512 are there, 0 would be asked.")
    assert "At most 5,120 pairs of answer and statement would be judged by trained:package:" in told
    assert "_probes" not in vars(read["it"].entailers.own.backend)


def test_a_stop_loses_no_answer_and_changes_no_number(tmp_path, monkeypatch):
    for name in ("whole", "stopped"):
        (tmp_path / name).mkdir()
    whole = resonance.run(**words(tmp_path / "whole"))

    def stop(*given):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(events, "score_designs", stop)
        with pytest.raises(KeyboardInterrupt):
            resonance.run(**words(tmp_path / "stopped"))
    asked = []
    respond = LeaningResponder.respond
    monkeypatch.setattr(
        LeaningResponder, "respond", lambda self, requests, how: asked.extend(requests) or respond(self, requests, how)
    )
    again = resonance.run(**words(tmp_path / "stopped"))
    assert asked == []
    for name in ("resonance_scores", "nation_differences", "stability_components", "nation_fits", "stated_values"):
        assert again.tables[name].equals(whole.tables[name]), name


def test_an_interview_of_another_kind_needs_no_line_of_python(tmp_path):
    (tmp_path / "faiths.yaml").write_text(FAITHS)
    leanings = {"faith": {"Hindu": 0.5, "Baptist": 0.1, "Stoic": -0.5}, "language": {"Tamil": 0.0, "Welsh": 0.0}}
    (tmp_path / "ways.yaml").write_text(
        "designs:\n"
        "  - {name: plain, template: 'You are {faith|a person} [aged {age}] [and speak {language}]. {question}'}\n"
        "  - {name: warmer, temperature: 1.3}\n"
    )
    interview = {"source": str(tmp_path / "faiths.yaml"), "designs": str(tmp_path / "ways.yaml"), "only": {}}
    found = resonance.run(
        **words(
            tmp_path,
            interview=interview | {"questions": None},
            responder={"name": "leaning", "leanings": leanings, "group": "faith"},
            corpus={"name": "no_survey"},
            resonance={"group": "faith"},
        )
    )
    scores = found.tables["resonance_scores"]
    assert {"faith", "language", "age"} < set(scores)
    assert "nation" not in scores
    assert {"hope[hypothesis]", "duty[inversion]"} < set(scores)
    # 12 personas: 4 answers to each of two questions, and 3 to the general one by each of two designs
    assert scores.groupby("design").size().to_dict() == {"": 96, "plain": 36, "warmer": 36}
    pairs = found.tables["nation_differences"]
    assert {*pairs["group_a"], *pairs["group_b"]} == {"Hindu", "Baptist", "Stoic"}
    assert set(pairs["verdict"]) == {"cannot be tested"}  # three designs are too few
    notices = json.loads((found.directory / "run.json").read_text("utf-8"))["notices"]
    assert "What is called a nation here is a value of 'faith' (resonance.group)." in notices
    assert not {"nation_fits", "cells", "stated_values", "counts", "survey_cells"} & set(found.tables)


def test_an_interview_without_statements_of_its_own_takes_the_packaged_ones(tmp_path):
    text = FAITHS.partition("values:")[0]
    (tmp_path / "faiths.yaml").write_text(text)
    settings = interviewing.InterviewSettings(source=str(tmp_path / "faiths.yaml"), designs="none")
    assert interviewing.read_interviewed(settings).values == read_values()
    (tmp_path / "faiths.yaml").write_text(f"{text}values: []\n")
    with pytest.raises(InputError, match="^faiths.yaml must list one value or more, but 'values' is \\[\\]."):
        interviewing.read_interviewed(settings)


def test_the_published_file_has_1128_prompts(shared, tmp_path):
    published = str(shared / "data" / "wvs" / "published_prompts.yaml")
    interview = {"source": published, "combinations": "all", "questions": None, "only": {}, "samples": 2}
    settings = resonance.SETTINGS.build(
        words(tmp_path, interview=interview | {"designs": "none"}, corpus={"name": "no_survey"})
    )
    told = str(resonance.plan(settings)).splitlines()
    assert told[0] == "2256 answers of leaning: 0 are there, 2256 would be asked."
    assert told[1] == "  own design: 1128 prompts, 2256 answers, 2256 to ask"
    assert not (tmp_path / "store").exists()


def test_without_designs_there_is_no_certificate_and_without_scores_nothing_stated(tmp_path):
    found = resonance.run(**words(tmp_path, interview={"designs": "none"}))
    assert "There is one design alone: nothing says whether a difference outlives other wordings." in notices(found)
    assert not {"nation_designs", "nation_ranks", "stated_values"} & set(found.tables)
    said = found.tables["responses"]
    texts = dict(zip(said["prompt"], said["text"], strict=True))
    assert len(texts) == 32


def test_one_nation_has_nothing_to_be_held_against_and_keeps_its_answers(tmp_path):
    found = resonance.run(**words(tmp_path, interview={"only": {"nation": ["Upland"], "age": ["20", "75"]}}))
    assert "Nothing is certified: a certificate of stability needs two nations" in notices(found)
    assert set(found.tables["cells"]["nation"]) == {"Upland"}
    assert "nation_ranks" not in found.tables


OWN_ORDER = """
template: "{question} {sex|Somebody} [of {nation}], [{age} years]."
axes: {nation: [A, B], age: [20, 75], sex: [man, woman]}
questions: {general: "Why?"}
"""
SAME_ORDER = """
designs:
  - {name: copy, template: "{question} {sex|Somebody} [of {nation}], [aged {age}]."}
  - {name: cool, temperature: 0.5}
"""


def test_a_design_that_asks_the_same_words_is_left_out(tmp_path):
    own, designs = tmp_path / "own.yaml", tmp_path / "same.yaml"
    own.write_text(OWN_ORDER)
    designs.write_text(SAME_ORDER)
    asked = {"source": str(own), "designs": str(designs)}
    marginal = interviewing.read_interviewed(interviewing.InterviewSettings(**asked, combinations=(("nation",),)))
    assert (marginal.idle, [one.name for one in marginal.worded]) == (("copy",), ["cool"])
    assert marginal.facts()["designs"] == {"cool": {"temperature": 0.5}}
    whole = interviewing.read_interviewed(interviewing.InterviewSettings(**asked))
    assert (whole.idle, len(whole.worded)) == ((), 2)


def test_a_responder_without_scores_leaves_a_notice(tmp_path):
    settings = resonance.SETTINGS.build(words(tmp_path))
    prompts = interviewing.read_interviewed(settings.interview).prompts
    lines = [prompt.messages[-1].text for some in prompts.values() for prompt in some.prompts]
    pd = pytest.importorskip("pandas")
    said = "I am very proud of my country."
    pd.DataFrame({"prompt": np.repeat(lines, 5), "response": said}).to_csv(tmp_path / "said.csv", index=False)
    found = resonance.run(**words(tmp_path, responder={"name": "recorded", "path": str(tmp_path / "said.csv")}))
    assert "The items of the survey are not stated: " in notices(found)
    assert "stated_values" not in found.tables
    assert "nation_differences" in found.tables
    assert "options" not in set(found.tables["nation_designs"]["design"])
    # all say the same, so that nothing is certified
    assert not (found.tables["nation_differences"]["verdict"] == "different").any()


def test_a_file_of_respondents_without_a_column_is_named_before_anything_is_asked(tmp_path):
    (tmp_path / "people.csv").write_text("country,age\n1,20\n")
    with pytest.raises(InputError) as error:
        resonance.run(**words(tmp_path, corpus={"name": "survey", "path": str(tmp_path / "people.csv")}))
    assert str(error.value) == (
        "people.csv must have a column 'B_COUNTRY', but its columns are ['country', 'age']. The nearest is 'country'. "
        "Name the right column."
    )
    assert not (tmp_path / "runs").exists()


def test_the_words_of_the_command_make_the_settings():
    package, settings = settings_of(compose(["study=resonance", "responder.effects=0", "geometry.methods=[energy]"]))
    assert package is resonance
    assert (settings.responder.effects, settings.geometry.methods) == (0.0, ("energy",))
    package, small = settings_of(compose(["experiment=resonance_smollm2"]))
    assert (small.responder.name, small.corpus["name"], small.geometry.methods) == ("smollm2", "no_survey", ())
