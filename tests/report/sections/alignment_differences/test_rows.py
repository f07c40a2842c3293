from __future__ import annotations

import numpy as np

from geobias.report.sections.alignment_differences.rows import deciding_rows, family_column, untold


def test_deciding_rows_are_told_so_that_they_are_positive_with_raw_r_in_the_same_direction(judged_tables):
    frame = judged_tables["alignment_differences"]
    rows = deciding_rows(frame)
    assert len(rows) == int((frame["decisive"] & frame["difference"].notna()).sum()) == 8
    assert (rows["difference"] >= 0).all()
    assert rows["t"].is_monotonic_decreasing
    np.testing.assert_allclose(rows["difference"], rows["a"] - rows["b"])
    assert ((rows["low"] < rows["difference"]) & (rows["difference"] < rows["high"])).all()
    known = frame.set_index(["statistic", "source", "attribute", "group_a", "group_b"])
    turned = 0
    for row in rows.to_dict("records"):
        pair = row["group_a"], row["group_b"]
        sign = 1 if ("r", row["source"], row["attribute"], *pair) in known.index else -1
        turned += sign < 0
        at = row["source"], row["attribute"], *pair[::sign]
        assert row["r_difference"] == sign * known.loc[("r", *at), "difference"]
        low, high = known.loc[("latent", *at), ["low", "high"]]
        assert (row["low"], row["high"]) == ((low, high) if sign > 0 else (-high, -low))
    assert 0 < turned < len(rows)


def test_the_p_over_the_family_is_that_of_the_correction_chosen(judged_tables, make_judged):
    frame = judged_tables["alignment_differences"]
    run = make_judged(config={"alignment": {"correction": "holm"}})
    assert family_column(run) == "p_holm"
    assert deciding_rows(frame, "p_holm")["p_family"].tolist() == deciding_rows(frame)["p_holm"].tolist()
    assert family_column(make_judged()) == "p_max"


def test_what_has_no_difference_is_apart(judged_tables):
    frame = judged_tables["alignment_differences"]
    lost = frame["decisive"] & (frame["group_a"] == "north")
    changed = frame.assign(difference=frame["difference"].mask(lost))
    assert len(untold(changed)) == lost.sum() == 4
    assert len(deciding_rows(changed)) == 4
