from __future__ import annotations

import pytest

from geobias.report.sections.relations.rows import declared_first, full, main_relations, with_exclusions


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
    assert rows["x"].tolist()[:3] == ["mahalanobis", "sinkhorn_excess", "energy"]


def test_a_gap_at_one_size_comes_before_the_same_gap_as_measured(judged):
    pandas = pytest.importorskip("pandas")
    relations, gaps = full(judged.table("relations")), judged.table("gaps")
    measured = main_relations(relations, gaps)
    name = measured["y"].iloc[0]
    at_one_size = measured.assign(y=name.replace("gap[", "gap_at_m[", 1), x="energy", primary=False)
    found = main_relations(pandas.concat([relations, at_one_size], ignore_index=True), gaps)
    assert found["x"].tolist() == ["mahalanobis", *["energy"] * len(measured)]  # the declared one stays, and is first


def test_the_declared_relation_comes_first_even_with_another_gap(judged):
    relations = full(judged.table("relations"))
    other = relations.assign(primary=(relations["x"] == "energy") & (relations["y"] == "gap[auc]"))
    rows = main_relations(other, judged.table("gaps"))
    assert (rows["x"].iloc[0], rows["y"].iloc[0]) == ("energy", "gap[auc]")
    assert set(rows["y"][1:]) == {"gap[accuracy]"}
    assert declared_first(other.drop(columns="primary")).equals(other.drop(columns="primary"))
