from __future__ import annotations

from geobias.report.sections.controls.tables import control_table, power_table, repeat_table


def test_table_has_every_statistic_the_declared_one_marked(judged):
    table = control_table(judged.tables["controls"], "gap[accuracy]")
    assert [row[:2] for row in table.rows] == [
        ["Mahalanobis distance of means (squared) and gap in accuracy (declared)", "Spearman's ρ"],
        ["Sinkhorn divergence (excess over the noise floor) and gap in accuracy", "Spearman's ρ"],
        ["energy distance and gap in accuracy", "Spearman's ρ"],
        ["largest coefficient of all", "largest absolute Spearman's ρ"],
        ["mean energy distance over all pairs", "mean"],
    ]
    assert table.folded


def test_small_means_keep_the_digits_that_matter(judged):
    controls = judged.tables["controls"]
    row = control_table(controls[controls["coefficient"] == "mean"].assign(observed=0.00123, sd=0.0004)).rows[0]
    assert (row[2], row[8]) == ("+0.00123", "0.000400")


def test_planted_shifts_show_what_the_negative_control_stopped(judged):
    power = judged.tables["power"]
    table = power_table(power)
    assert table.columns[3] == "stopped by the negative control"
    assert [row[0] for row in table.rows] == ["0", "0.25", "0.5", "1"]
    assert "stopped by the negative control" not in power_table(power.drop(columns="vetoed")).columns


def test_what_was_done_anew_has_its_fate(judged):
    table = repeat_table(judged.tables["control_repeats"])
    assert [row[1] for row in table.rows] == [
        "Mahalanobis distance of means (squared) and gap in accuracy",
        "Mahalanobis distance of means (squared), AU–CA",
    ]
    assert table.rows[0][2:] == ["0.800", "0.010", "0.100", "[0, 0.300]", "0.400", "goes away"]
    assert table.rows[1][5] == "–"
