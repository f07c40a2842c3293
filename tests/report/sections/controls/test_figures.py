from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.sections.controls.figures import control_figure, power_figure
from geobias.report.sections.controls.rows import main_controls

GAP = "gap[accuracy]"


def power(*shares, vetoed=0.0):
    n = len(shares)
    shifts = np.arange(n) / 4
    fixed = {"low": 0.1, "high": 0.95, "runs": 20, "alpha": 0.05, "vetoed": vetoed}
    return pd.DataFrame({"shift": shifts, "power": shares, **fixed})


def test_bars_count_the_partitions_and_a_line_marks_the_true_groups(judged):
    chosen, values = main_controls(judged.tables["controls"], GAP), judged.tables["control_values"]
    figure = control_figure(chosen, values)
    assert len(figure.axes) == 4
    for axes, row in zip(figure.axes, chosen.to_dict("records"), strict=True):
        assert sum(bar.get_height() for bar in axes.patches) == row["n_placebo"] == 99
        assert axes.lines[0].get_xdata()[0] == row["observed"]
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    p = chosen.iloc[2]["pvalue"]
    title = "Sinkhorn divergence (excess over\nthe noise floor) and gap in\naccuracy"
    assert titles[2] == f"{title}\ntrue groups +0.55, p = {p:.3f}"
    assert [title.endswith(", declared") for title in titles] == [True, False, False, False]


def test_the_true_groups_are_not_counted_among_the_partitions(judged):
    chosen, values = main_controls(judged.tables["controls"], GAP)[:1], judged.tables["control_values"]
    first = values[values["statistic"] == chosen.iloc[0]["statistic"]]
    true = first[:1].assign(partition=0, value=chosen.iloc[0]["observed"])
    both = pd.concat([true, first.assign(partition=first["partition"] + 1)])
    found = [[bar.get_height() for bar in control_figure(chosen, part).axes[0].patches] for part in (first, both)]
    assert found[0] == found[1]


def test_undefined_values_leave_a_panel_that_can_be_drawn(judged):
    chosen = main_controls(judged.tables["controls"], GAP)[:1].assign(observed=np.nan, pvalue=np.nan)
    axes = control_figure(chosen, judged.tables["control_values"].assign(value=np.nan)).axes[0]
    assert not axes.patches
    assert "true groups not measured" in axes.get_title(loc="left")


def test_power_has_its_interval_and_the_level():
    axes = power_figure(power(0.05, 0.5, 0.9)).axes[0]
    np.testing.assert_allclose(axes.lines[0].get_ydata(), [5, 50, 90])
    assert {text.get_text() for text in axes.texts} == {"80\xa0% power", "level of the test"}
    assert sorted(line.get_ydata()[0] for line in axes.lines[1:]) == [5, 80]


def test_what_the_negative_control_stopped_is_a_second_line():
    axes = power_figure(power(0.05, 0.5, 0.8, vetoed=0.1)).axes[0]
    np.testing.assert_allclose(axes.lines[1].get_ydata(), [15, 60, 90])
