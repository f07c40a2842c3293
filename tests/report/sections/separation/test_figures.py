from __future__ import annotations

import numpy as np
import pytest

from geobias.report.sections.separation.figures import (
    as_distances,
    curve_figure,
    floor_figure,
    floored,
    separation_tables,
    sorted_pairs,
    unbiased,
    unbiased_figure,
    units_of,
)

UNITS = {"sinkhorn": "half squared distance"}


@pytest.fixture(scope="module")
def frame(judged):
    return judged.tables["separation"]


def test_quantities_with_a_floor_are_apart_from_the_unbiased(frame):
    assert floored(frame) == ["sinkhorn", "sinkhorn_long"]
    assert unbiased(frame) == ["energy", "mmd", "crossnobis"]


def test_pairs_are_sorted_and_marked_and_the_unmeasured_left_out(judged, frame):
    frame = frame.copy()
    frame.loc[(frame["group_a"] == "AU") & (frame["group_b"] == "CA"), "excess"] = np.nan
    rows = sorted_pairs(frame, "energy", judged.groups)
    assert len(rows) == 20
    assert rows["excess"].is_monotonic_increasing
    assert (rows["regions"] == (rows["group_b"] != "baseline")).all()


def test_excess_has_its_interval_and_a_line_at_nothing(judged, frame, rows):
    axes = floor_figure(frame, judged.groups, UNITS).axes[1]
    pairs = sorted_pairs(frame, "sinkhorn", judged.groups)
    dots, hollow = rows.dots(axes)
    np.testing.assert_allclose(dots, pairs["excess"])
    np.testing.assert_allclose(rows.ranges(axes), pairs[["low", "high"]])
    assert axes.lines[0].get_xdata() == [0, 0]
    assert hollow == (~pairs["regions"]).tolist()
    assert axes.get_xlabel() == "excess [half squared distance]"


def test_value_stands_beside_the_floors_of_both_groups_from_zero(judged, frame):
    figure = floor_figure(frame, judged.groups, UNITS)
    left, right = figure.axes[:2]
    rows = sorted_pairs(frame, "sinkhorn", judged.groups)
    ticks = [line.get_xdata() for line in left.lines if line.get_marker() == "|"]
    np.testing.assert_allclose(ticks, rows[["floor_a", "floor_b"]].T)
    np.testing.assert_allclose([bar.get_width() for bar in left.patches], rows["floor"])
    assert left.get_xlim()[0] == 0
    names = [f"{a}–{b}" for a, b in zip(rows["group_a"], rows["group_b"], strict=True)]
    assert [label.get_text() for label in left.get_yticklabels()] == names
    assert left.get_title(loc="left") == "Sinkhorn divergence, m = 41"
    assert right.get_title(loc="left") == "Its excess over the noise floor, m = 41"
    assert len(figure.axes) == 4


def test_unbiased_quantities_have_a_panel_each_in_their_own_order(judged, frame, rows):
    figure = unbiased_figure(frame, judged.groups, {})
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == ["energy distance", "maximum mean discrepancy\n(squared)", "crossnobis distance"]
    for axes, name in zip(figure.axes, unbiased(frame), strict=True):
        np.testing.assert_allclose(rows.dots(axes)[0], sorted_pairs(frame, name, judged.groups)["excess"])


def test_a_quantity_that_was_not_measured_says_so(judged, frame):
    lost = frame.assign(excess=np.where(frame["quantity"] == "mmd", np.nan, frame["excess"]))
    axes = unbiased_figure(lost, judged.groups, {}).axes[1]
    assert [text.get_text() for text in axes.texts] == ["not measured"]


def test_size_curve_shows_means_over_pairs_of_regions(judged):
    frame = judged.tables["size_curve"]
    left, right = curve_figure(frame, judged.groups, UNITS).axes
    means = frame.groupby("m")[["value", "floor", "excess"]].mean()
    np.testing.assert_allclose([line.get_ydata() for line in left.lines], means[["value", "floor"]].T)
    np.testing.assert_allclose(right.lines[0].get_ydata(), means["excess"])
    assert [label.get_text() for label in left.get_xticklabels()] == ["10", "20", "41"]
    assert right.get_ylim()[0] == 0


def test_tables_have_every_number_of_a_pair(judged, frame):
    tables = list(separation_tables(frame, judged.groups))
    assert [table.title for table in tables][::2] == [
        "Separation of every pair: Sinkhorn divergence",
        "Separation of every pair: energy distance",
        "Separation of every pair: crossnobis distance",
    ]
    assert all(table.folded and len(table.rows) == 21 for table in tables)
    row = sorted_pairs(frame, "sinkhorn", judged.groups).iloc[-1]
    cells = dict(zip(tables[0].columns, tables[0].rows[0], strict=True))
    assert cells["pair"] == f"{row['group_a']}–{row['group_b']}"
    assert (cells["m"], cells["clusters"], cells["smallest p"]) == ("41", "810, 250", "0.0020")
    assert cells["95\xa0% interval"] == f"[+{row['low']:.3f}, +{row['high']:.3f}]"
    assert tables[2].columns == ["pair", "clusters", "estimate", "95\xa0% interval", "p", "smallest p"]


def test_sizes_go_up(judged):
    [table] = separation_tables(judged.tables["size_curve"], judged.groups, "By sample size, separation")
    assert [row[2] for row in table.rows] == ["10"] * 15 + ["20"] * 15 + ["41"] * 15
    assert table.title == "By sample size, separation of every pair: Sinkhorn divergence"


def test_an_interval_that_is_missing_gives_its_reason(judged, frame):
    lost = frame.assign(low=np.nan, note="an interval needs 3 folds, there are 2")
    assert next(separation_tables(lost, judged.groups)).rows[0][6] == "an interval needs 3 folds, there are 2"


def test_estimates_are_named_as_in_relations(frame):
    table = as_distances(frame, UNITS)
    assert list(table["quantity"].unique()) == [
        "sinkhorn_excess",
        "sinkhorn_long_excess",
        "energy",
        "mmd",
        "crossnobis",
    ]
    assert table["value"].tolist() == frame["excess"].tolist()
    assert set(table.loc[table["quantity"] == "sinkhorn_long_excess", "units"]) == {"half squared distance"}


def test_units_come_from_the_distances(usual):
    assert units_of(usual.tables["distances"])["sinkhorn"] == "half squared distance"
    assert units_of(None) == {}
