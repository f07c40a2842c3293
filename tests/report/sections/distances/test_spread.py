from __future__ import annotations

import numpy as np

from geobias.report.pairs import pair_summary, pair_table
from geobias.report.sections.distances.spread import pair_spread


def test_pairs_are_sorted_with_their_ranges(usual, rows):
    frame = usual.tables["distances"]
    axes = pair_spread(frame, usual.groups).axes[0]
    summary = pair_summary(pair_table(frame, "sinkhorn", usual.groups)).sort_values("mean")
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == [f"{a}–{b}" for a, b in zip(summary["group_a"], summary["group_b"], strict=True)]
    np.testing.assert_allclose(rows.dots(axes)[0], summary["mean"])
    np.testing.assert_allclose(rows.ranges(axes), summary[["low", "high"]])
    assert axes.get_title(loc="left") == "Sinkhorn divergence\n[half squared distance]"


def test_pairs_with_a_pooled_group_are_hollow(usual, rows):
    axes = pair_spread(usual.tables["distances"], usual.groups).axes[0]
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert rows.dots(axes)[1] == ["mixed" in name or "baseline" in name for name in names]


def test_unmeasured_pairs_are_left_out(usual):
    frame = usual.tables["distances"].copy()
    frame = frame[frame["quantity"].isin(["lda", "sinkhorn"])]
    frame.loc[(frame["quantity"] == "lda") & (frame["group_a"] == "AU"), "value"] = np.nan
    frame.loc[frame["quantity"] == "sinkhorn", "value"] = np.nan
    first, second = pair_spread(frame, usual.groups).axes
    assert [text.get_text() for text in first.texts] == ["not measured"]
    assert len(second.get_yticklabels()) == 21
