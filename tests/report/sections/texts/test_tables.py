from __future__ import annotations

import pandas as pd

from geobias.report.sections.texts.tables import count_table, group_table


def test_groups_leave_out_what_no_group_has(usual):
    table = group_table(usual.tables["groups"])
    assert "labels per text" not in table.columns
    assert table.columns[:3] == ["group", "role", "read"]
    row = dict(zip(table.columns, table.rows[3], strict=True))
    assert (row["group"], row["role"], row["share"]) == ("NO", "region", "0.4\xa0%")
    assert dict(zip(table.columns, table.rows[6], strict=True))["share"] == "not measured"


def test_counts_are_all_there(usual):
    table = count_table(usual.tables["counts"])
    assert len(table.rows) == len(usual.tables["counts"])
    assert ["data/no.csv", "NO", "kept", "texts", "329"] in table.rows


def test_missing_reasons_are_blank():
    frame = pd.DataFrame([("a.csv", None, "kept", None, 3)], columns=["source", "group", "event", "reason", "count"])
    assert count_table(frame).rows == [["a.csv", "", "kept", "", "3"]]
