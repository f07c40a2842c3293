from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.sections.representation.figures import share_against_distance


def test_each_region_stands_at_its_share_and_distance(usual):
    frame = usual.tables["representation"]
    figure = share_against_distance(frame, usual.groups)
    part = frame[frame["quantity"] == "lda_crossfit"]
    axes = figure.axes[1]
    found = np.array([line.get_xydata()[0] for line in axes.lines])
    np.testing.assert_allclose(found, part[["share", "distance"]].to_numpy() * [100, 1])
    assert sorted(text.get_text() for text in axes.texts if text.get_text()) == sorted(part["group"])
    assert axes.get_xscale() == "log"  # 0.4 % to 55 %
    assert axes.get_title(loc="left") == "LDA centroid distance (cross-fitted)"


def test_narrow_ranges_and_zero_shares_stay_linear(usual):
    frame = pd.DataFrame({"group": ["AU", "UK"], "share": [0.0, 0.9], "quantity": "lda", "distance": [1.0, 2.0]})
    assert share_against_distance(frame, usual.groups).axes[0].get_xscale() == "linear"


def test_unmeasured_regions_are_left_out_and_nothing_says_so(usual):
    frame = usual.tables["representation"].copy()
    frame.loc[frame["group"] == "UK", "distance"] = np.nan
    frame.loc[frame["quantity"] == "lda_crossfit", "share"] = np.nan
    figure = share_against_distance(frame, usual.groups)
    assert len(figure.axes[0].lines) == 5
    assert [text.get_text() for text in figure.axes[1].texts] == ["not measured"]


def test_own_texts_left_in_stand_beside_left_out(judged):
    frame = judged.tables["representation"]
    axes = share_against_distance(frame, judged.groups).axes[0]
    part = frame[frame["quantity"] == "sinkhorn"]
    marks = [line for line in axes.lines if len(line.get_xdata()) == 1]
    found = {size: [line.get_ydata()[0] for line in marks if line.get_markersize() == size] for size in (8, 4.5)}
    np.testing.assert_allclose(found[8], part[part["own_texts"] == "left out"]["distance"])
    np.testing.assert_allclose(found[4.5], part[part["own_texts"] == "left in"]["distance"])
    joined = [line.get_ydata() for line in axes.lines if len(line.get_xdata()) == 2]
    np.testing.assert_allclose(joined, np.column_stack([found[4.5], found[8]]))
    texts = sorted(text.get_text() for text in axes.texts if text.get_text())
    assert texts == sorted(part["group"].unique())
