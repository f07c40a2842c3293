from __future__ import annotations

import numpy as np

from geobias.report.sections.differences.figures import CHANCE, difference_figure
from geobias.report.sections.differences.rows import decides, pairs
from geobias.report.verdicts import sign_of


def test_both_panels_have_estimates_with_intervals_and_crosses_where_adjusted(judged, rows):
    frame = judged.tables["differences"]
    raw, adjusted = pairs(frame, judged.groups), pairs(frame, judged.groups, adjusted=True)
    left, right = difference_figure(frame, judged.groups).axes
    for axes, name in ((left, "auc"), (right, "best_auc")):
        np.testing.assert_allclose(rows.dots(axes)[0], raw[name])
        np.testing.assert_allclose(rows.ranges(axes), raw[[f"{name}_low", f"{name}_high"]])
        [crosses] = [line.get_xdata() for line in axes.lines if line.get_marker() == "x"]
        beside = adjusted.set_index(["group_a", "group_b"])[name]
        np.testing.assert_allclose(crosses, [beside[key] for key in zip(raw["group_a"], raw["group_b"], strict=True)])
        assert axes.lines[0].get_xdata()[0] == CHANCE
    assert rows.dots(left)[1] == (~raw["regions"]).tolist()


def test_margin_and_signs_of_the_verdicts_stand_in_the_right_panel(judged):
    frame = judged.tables["differences"]
    left, right = difference_figure(frame, judged.groups).axes
    assert [line.get_xdata()[0] for line in right.lines if line.get_linestyle() == "--"] == [0.64]
    judged_pairs = decides(frame, judged.groups)
    signs = sorted(text.get_text() for text in right.texts if text.get_text() != "margin")
    assert signs == sorted(map(sign_of, judged_pairs["verdict"]))
    assert not left.texts


def test_without_adjusted_rows_or_a_margin_the_figure_is_drawn(judged):
    frame = judged.tables["differences"]
    figure = difference_figure(frame[frame["adjusted"] == ""].assign(margin=np.nan), judged.groups)
    assert "margin" not in figure.get_label()
    [crosses] = [line.get_xdata() for line in figure.axes[0].lines if line.get_marker() == "x"]
    assert np.isnan(crosses).all()
