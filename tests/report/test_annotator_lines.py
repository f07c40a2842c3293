from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from geobias.report.annotator_lines import (
    ENDS,
    MOST,
    draw_estimates,
    in_columns,
    limits_of,
    lines_of,
    name_lines,
)
from geobias.report.style import new_figure, styled


def frame_of(*rows):
    return pd.DataFrame(rows, columns=["attribute", "group", "value", "n"])


@pytest.fixture
def axes():
    return styled(lambda: new_figure(4, 3, "axes"))().subplots()


def test_everybody_stands_first_then_attributes_with_their_best_group_first():
    frame = frame_of(("region", "x", 0.1, 7), ("region", "y", 0.9, 8), ("", "", 0.5, 15), ("my_age", "z", 0.3, 1234))
    lines = lines_of(frame, "value", {"x": "x", "y": "Y", "z": "z"}, "n")
    assert [(line.text, line.heading) for line in lines] == [
        ("everybody", False), ("region", True), ("Y (8)", False), ("x (7)", False), ("my age", True),
        ("z (1,234)", False),
    ]  # fmt: skip


def test_of_many_groups_the_ends_are_shown_and_the_rest_is_counted():
    names = [f"g{place}" for place in range(MOST + 1)]
    frame = frame_of(*[("a", name, float(place), 5) for place, name in enumerate(names)])
    lines = lines_of(frame, "value", {name: name for name in names})
    assert len(lines) == 1 + 2 * ENDS + 1
    assert lines[ENDS + 1].text == f"… {MOST + 1 - 2 * ENDS} between …"
    assert (lines[1].text, lines[-1].text) == (names[-1], names[0])
    assert len(lines_of(frame[:MOST], "value", {name: name for name in names})) == 1 + MOST


def test_columns_begin_with_headings_and_hold_every_line_once():
    rows = [(f"a{attribute}", f"g{group}", 0.0, 5) for attribute in range(7) for group in range(1 + 2 * attribute)]
    lines = lines_of(frame_of(*rows), "value", {f"g{group}": f"g{group}" for group in range(13)})
    for columns in (1, 2, 3):
        parts = in_columns(lines, columns)
        assert len(parts) == columns
        assert [line for part in parts for line in part] == lines
        assert all(part[0].heading for part in parts)
        assert max(map(len, parts)) <= len(lines) / columns + 14


def test_limits_hold_all_values_and_intervals_that_are_not_much_wider():
    frame = pd.DataFrame({"value": [0.2, 0.6], "low": [0.1, -5.0], "high": [0.3, 0.7]})
    low, high = limits_of(frame, ["value"], ["low", "high"], [0.9])
    assert -0.3 < low <= 0.2 - 0.35
    assert 0.9 < high < 1.0
    assert limits_of(frame.assign(value=np.nan), ["value"], ["low"]) == (0.0, 1.0)


def test_intervals_are_cut_at_the_limits_and_marked_there_and_hollow_markers_are_white(axes):
    frame = pd.DataFrame(
        {"attribute": "a", "group": ["x", "y", "z"], "value": [0.5, 0.4, np.nan], "low": [0.3, -9, np.nan],
         "high": [0.6, 9, np.nan]}
    )  # fmt: skip
    lines = lines_of(frame, "value", {"x": "x", "y": "y", "z": "z"})
    axes.set_xlim(0, 1)
    draw_estimates(axes, lines, ("value", "low", "high"), hollow=np.array([False, False, True, False]))
    name_lines(axes, lines)
    [ranges] = axes.collections
    ends = [segment[:, 0].tolist() for segment in ranges.get_segments() if len(segment)]
    assert ends == [[0.3, 0.6], [0.0, 1.0]]
    arrows = {line.get_marker(): line.get_ydata().tolist() for line in axes.lines if line.get_marker() in "<>"}
    assert arrows == {"<": [2.0], ">": [2.0]}
    filled, empty = (line for line in axes.lines if line.get_marker() == "o")
    assert (filled.get_markerfacecolor() == "white", empty.get_markerfacecolor()) == (False, "white")
    assert (np.nanmax(filled.get_xdata()), empty.get_xdata().tolist()) == (0.5, [0.4])
    assert [label.get_fontweight() for label in axes.get_yticklabels()] == ["bold", *["normal"] * 3]
