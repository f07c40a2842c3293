from __future__ import annotations

import numpy as np

from geobias.report.sections.alignment_differences.figures import MOST, difference_forest, own_part_dots
from geobias.report.sections.alignment_differences.rows import deciding_rows
from geobias.report.verdicts import sign_of


def test_the_forest_has_differences_intervals_what_would_show_and_signs(judged_tables):
    rows = deciding_rows(judged_tables["alignment_differences"])
    [axes] = difference_forest(rows).axes
    ranges = next(part for part in axes.collections if len(part.get_segments()) == len(rows))
    ends = [segment[:, 0].tolist() for segment in ranges.get_segments()]
    np.testing.assert_allclose(ends, rows[["low", "high"]])
    [ticks] = [line.get_xdata() for line in axes.lines if line.get_marker() == "|"]
    np.testing.assert_allclose(ticks, rows["detectable"])
    filled, empty = (line.get_xdata() for line in axes.lines if line.get_marker() == "o")
    different = rows["verdict"] == "different"
    np.testing.assert_allclose(filled, rows.loc[different, "difference"])
    np.testing.assert_allclose(empty, rows.loc[~different, "difference"])
    assert (len(filled), len(empty)) == (2, 6)
    best = rows.iloc[0]
    named = f"{best['source']}:  {best['group_a']} over {best['group_b']}"
    assert axes.get_yticklabels()[0].get_text() == named
    assert [text.get_text().split()[0] for text in axes.texts] == [sign_of(word) for word in rows["verdict"]]


def test_of_many_the_clearest_are_shown_and_all_are_counted(judged_tables):
    import pandas as pd

    rows = deciding_rows(judged_tables["alignment_differences"])
    many = pd.concat([rows] * 5).sort_values("t", ascending=False)
    figure = difference_forest(many)
    assert len(figure.axes[0].get_yticklabels()) == MOST
    assert figure.get_label().startswith(f"The {MOST} clearest differences of 40 in alignment")


def test_own_parts_are_ranked_and_hollow_where_the_interval_holds_0(judged_tables):
    frame = judged_tables["alignment_parts"]
    labels, model = own_part_dots(frame).axes
    for axes, source in ((labels, "labels"), (model, "model")):
        part = frame[frame["source"] == source]
        holds = (part["low"] <= 0) & (part["high"] >= 0)
        drawn = {
            line.get_markerfacecolor() == "white": sorted(x for x in line.get_xdata() if not np.isnan(x))
            for line in axes.lines
            if line.get_marker() == "o"
        }
        np.testing.assert_allclose(drawn[True], sorted(part.loc[holds, "own"]))
        np.testing.assert_allclose(drawn.get(False, []), sorted(part.loc[~holds, "own"]))
    names = [label.get_text() for label in labels.get_yticklabels()]
    assert names[:2] == ["region", "north (40)"]
