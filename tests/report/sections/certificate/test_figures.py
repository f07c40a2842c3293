from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from geobias.report.sections.certificate.figures import MOST, design_matrix, pair_forest, rank_lines
from geobias.report.sections.certificate.rows import effects_of, pairs_of, ranked
from geobias.report.sections.certificate.variation import variation_bars
from geobias.report.verdicts import sign_of

NATIONS = ["Southland", "Midland", "Northland"]


def segments(axes, width):
    return [
        segment[:, 0].tolist()
        for part in axes.collections
        if np.allclose(part.get_linewidth(), width)
        for segment in part.get_segments()
    ]


def names(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def test_the_matrix_has_nations_by_rank_designs_and_their_mean(resonance_run, resonance_tables):
    frame = resonance_tables["nation_designs"]
    assert ranked(resonance_run) == NATIONS
    axes = design_matrix(frame, NATIONS).axes[0]
    assert names(axes) == NATIONS
    heads = [label.get_text() for label in axes.get_xticklabels()]
    assert (heads[0], heads[-1], len(heads)) == ("the study's own", "all designs", 8)
    wide = frame.pivot(index="nation", columns="design", values="beyond").loc[
        NATIONS, list(dict.fromkeys(frame["design"]))
    ]
    shown = axes.collections[0].get_array()
    np.testing.assert_allclose(shown, np.column_stack([wide, wide.mean(axis=1)]))
    assert axes.texts[0].get_text() == f"{wide.iloc[0, 0]:+.2f}"


def test_of_many_designs_the_matrix_has_colours_alone(resonance_tables):
    one = resonance_tables["nation_designs"].query("design == ''")
    many = pd.concat([one.assign(design=f"d{place}") for place in range(15)])
    assert not design_matrix(many, NATIONS).axes[0].texts


def test_the_forest_has_intervals_ranges_of_designs_and_signs(resonance_run):
    rows = pairs_of(resonance_run)
    [axes] = pair_forest(rows).axes
    np.testing.assert_allclose(segments(axes, 7), rows[["least", "most"]])
    np.testing.assert_allclose(segments(axes, 1.5), rows[["low", "high"]])
    certified = rows["verdict"] == "different"
    assert set(certified) == {True, False}
    filled, empty = (line.get_xdata() for line in axes.lines if line.get_marker() == "o")
    np.testing.assert_allclose(filled, rows.loc[certified, "difference"])
    np.testing.assert_allclose(empty, rows.loc[~certified, "difference"])
    assert names(axes) == [f"{a} over {b}" for a, b in zip(rows["group_a"], rows["group_b"], strict=True)]
    assert [text.get_text().split()[0] for text in axes.texts] == [sign_of(word) for word in rows["verdict"]]
    assert axes.texts[0].get_text().endswith("7 of 7")


def test_of_many_pairs_the_first_are_shown_and_all_are_counted(resonance_run):
    many = pd.concat([pairs_of(resonance_run)] * 20)
    figure = pair_forest(many)
    assert len(names(figure.axes[0])) == MOST
    assert figure.get_label().startswith(f"{MOST} differences of two nations of 60, ")


def test_ranks_have_those_of_designs_and_those_left_open(resonance_tables):
    frame = resonance_tables["nation_ranks"]
    [axes] = rank_lines(frame).axes
    assert names(axes) == NATIONS
    np.testing.assert_allclose(segments(axes, 1.5), frame[["first", "last"]])
    np.testing.assert_allclose(segments(axes, 9), frame[["rank_low", "rank_high"]])
    unjudged = rank_lines(frame.assign(rank_low=0, rank_high=0)).axes[0]
    assert segments(unjudged, 9) == []


def test_bars_are_shares_with_intervals(resonance_run, resonance_tables):
    components, effects = resonance_tables["stability_components"], effects_of(resonance_run)
    left, right = variation_bars(components, effects).axes
    np.testing.assert_allclose([bar.get_width() for bar in left.patches], 100 * components["share"])
    np.testing.assert_allclose(segments(left, 1.1), 100 * components[["share_low", "share_high"]])
    assert [bar.get_width() for bar in right.patches] == pytest.approx(sorted(100 * effects["share"], reverse=True))
    assert len(variation_bars(None, effects).axes) == len(variation_bars(components, None).axes) == 1


def test_a_component_that_cannot_be_told_says_so(resonance_tables):
    frame = resonance_tables["stability_components"].copy()
    lost = frame["component"] == "answer"
    frame.loc[lost, ["share", "share_low", "share_high"]] = np.nan
    assert [text.get_text() for text in variation_bars(frame, None).axes[0].texts] == ["cannot be told"]
