from __future__ import annotations

import pytest

from geobias.report.sections.relations.rows import full, main_relations, with_exclusions


def test_tables_of_older_runs_have_no_exclusions(usual):
    old = usual.tables["relations"].drop(columns="excluded")
    assert full(old) is old
    assert full(None) is None
    assert with_exclusions(old).empty
    assert full(old.assign(excluded="x")) is None


def test_main_relations_are_those_with_the_main_gap_by_the_first_coefficient(judged):
    rows = main_relations(full(judged.tables["relations"]), judged.tables["gaps"])
    assert set(rows["y"]) == {"gap[accuracy]"}
    assert set(rows["coefficient"]) == {"spearman"}
    assert rows["x"].tolist()[:2] == ["sinkhorn_excess", "energy"]


def test_a_gap_at_one_size_comes_before_the_same_gap_as_measured(judged):
    pandas = pytest.importorskip("pandas")
    relations, gaps = judged.table("relations"), judged.table("gaps")
    measured = main_relations(relations, gaps)
    name = measured["y"].iloc[0]
    at_one_size = measured.assign(y=name.replace("gap[", "gap_at_m[", 1), x="energy")
    found = main_relations(pandas.concat([relations, at_one_size], ignore_index=True), gaps)
    assert set(found["x"]) == {"energy"}
    assert len(found) == len(measured)
