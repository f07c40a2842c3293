from __future__ import annotations

import numpy as np

from geobias.report.pairs import pair_summary, pair_table
from geobias.report.spread import pair_spread


def test_pairs_are_sorted_with_their_ranges(usual):
    frame = usual.tables["distances"]
    axes = pair_spread(frame, usual.groups).axes[0]
    summary = pair_summary(pair_table(frame, "sinkhorn", usual.groups)).sort_values("mean")
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == [f"{a}–{b}" for a, b in zip(summary["group_a"], summary["group_b"], strict=True)]
    dots = [line.get_xdata()[0] for line in axes.lines if len(line.get_xdata()) == 1]
    ranges = [line.get_xdata() for line in axes.lines if len(line.get_xdata()) == 2]
    np.testing.assert_allclose(dots, summary["mean"])
    np.testing.assert_allclose(ranges, summary[["low", "high"]])
    assert axes.get_title(loc="left") == "Sinkhorn divergence\n[half squared distance]"


def test_pairs_with_a_union_are_hollow(usual):
    axes = pair_spread(usual.tables["distances"], usual.groups).axes[0]
    faces = [line.get_markerfacecolor() for line in axes.lines if len(line.get_xdata()) == 1]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert all(
        (face == "white") == ("mixed" in name or "baseline" in name) for face, name in zip(faces, names, strict=True)
    )


def test_unmeasured_pairs_are_left_out(usual):
    frame = usual.tables["distances"].copy()
    frame = frame[frame["quantity"].isin(["lda", "sinkhorn"])]
    frame.loc[(frame["quantity"] == "lda") & (frame["group_a"] == "AU"), "value"] = np.nan
    frame.loc[frame["quantity"] == "sinkhorn", "value"] = np.nan
    first, second = pair_spread(frame, usual.groups).axes
    assert [text.get_text() for text in first.texts] == ["not measured"]
    assert len(second.get_yticklabels()) == 21
