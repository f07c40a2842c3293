from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.page_tables import (
    audit_table,
    count_table,
    group_table,
    pair_tables,
    relation_table,
    score_tables,
    settings_table,
)


def test_groups_leave_out_what_no_group_has(usual):
    table = group_table(usual.tables["groups"])
    assert "labels a text" not in table.columns
    assert table.columns[:3] == ["group", "role", "read"]
    row = dict(zip(table.columns, table.rows[3], strict=True))
    assert (row["group"], row["role"], row["share"]) == ("NO", "region", "0.4\xa0%")
    assert dict(zip(table.columns, table.rows[6], strict=True))["share"] == "not measured"


def test_counts_are_all_there(usual):
    table = count_table(usual.tables["counts"])
    assert len(table.rows) == len(usual.tables["counts"])
    assert ["data/no.csv", "NO", "kept", "texts", "329"] in table.rows


def test_audit_puts_what_it_found_first(usual):
    table = audit_table(usual.tables["audit"])
    assert [row[0] for row in table.rows] == ["warning", "note"] + ["ok"] * 6
    assert table.rows[0][1:3] == ["mean tokens", "AU"]


def test_pairs_show_mean_and_spread(usual):
    frame = usual.tables["distances"]
    [table] = pair_tables(frame, usual.groups, "Distances")
    values = frame[(frame["quantity"] == "sinkhorn") & (frame["group_a"] == "AU") & (frame["group_b"] == "NO")]["value"]
    row = {row[0]: row for row in table.rows}["AU–NO"]
    assert row[1] == f"{values.mean():.2f} ± {values.std():.3f}"
    assert table.columns[1] == "Sinkhorn divergence [half squared distance]"
    assert len(table.rows) == 28


def test_many_quantities_go_on_in_further_tables(usual):
    tables = list(pair_tables(usual.tables["gaps"], usual.groups, "Gaps"))
    assert [(table.title, len(table.columns)) for table in tables] == [("Gaps", 7), ("Gaps, continued", 5)]
    assert "±" not in tables[0].rows[0][1]


def test_scores_show_mean_and_spread_over_models(usual):
    [table] = score_tables(usual.tables["scores"], usual.groups)
    frame = usual.tables["scores"]
    models = frame[(frame["metric"] == "accuracy") & (frame["group"] == "AU")].groupby("model")["value"].mean()
    assert table.rows[0][:2] == ["AU", f"{models.mean():.3f} ± {models.std():.4f}"]
    assert table.rows[0][-1] == "200"


def test_unmeasured_scores_say_so(usual):
    frame = usual.tables["scores"].copy()
    frame.loc[frame["group"] == "AU", "value"] = np.nan
    [table] = score_tables(frame, usual.groups)
    assert table.rows[0][1] == "not measured"


def test_relations_carry_their_verdict(usual):
    table = relation_table(usual.tables["relations"])
    assert len(table.rows) == len(usual.tables["relations"])
    assert {row[table.columns.index("verdict")] for row in table.rows} <= {"supported", "not separable from noise"}


def test_relations_show_every_correction_and_a_sampled_p_its_spread(usual):
    frame = usual.tables["relations"].assign(p_relabel=0.2, p_seed_sd=0.004, p_max=0.5, p_smallest=0.0001)
    row = dict(zip(relation_table(frame).columns, relation_table(frame).rows[0], strict=True))
    assert (row["p relabelling"], row["max-T p"], row["smallest p"]) == ("0.200 ± 0.00400", "0.500", "0.0001")
    assert row["strength"] in ("negligible", "weak", "moderate", "strong")


def test_relations_of_older_runs_have_fewer_columns(usual):
    table = relation_table(usual.tables["relations"].drop(columns=["p_holm", "p_max", "strength", "p_seed_sd"]))
    assert {"max-T p", "Holm's p", "strength"}.isdisjoint(table.columns)
    assert "corrected q" in table.columns


def test_settings_are_flattened():
    table = settings_table("Settings", {"a": {"b": 1, "c": {"d": None}}, "e": [1, "x"], "f": True, "g": {}, "h": []})
    assert table.rows == [["a.b", "1"], ["a.c.d", "none"], ["e", "1, x"], ["f", "true"], ["g", "none"], ["h", "none"]]


def test_missing_reasons_are_blank():
    frame = pd.DataFrame([("a.csv", None, "kept", None, 3)], columns=["source", "group", "event", "reason", "count"])
    assert count_table(frame).rows == [["a.csv", "", "kept", "", "3"]]
