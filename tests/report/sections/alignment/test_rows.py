from __future__ import annotations

import numpy as np

from geobias.report.sections.alignment import rows
from geobias.report.sections.alignment.rows import alignments, told


def test_every_row_has_its_interval_and_the_coefficient_that_decides(judged_run, judged_tables):
    frame = alignments(judged_run)
    assert frame.attrs["decides"] == "latent"
    assert len(frame) == len(judged_tables["alignment"])
    intervals = judged_tables["alignment_intervals"].set_index(["statistic", "source", "attribute", "group"])
    for row in told(frame).to_dict("records"):
        at = row["source"], row["attribute"], row["group"]
        np.testing.assert_allclose(row["r"], intervals.loc[("r", *at), "value"])
        assert (row["r_low"], row["r_high"]) == tuple(intervals.loc[("r", *at), ["low", "high"]])
        assert row["value"] == intervals.loc[("latent", *at), "value"]
    assert set(zip(told(frame)["attribute"], told(frame)["group"], strict=True)) == {
        ("region", "north"), ("region", "east"), ("region", "south"), ("gender", "woman"), ("gender", "man"),
    }  # fmt: skip


def test_without_intervals_r_stands_alone_and_without_alignment_there_is_nothing(make_judged):
    frame = alignments(make_judged({"alignment_intervals": None}))
    assert frame.attrs["decides"] == "r"
    assert frame["value"].isna().all()
    assert frame["r_low"].isna().all()


def test_a_run_without_the_table_has_no_rows_and_no_truths(make_judged):
    run = make_judged({"alignment": None})
    assert alignments(run) is None
    assert rows.planted(run) == {}


def test_planted_coefficients_are_by_source_and_group(judged_run, planted):
    found = rows.planted(judged_run)
    assert found["labels", "north"] == planted["labels"]["north"]
    assert len(found) == sum(map(len, planted.values()))
