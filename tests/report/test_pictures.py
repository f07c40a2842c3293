from __future__ import annotations

import pandas as pd
import pytest

from geobias.report.files import write_table
from geobias.report.page import render
from geobias.report.pairs import main_gap
from geobias.report.pictures import pictures
from geobias.report.run import read_run
from geobias.report.sections import SECTIONS

SMALL = {
    "roles": {"AU": "region", "NO": "region", "UK": "region", "all": "pooled"},
    "repeats": 3,
    "models": 4,
    "quantities": ["sinkhorn", "lda"],
}


def names(folder):
    return [picture.name for _, picture in pictures(read_run(folder), SECTIONS)]


def test_whole_run_has_every_figure_once(make_run):
    found = [picture for _, picture in pictures(read_run(make_run(**SMALL)), SECTIONS)]
    assert [picture.name for picture in found] == [
        "flow", "shares", "classes", "distances", "spread", "map", "lda", "representation", "performance", "gaps",
        "distance-gap", "relations-spearman-distance-gap", "relations-spearman-distance-dependence",
        "relations-spearman-distance-distance", "relations-kendall_tau_b-distance-gap",
        "relations-kendall_tau_b-distance-dependence", "relations-kendall_tau_b-distance-distance",
    ]  # fmt: skip
    assert [picture.folded for picture in found] == [False] * 14 + [True] * 3
    assert all(picture.alt.endswith(".") and len(picture.alt) > 30 for picture in found)


def test_judged_run_has_the_evidence_beside_the_figures(make_run):
    found = names(make_run(judged=True, **SMALL))
    assert found[3:7] == ["differences", "separation", "unbiased", "size-curve"]
    place = found.index("excess-gap")
    assert found[place : place + 3] == ["excess-gap", "distance-gap", "leave-one-out"]
    assert found[-2:] == ["controls", "power"]
    assert found.index("gap-intervals") == found.index("gaps") + 1
    assert len(found) == len(set(found))


def test_no_task_has_no_figure_of_scores(make_run):
    found = names(make_run(task="none", **SMALL))
    assert {"classes", "performance", "gaps", "distance-gap"}.isdisjoint(found)
    assert "relations-spearman-distance-distance" in found


def test_two_groups_have_no_matrices_of_pairs(make_run):
    found = names(make_run(roles={"AU": "region", "UK": "region"}, models=1, repeats=1))
    assert found == ["flow", "shares", "classes", "spread", "lda", "representation", "performance"]


@pytest.mark.parametrize("table", ["distances", "gaps", "groups", "counts"])
def test_any_empty_table_leaves_the_other_figures(make_run, table):
    found = names(make_run(changes={table: lambda frame: frame[:0]}, **SMALL))
    assert "performance" in found


@pytest.mark.parametrize(
    ("quantities", "main"),
    [
        (["gap[auc]", "gap[accuracy]"], "gap[accuracy]"),
        (["gap[f1]", "gap[exact_match]"], "gap[exact_match]"),
        (["dcor[f1]", "gap[auc]", "gap[f1]"], "gap[auc]"),
        (["dcor[f1]"], "dcor[f1]"),
    ],
)
def test_main_gap(quantities, main):
    assert main_gap(pd.DataFrame({"quantity": quantities})) == main


ALONE = {
    "separation": ["separation", "unbiased"],
    "size_curve": ["size-curve"],
    "gap_intervals": ["gap-intervals"],
    "leave_one_out": ["leave-one-out"],
    "power": ["power"],
    "representation": ["representation"],
    "spread": [],
    "score_intervals": [],
    "representation_tests": [],
    "verdict": [],
    "regression": [],
    "controls": [],
    "control_values": [],
}


@pytest.mark.parametrize("table", ALONE)
def test_each_table_alone_makes_a_page(judged, tmp_path, table):
    write_table(tmp_path, table, judged.tables[table])
    (tmp_path / "run.json").write_text("{}")
    run = read_run(tmp_path)
    assert names(tmp_path) == ALONE[table]
    assert "Method in short" in render(run, SECTIONS, {})


def test_two_regions_can_be_judged(make_run):
    found = names(make_run(roles={"AU": "region", "UK": "region"}, models=1, repeats=1, judged=True))
    assert {"separation", "gap-intervals", "controls"} <= set(found)
    assert {"excess-gap", "leave-one-out"}.isdisjoint(found)
