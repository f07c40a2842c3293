"""Regions named, statements written, distances related with gaps: what is planted comes out on the page."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from geobias.corpora import load_etiquette
from geobias.errors import InputError
from geobias.pipeline.asking import Posed
from geobias.studies import etiquette
from geobias.studies.etiquette import EtiquetteStudySettings
from geobias.studies.etiquette.identifying import Identifying
from geobias.studies.etiquette.scripted import FAVOURED, RIGHT, scripted
from geobias.tables import BIAS_FOR, PREFERENCE

SHARES = {"East Asia": 0.2, "India": 0.1, "Latin America": 0.1, "Middle East and Africa": 0.05, FAVOURED: 0.55}


def values_in(folder: Path, **more) -> dict:
    given = {"output": str(folder / "runs"), "store": str(folder / "store"), "progress": False, "page": False}
    return {**given, "etiquette": {"metrics": ["accuracy"], "replicates": 300, "splits": 5}, **more}


def shares_in(folder: Path, shares: dict) -> str:
    pd.DataFrame({"region": [*shares], "share": [*shares.values()]}).to_csv(folder / "shares.csv", index=False)
    return str(folder / "shares.csv")


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    folder = tmp_path_factory.mktemp("successor")
    relating = {"methods": ["energy"], "authorship": shares_in(folder, SHARES)}
    steps = {"identifying": {"samples": 3}, "generating": {"samples": 4}, "relating": relating}
    return etiquette.run(**values_in(folder, page=True, **steps))


@pytest.fixture(scope="module")
def record(done):
    return json.loads((done.directory / "run.json").read_text())


@pytest.mark.slow
def test_the_region_that_was_planted_is_named_too_often(done, record):
    bias = done.tables["region_bias"]
    for score, planted in record["planted_names"].items():
        rows = bias[(bias["score"] == score) & (bias["region"] != "")].set_index("region")
        held = [rows.loc[name, "low"] <= value <= rows.loc[name, "high"] for name, value in planted.items()]
        assert sum(held) >= len(held) - 1
        assert rows["excess_low"].gt(0).sum() == 1
        assert rows["value"].idxmax() == FAVOURED
    # by hand: B is .2 for the favoured one, and (3 x .05 + .0375) / 4 for each of the others
    rest = (3 * 0.05 + 0.0375) / 4
    assert record["planted_names"][BIAS_FOR][FAVOURED] == pytest.approx(100 * 0.2 / (0.2 + 4 * rest))
    assert record["planted_names"][PREFERENCE][FAVOURED] == pytest.approx(100 * 1.5 / (5 * 0.85))
    confused = done.tables["region_confusions"]
    assert set(confused.sort_values("percent").tail(4)["named"]) == {FAVOURED}


@pytest.mark.slow
def test_a_refusal_is_no_naming(done):
    said = done.tables["region_namings"]
    assert len(said) == 1200
    silent = said[said["text"].isin(["none", "I cannot answer that."])]
    assert set(silent["reason"]) == {"none", "refusal"}
    assert silent["named"].eq("").all()
    assert (said["named"] == "").sum() == len(silent)


@pytest.mark.slow
def test_a_region_whose_rules_contradict_each_other_agrees_least(done):
    rows = done.tables["written_alignment"].set_index("region")
    assert rows["value"].idxmin() == "Middle East and Africa"
    assert rows["contradicted"].to_dict() == {name: 2 * (name == "Middle East and Africa") for name in RIGHT}
    known = rows[rows["statements"] > 2]  # of two statements there is no interval
    assert (known["low"] < known["high"]).all()
    lines = done.tables["written_statements"]
    kept = lines[~lines["repeats"]]
    assert len(kept) == kept[["region", "statement"]].drop_duplicates().shape[0] < len(lines)
    odds = done.tables["word_odds"]
    row = odds[(odds["word"] == "coffee") & (odds["region_a"] == "India")].iloc[0]
    assert (row["count_a"], row["odds_ratio"] < 1) == (0, True)


@pytest.mark.slow
def test_distances_are_related_with_gaps_and_authorship_is_taken_into_account(done):
    relations, regression = done.tables["region_relations"], done.tables["region_regression"]
    assert set(relations["y"]) == {"gap_at_m[accuracy]", "gap_at_m[accuracy_all]", "gap_at_m[coverage]"}
    assert relations["n_permutations"].eq(120).all()
    assert relations["p_smallest"].min() == pytest.approx(1 / 120)
    assert relations.loc[relations["primary"], ["x", "y", "coefficient"]].to_numpy().tolist() == [
        ["energy", "gap_at_m[accuracy]", "spearman"]
    ]
    assert done.tables["verdict"]["family"].tolist()[-1] == "distances"
    pairs = done.tables["region_pairs"].query("quantity == 'gap_at_m[accuracy]'")
    apart = done.tables["statement_distances"].merge(pairs, on=["group_a", "group_b"], suffixes=("", "_gap"))
    differ = [abs(SHARES[a] - SHARES[b]) for a, b in zip(apart["group_a"], apart["group_b"], strict=True)]
    design = np.stack([apart["excess"], differ, np.ones(10)], axis=1)
    by_least_squares = np.linalg.lstsq(design, apart["value_gap"], rcond=None)[0]
    assert regression["term"].tolist() == ["energy", "difference[authorship]"]
    np.testing.assert_allclose(regression["coefficient"], by_least_squares[:2])
    assert regression["df"].eq(7).all()


@pytest.mark.slow
def test_the_page_tells_all_of_it(done):
    html = done.html.read_text(encoding="utf-8")
    for name in ("region-distances", "named-regions", "written-statements"):
        assert f'<section id="{name}"' in html
    assert "5 regions can be relabelled in 120 ways" in html
    assert "Named most where it is not right: North America-Europe" in html
    assert "By &#39;lexical&#39; statements of one region agree most for" in html
    figures = {path.stem for path in (done.directory / "figures").glob("*.svg")}
    assert {"named-regions", "named-in-place", "statement-distances", "statements-and-gaps"} <= figures


def asked(tmp_path, **how) -> Identifying:
    class Silent:
        name, fingerprint = "silent", "0" * 16

    settings = EtiquetteStudySettings.build(**values_in(tmp_path, identifying={"samples": 2, **how}))
    return Identifying.of(settings, load_etiquette(), Silent())  # type: ignore[arg-type]


def test_regions_stand_in_an_order_of_each_statement_and_few_of_each_region_are_drawn(tmp_path):
    found = asked(tmp_path, each=5)
    statements = load_etiquette().select(found.places)
    assert {name: len(places) for name, places in statements.groups().items()} == dict.fromkeys(RIGHT, 5)
    lists = [prompt.fields["regions"].split("; ") for prompt in found.posed.prompts.prompts]
    assert all(sorted(one) == sorted(RIGHT) for one in lists)
    assert len({one[0] for one in lists}) == 5
    assert lists == [prompt.fields["regions"].split("; ") for prompt in asked(tmp_path, each=5).posed.prompts.prompts]
    assert isinstance(found.posed, Posed)
    assert (found.posed.decoding.temperature, found.posed.questions.samples) == (0.7, 2)


def test_a_plan_counts_all_that_is_asked_and_compared(tmp_path):
    steps = {"identifying": {"samples": 3}, "generating": {"samples": 4}, "relating": {"methods": ["energy"]}}
    lines = str(etiquette.plan(EtiquetteStudySettings.build(**values_in(tmp_path, **steps)))).splitlines()
    assert lines[lines.index("Regions named:") + 1 :][2] == (
        "1200 requests to scripted: 0 have an answer already, 1200 would be asked"
    )
    assert "20 requests to scripted: 0 have an answer already, 20 would be asked" in lines
    assert (
        "Statements of regions would be compared by energy; 5 regions have 120 relabellings, so that no p of a "
        "relation can be below 0.0083." in lines
    )
    assert not any("probes" in line for line in lines)


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        (
            {name: share for name, share in SHARES.items() if name != "India"},
            "relating.authorship must have a share of every region of the statements, but 'India' has none in {path}. "
            "Add it: columns region and share.",
        ),
        (
            SHARES | {"India": "many"},
            "a share of relating.authorship must be a number, 0 or more, but at {path}, line 3 it is 'many'. Correct "
            "it.",
        ),
        (
            SHARES | {"India ": 0.3},
            "every region of relating.authorship must have one share, but 'India' has two in {path}. Leave one out.",
        ),
    ],
)  # fmt: skip
def test_shares_that_cannot_be_used_are_named(shares, message, tmp_path):
    path = shares_in(tmp_path, shares)
    with pytest.raises(InputError) as error:
        etiquette.run(**values_in(tmp_path, relating={"authorship": path}))
    assert str(error.value) == message.format(path=path)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (
            {"relating": {"methods": [], "authorship": "x.csv"}},
            "relating.authorship is a covariate beside distances, but relating.methods names none. Name one.",
        ),
        (
            {"identifying": {"samples": -1}},
            "identifying.samples must be at least 0, but it is -1. Pass identifying.samples=0 or more.",
        ),
        (
            {"generating": {"samples": 1, "prompt": "write_etiquete"}},
            "prompts must be one of etiquette, hate_speech, name_regions, social_acceptability, write_etiquette, or a "
            "YAML file, but they are 'write_etiquete'. The nearest is "
            "'write_etiquette'. The name of a file ends in .yaml.",
        ),
        (
            {"identifying": {"samples": 1, "also": {"Indya": ["Bharat"]}}},
            "other names must be of names, but 'Indya' is none. There are ['East Asia', 'India', 'Latin America', "
            "'Middle East and Africa', 'North America-Europe'].",
        ),
    ],
)  # fmt: skip
def test_steps_that_cannot_be_taken_are_named(steps, message, tmp_path):
    with pytest.raises(InputError) as error:
        etiquette.run(**values_in(tmp_path, **{"relating": {"methods": []}, **steps}))
    assert str(error.value) == message


def test_a_model_that_only_refuses_is_told_and_scored_on_nothing(tmp_path):
    cells = {cell: chances for cell, chances in scripted().declared.items() if not cell.endswith("named")}
    responder = {"name": "scripted", "field": "cell", "answers": cells, "default": {"I cannot answer that.": 1.0}}
    steps = {"identifying": {"samples": 1}, "relating": {"methods": []}}
    report = etiquette.run(**values_in(tmp_path, responder=responder, **steps))
    assert set(report.tables["region_namings"]["reason"]) == {"refusal"}
    told = json.loads((report.directory / "run.json").read_text())["notices"]
    assert any(
        "What regions are named is not scored: some region must be named, but no answer names any" in one
        for one in told
    )
