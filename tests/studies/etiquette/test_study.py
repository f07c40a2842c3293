"""An etiquette study end to end: what is planted comes out, abstentions are no answers, errors name things."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from sklearn.metrics import accuracy_score, f1_score

from geobias.corpora import load_etiquette
from geobias.errors import InputError
from geobias.measures.etiquette import EtiquetteAnswers
from geobias.studies import etiquette
from geobias.studies.etiquette import EtiquetteStudySettings
from geobias.studies.etiquette.scripted import RIGHT, SILENT, scripted
from geobias.studies.etiquette.settings import EtiquettePlan
from geobias.studies.etiquette.study import _gaps
from geobias.studies.etiquette.training import ALL_REGIONS, OWN_REGION, TUNED_OWN_REGION
from geobias.tables import ANSWERED, AS_RIGHT, AS_WRONG, DIFFERENT, UNTESTABLE
from tests.test_conf import ROOT

QUICK = {"replicates": 200, "splits": 10}
FEW_AND_MORE = (((19, 3), 19), ((20, 3), 20))
"""(Right answers of two regions, statements of each.)"""
OF_OTHERS = ("transfer", "region-distances", "named-regions", "written-statements")
"""Sections of steps that a run here does not take."""


def values_in(folder: Path, **more) -> dict:
    given = {"output": str(folder / "runs"), "store": str(folder / "store"), "progress": False, "page": False}
    return {**given, "etiquette": QUICK, "relating": {"methods": []}, **more}


def said_of(yes: float, no: float, other: str = "I cannot say.") -> dict:
    """A scripted responder of one law."""
    return {"name": "scripted", "default": {"Yes.": yes, "No.": no, other: 1 - yes - no}}


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    return etiquette.run(**values_in(tmp_path_factory.mktemp("done"), page=True))


@pytest.fixture
def norms(tmp_path) -> dict:
    """Statements of somebody else: a table of two regions without types."""
    rows = [
        (f"Bring gift number {place} to the house.", "ab"[place % 2], 1 - 2 * (place % 3 == 0)) for place in range(40)
    ]
    pd.DataFrame(rows, columns=["statement", "region", "label"]).to_csv(tmp_path / "norms.csv", index=False)
    return {"name": "etiquette", "path": str(tmp_path / "norms.csv")}


def test_planted_effects_of_regions_and_types_come_out(done):
    scores, record = done.tables["etiquette_scores"], json.loads((done.directory / "run.json").read_text())
    answered = scores.query("metric == 'accuracy' and counted == @ANSWERED")
    for attribute, other in (("region", "type"), ("type", "region")):
        rows = answered[(answered[attribute] != "") & (answered[other] == "")].set_index(attribute)
        planted = {name: one["accuracy"] for name, one in record["planted"][attribute].items()}
        assert set(rows.index) == set(planted)
        held = [rows.loc[name, "low"] <= planted[name] <= rows.loc[name, "high"] for name in planted]
        assert sum(held) >= len(held) - 1
        assert rows["value"].idxmin() == min(planted, key=planted.get)
    for name, right in RIGHT.items():  # travel takes nothing, the types' effects sum to 0
        assert record["planted"]["region"][name]["accuracy"] == pytest.approx(right, abs=1e-3)
        assert record["planted"]["region"][name]["coverage"] == pytest.approx(1 - SILENT[name], abs=1e-3)
    assert done.tables["wrong_by_type"].query("region == ''").set_index("type")["percent"].idxmax() == "visits"
    assert done.tables["verdict"]["word"].tolist() == [DIFFERENT] * 3
    gaps = done.tables["region_gaps"].query("metric == 'accuracy'")
    clear = gaps.loc[gaps["p_max"].idxmin()]
    assert {clear["group_a"], clear["group_b"]} == {"Middle East and Africa", "North America-Europe"}


def test_scores_are_those_of_scikit_learn_and_abstentions_are_no_answers(done):
    answers, scores = done.tables["answers"], done.tables["etiquette_scores"]
    assert len(answers) == 400
    for region, rows in answers.groupby("region"):  # noqa: B007, a query reads it
        given = rows[rows["said"] != 0]
        instead = {ANSWERED: given, AS_WRONG: rows.assign(said=rows["said"].where(rows["said"] != 0, -rows["truth"]))}
        instead[AS_RIGHT] = rows.assign(said=rows["said"].where(rows["said"] != 0, rows["truth"]))
        for counted, part in instead.items():  # noqa: B007
            found = scores.query("counted == @counted and region == @region and type == ''").set_index("metric")[
                "value"
            ]
            assert found["accuracy"] == pytest.approx(accuracy_score(part["truth"], part["said"]))
            assert found["f1_pos"] == pytest.approx(f1_score(part["truth"], part["said"]))
            assert found["f1_macro"] == pytest.approx(f1_score(part["truth"], part["said"], average="macro"))
    weights = scores.query("metric == 'accuracy' and counted == @ANSWERED and type == '' and region != ''")
    assert weights["weight"].sum() == pytest.approx(1)
    whole = scores.query("metric == 'accuracy' and counted == @ANSWERED and type == '' and region == ''")["value"]
    assert whole.item() == pytest.approx((weights["weight"] * weights["value"]).sum())
    assert set(done.tables["abstentions"]["reason"]) == {"", "hedged"}


def test_the_page_opens_with_the_gaps_and_shows_our_own_statements(done):
    html = done.html.read_text(encoding="utf-8")
    assert re.findall(r'<section id="([^"]+)"', html) == [
        "verdict", "summary", *(section.name for section in etiquette.SECTIONS if section.name not in OF_OTHERS),
    ]  # fmt: skip
    assert "Is &#39;scripted&#39; right more often about some regions than about others?" in html
    assert "SYNTHETIC ANSWERS" in html
    example = done.tables["examples"].iloc[0]
    assert example["text"] in load_etiquette().texts.tolist()
    assert f'<th scope="row">{example["id"]}</th>' in html
    assert {path.stem for path in (done.directory / "figures").glob("*.svg")} == {
        "etiquette-regions", "etiquette-cells", "wrong-types", "region-gaps-accuracy", "region-gaps-accuracy-all",
        "region-gaps-coverage",
    }  # fmt: skip


def test_texts_of_strangers_are_named_alone(norms, tmp_path):
    report = etiquette.run(**values_in(tmp_path, corpus=norms, responder=said_of(0.5, 0.4), page=True))
    html = report.html.read_text(encoding="utf-8")
    assert "Bring gift number" not in html
    assert report.tables["examples"]["text"].eq("").all()
    assert f'<th scope="row">{report.tables["examples"]["id"].iloc[0]}</th>' in html
    assert 'id="wrong-types"' not in html  # there is no type
    assert json.loads((report.directory / "run.json").read_text())["statements"]["own"] is False


def test_a_model_that_always_answers_is_asked_about_accuracy_alone(norms, tmp_path):
    report = etiquette.run(**values_in(tmp_path, corpus=norms, responder=said_of(0.6, 0.4)))
    assert set(report.tables["region_gaps"]["metric"]) == {"accuracy", "f1_pos", "f1_macro"}
    assert report.tables["verdict"]["family"].tolist() == ["gap[accuracy]"]


def test_scores_of_options_say_the_more_probable(tmp_path):
    report = etiquette.run(**values_in(tmp_path, asking={"ask": "scores"}, responder=_worded("Yes", "No")))
    answers = report.tables["answers"]
    mirrored = (answers["region"] == "Middle East and Africa") & (answers["type"] == "visits")
    np.testing.assert_array_equal(answers["said"] == answers["truth"], ~mirrored)
    assert json.loads((report.directory / "run.json").read_text())["planted"] is None


def _worded(yes: str, no: str) -> dict:
    """The default responder, with words that are the options."""
    words = {"Yes.": yes, "No.": no}
    found = {cell: {words.get(text, text): p for text, p in one.items()} for cell, one in scripted().declared.items()}
    return {"name": "scripted", "field": "cell", "answers": found, "default": {}}


def test_several_samples_of_a_statement_are_one_unit_and_a_label_by_hand_counts(norms, tmp_path):
    given = values_in(tmp_path, corpus=norms, responder=said_of(0.5, 0.2, "Bananas."), asking={"samples": 3})
    report = etiquette.run(**given)
    scores = report.tables["etiquette_scores"].query("metric == 'accuracy' and region == '' and type == ''")
    assert scores["n"].tolist() == [120] * 3
    assert (scores["units"] <= 40).all()
    silent = (report.tables["answers"]["said"] == 0).sum()
    path = report.directory / "unread" / "etiquette.csv"
    labels = pd.read_csv(path, dtype=str, keep_default_na=False)
    labels.assign(label="no").to_csv(path, index=False)
    again = etiquette.run(**given)
    assert again.directory == report.directory
    assert silent > 0
    assert (again.tables["answers"]["said"] == 0).sum() == 0


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            {"asking": {"values": {"yes": 1, "no": 0.5}}},
            "asking.values must be 1 (accepted), -1 (not) or null (counts as no answer), but 'no' is worth 0.5. "
            "Correct it, or leave asking.values out for those of the template.",
        ),
        ({"asking": {"calibrate": ["N/A"]}}, "asking.calibrate is of scores, but asking.ask is 'text'. Pass asking."),
        ({"etiquette": {"near_duplicates": 2.0}}, "etiquette.near_duplicates must lie in (0, 1], but it is 2.0. Pass"),
        ({"etiquette": {"metrics": ["acuracy"]}}, "metrics with an interval must be scores of weighted documents, but"),
        (
            {"responder": said_of(0.0, 0.0, "It depends.")},
            "'scripted' must answer at least one statement, but of 400 responses none is an answer, most often for "
            "this: hedged. Look at what it says with `geobias ask`.",
        ),
        (
            {"corpus": {"name": "synthetic"}},
            "the corpus of this study must be one of statements of etiquette, but 'synthetic' is of texts. Choose ",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_named(more, message, tmp_path):
    with pytest.raises(InputError) as error:
        etiquette.run(**values_in(tmp_path, **more))
    assert str(error.value).startswith(message)


def test_strangers_statements_need_another_responder(norms, tmp_path):
    given = values_in(tmp_path, corpus=norms)
    for refused in (lambda: etiquette.run(**given), lambda: etiquette.plan(EtiquetteStudySettings.build(**given))):
        with pytest.raises(InputError) as error:
            refused()
        assert str(error.value) == (
            "every prompt to 'scripted' must have an answer declared, but 40 of 40 have none, such as that of the cell "
            "'a / no': this responder is the default, and its answers are made up for the statements that come with "
            "geobias. To ask a model, choose responder=smollm2, responder=hf, responder=openai or responder=recorded; "
            "to train probes alone, pass asking=none trained=probe."
        )
    assert not list(tmp_path.glob("store/**/*"))  # nothing was asked
    own = {"name": "scripted", "field": "cell", "answers": {"a / yes": {"Yes.": 1.0}}, "default": {}}
    with pytest.raises(InputError, match="'a / no'. Add it to responder.answers, or set responder.default. To ask a"):
        etiquette.run(**values_in(tmp_path, corpus=norms, responder=own))


def answers_by(model: str, right: tuple[int, int], size: int) -> EtiquetteAnswers:
    """Two regions of so many statements, of which so many are right."""
    blank, truth = np.full(2 * size, "", dtype=object), np.tile(np.array([1, -1], dtype=np.int8), size)
    wrong = np.concatenate([np.arange(size) >= count for count in right])
    regions = np.repeat(np.array(["a", "b"], dtype=object), size)
    return EtiquetteAnswers(truth, np.where(wrong, -truth, truth), regions, blank, np.arange(2 * size), blank, model)


def test_gaps_of_models_trained_on_few_statements_are_not_tested():
    plan = EtiquettePlan(**QUICK)
    words = {}
    for model in ("who was asked", ALL_REGIONS, OWN_REGION, TUNED_OWN_REGION):
        words[model] = [_gaps(answers_by(model, right, size), plan).rows[0].verdict for right, size in FEW_AND_MORE]
    assert words["who was asked"] == [DIFFERENT, DIFFERENT]
    assert {*map(tuple, words.values())} == {(DIFFERENT, DIFFERENT), (UNTESTABLE, DIFFERENT)}


def test_a_regions_own_models_have_wider_gaps():
    plan = EtiquettePlan(**QUICK)
    asked, every, own = (_gaps(answers_by(name, (30, 22), 40), plan).rows[0] for name in ("m", ALL_REGIONS, OWN_REGION))
    assert (every.low, every.high) == (asked.low, asked.high)
    assert own.high - own.low == pytest.approx(2**0.5 * (asked.high - asked.low), rel=0.01)


def test_a_plan_counts_statements_pairs_and_requests(tmp_path):
    settings = EtiquetteStudySettings.build(**values_in(tmp_path))
    lines = str(etiquette.plan(settings)).splitlines()
    assert lines[0].startswith("400 statements of 5 regions: East Asia 80, India 80, ")
    assert lines[1] == "400 statements of 4 types: dining 100, travel 100, visits 100, business 100."
    assert lines[2] == "10 pairs of regions would be compared."
    assert "400 requests to scripted: 0 have an answer already, 400 would be asked" in lines
    assert not (tmp_path / "store").exists()


def test_the_default_responder_is_that_of_conf():
    declared = yaml.safe_load((ROOT / "conf" / "responder" / "scripted_etiquette.yaml").read_text("utf-8"))
    assert declared["answers"] == scripted().answers
