from __future__ import annotations

from geobias.report.page_tables import pair_tables, settings_table


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


def test_settings_are_flattened():
    table = settings_table("Settings", {"a": {"b": 1, "c": {"d": None}}, "e": [1, "x"], "f": True, "g": {}, "h": []})
    assert table.rows == [["a.b", "1"], ["a.c.d", "none"], ["e", "1, x"], ["f", "true"], ["g", "none"], ["h", "none"]]
