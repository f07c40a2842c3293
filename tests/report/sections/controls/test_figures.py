from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.sections.controls.figures import (
    CAUTION,
    control_figure,
    control_findings,
    control_table,
    main_controls,
    power_figure,
    power_finding,
)

GAP = "gap[accuracy]"


def power(*shares):
    n = len(shares)
    shifts = np.arange(n) / 4
    return pd.DataFrame({"shift": shifts, "power": shares, "low": 0.1, "high": 0.95, "runs": 20, "alpha": 0.05})


def test_largest_coefficient_comes_first_and_other_gaps_not_at_all(judged):
    controls = judged.tables["controls"]
    other = pd.concat([controls.assign(y="gap[auc]", x="mmd"), controls])
    assert main_controls(other, GAP)["x"].tolist() == ["largest", "sinkhorn_excess", "energy"]
    assert main_controls(controls[1:], "gap[none]")["x"].tolist() == ["sinkhorn_excess", "energy"]


def test_bars_count_the_partitions_and_a_line_marks_the_true_groups(judged):
    chosen, values = main_controls(judged.tables["controls"], GAP), judged.tables["control_values"]
    figure = control_figure(chosen, values)
    assert len(figure.axes) == 3
    for axes, row in zip(figure.axes, chosen.to_dict("records"), strict=True):
        assert sum(bar.get_height() for bar in axes.patches) == row["n_placebo"] == 99
        assert axes.lines[0].get_xdata()[0] == row["observed"]
    p = chosen.iloc[1]["pvalue"]
    title = "Sinkhorn divergence (excess over\nthe noise floor) and gap in\naccuracy"
    assert figure.axes[1].get_title(loc="left") == f"{title}\ntrue groups +0.55, p = {p:.3f}"


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


def test_words_tell_the_middle_of_the_partitions_and_the_smallest_p(judged):
    controls = judged.tables["controls"].assign(q05=-0.4, q95=0.5, observed=0.55, pvalue=0.04)
    found = list(control_findings(controls, GAP))
    assert [finding.text for finding in found[1:]] == [
        "In 99 random partitions of the same texts into groups of the same sizes, Spearman's ρ of Sinkhorn divergence "
        "(excess over the noise floor) and gap in accuracy lay between −0.40 and +0.50 in the middle 90\xa0%; the true "
        "groups have +0.55, p = 0.040 (smallest p attainable 0.010).",
        "In 99 random partitions of the same texts into groups of the same sizes, Spearman's ρ of energy distance and "
        "gap in accuracy lay between −0.40 and +0.50 in the middle 90\xa0%; the true groups have +0.55, p = 0.040 "
        "(smallest p attainable 0.010).",
        CAUTION,
    ]
    assert "the largest Spearman's ρ of all relations lay between" in found[0].text


def test_table_has_every_statistic(judged):
    table = control_table(judged.tables["controls"])
    assert [row[0] for row in table.rows] == [
        "largest coefficient of all",
        "Sinkhorn divergence (excess over the noise floor) and gap in accuracy",
        "energy distance and gap in accuracy",
    ]
    assert table.folded


def test_power_has_its_interval_and_the_level():
    axes = power_figure(power(0.05, 0.5, 0.9)).axes[0]
    np.testing.assert_allclose(axes.lines[0].get_ydata(), [5, 50, 90])
    assert {text.get_text() for text in axes.texts} == {"80\xa0% power", "level of the test"}
    assert sorted(line.get_ydata()[0] for line in axes.lines[1:]) == [5, 80]


def test_power_words_name_the_smallest_shift_that_is_found():
    assert power_finding(power(0.05, 0.5, 0.9)).text == (
        "A shift planted in 20 random partitions was found in 90.0\xa0% of them [10.0\xa0%, 95.0\xa0%] at 0.5 standard "
        "deviations, the smallest that 80\xa0% or more of them find."
    )
    assert power_finding(power(0.05, 0.5, 0.7)).text == (
        "A shift planted in 20 random partitions was found in 70.0\xa0% of them at most (at 0.5 standard deviations), "
        "so that a relation of such sizes can be missed."
    )
