from __future__ import annotations

from dataclasses import replace

import numpy as np

from geobias.report.groups import Groups
from geobias.report.sections.performance.gap_intervals import (
    gap_figure,
    gap_interval_table,
    main_gaps,
    main_score,
    score_interval_tables,
)
from geobias.stats import write_p
from geobias.tables import GapInterval, GapIntervalTable

GROUPS = Groups({"AU": "region", "CA": "region", "UK": "region", "all": "pooled"})
PLAIN = GapInterval("accuracy", "AU", "CA", 164, -5.0, -8.0, -2.0, 2.0, 5.2, 3.2, 0.95, "pigeonhole")


def test_accuracy_comes_first_and_micro_f1_of_several_labels():
    frames = [GapIntervalTable(tuple(replace(PLAIN, metric=name) for name in names)).to_frame()
              for names in (["auc", "accuracy"], ["f1_macro", "f1_micro"], ["f1_macro"], ["mine"])]  # fmt: skip
    assert [main_score(frame) for frame in frames] == ["accuracy", "f1_micro", "f1_macro", "mine"]


def test_signed_gaps_stand_beside_gap_and_floor_at_equal_size(judged, rows):
    frame = judged.tables["gap_intervals"]
    gaps = main_gaps(frame, judged.groups)
    assert len(gaps) == 28
    left, right = gap_figure(frame, judged.groups).axes
    np.testing.assert_allclose(rows.dots(left)[0], gaps["gap"])
    np.testing.assert_allclose(rows.ranges(left), gaps[["low", "high"]])
    [ticks] = [line.get_xdata() for line in right.lines if line.get_marker() == "|"]
    np.testing.assert_allclose(ticks, gaps["floor"])
    assert right.get_title(loc="left") == "Absolute gap at m = 164 documents"
    first = gaps.iloc[0]
    assert left.get_yticklabels()[0].get_text() == f"{first['group_a']} − {first['group_b']}"


def test_tables_have_score_and_interval_by_both_methods(judged):
    frame = judged.tables["score_intervals"]
    main, *others = score_interval_tables(frame, judged.groups)
    assert main.title == "Accuracy with 95\xa0% intervals"
    assert not main.folded
    row = frame[(frame["metric"] == "accuracy") & (frame["group"] == "AU") & (frame["method"] == "wilson")].iloc[0]
    assert main.rows[0][-1] == f"{row['value']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"
    assert main.rows[0][:3] == ["AU", "690", "25"]
    assert [len(table.columns) for table in others] == [5, 2]
    assert "precision (positive, standardised prevalence)" in others[0].columns
    assert all(table.folded for table in others)


def test_gap_table_has_every_pair_and_score(judged):
    table = gap_interval_table(judged.tables["gap_intervals"], judged.groups)
    assert (len(table.rows), table.folded) == (56, True)
    assert table.rows[0][:2] == ["balanced accuracy", "AU − CA"]
    cells = dict(zip(table.columns, table.rows[28], strict=True))
    row = judged.tables["gap_intervals"].iloc[28]
    assert (cells["p over pairs"], cells["verdict"]) == (write_p(row["p_max"]), row["verdict"])
    beside = next(row for row in table.rows if "baseline" in row[1])
    assert dict(zip(table.columns, beside, strict=True))["p over pairs"] == "–"


def test_gap_table_leaves_out_what_no_gap_has_and_says_what_a_test_lacks():
    plain = gap_interval_table(GapIntervalTable((PLAIN,)).to_frame(), GROUPS)
    assert not {"p", "p over pairs", "p equivalent", "verdict"} & set(plain.columns)
    few = replace(PLAIN, p=0.4, verdict="cannot be tested", lacking="so few samples")
    table = gap_interval_table(GapIntervalTable((few,)).to_frame(), GROUPS)
    assert table.rows[0][table.columns.index("verdict")] == "cannot be tested with so few samples"
