from __future__ import annotations

from dataclasses import replace

import numpy as np

from geobias.report.groups import Groups
from geobias.report.sections.performance.gap_intervals import (
    LIMITS,
    gap_figure,
    gap_findings,
    gap_interval_table,
    main_gaps,
    main_score,
    score_interval_tables,
)
from geobias.tables import GapInterval, GapIntervalTable

GROUPS = Groups({"AU": "region", "CA": "region", "UK": "region", "all": "pooled"})
PLAIN = GapInterval("accuracy", "AU", "CA", 164, -5.0, -8.0, -2.0, 2.0, 5.2, 3.2, 0.95, "pigeonhole")


def texts(*rows):
    return [finding.text for finding in gap_findings(GapIntervalTable(rows).to_frame(), GROUPS)]


def test_gaps_that_exclude_nothing_and_their_floor_are_told():
    weak = replace(PLAIN, group_b="UK", gap=1.0, low=-2.0, high=4.0, gap_at_m=1.8, excess=-0.2)
    assert texts(PLAIN, weak, replace(PLAIN, group_b="all", gap=30.0, low=28.0, high=32.0)) == [
        "Of 2 pairs of regions, 1 has a gap in accuracy whose 95\xa0% interval excludes 0; the largest is AU − CA, "
        "−5.00 points [−8.00, −2.00]. With 164 documents per group, two regions differ by 3.50 points on average and "
        "halves of one region by 2.00, the floor; 1 of 2 pairs lies above its floor.",
        LIMITS,
    ]


def test_no_clear_gap_is_said_so():
    text = texts(replace(PLAIN, low=-11.0, high=1.0))[0]
    assert text.startswith(
        "Of 1 pair of regions, none has a gap in accuracy whose 95\xa0% interval excludes 0. With 164"
    )


def test_no_pair_of_regions_has_no_words():
    assert not texts(replace(PLAIN, group_b="all"))


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
