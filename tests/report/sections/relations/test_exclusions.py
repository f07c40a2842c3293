from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.sections.relations.exclusions import (
    _shown,
    exclusion_table,
    left_out_figure,
    left_out_findings,
    left_out_rows,
)
from geobias.report.sections.relations.rows import full, with_exclusions
from geobias.report.sections.relations.section import SECTION


def rows_of(judged):
    return left_out_rows(judged.tables["leave_one_out"], full(judged.tables["relations"]), judged.tables["gaps"])


def test_all_groups_come_first_then_each_left_out(judged):
    rows = rows_of(judged)
    first = rows[rows["x"] == "sinkhorn_excess"]
    assert first["excluded"].tolist() == ["", "AU", "CA", "IN", "NO", "UK", "US"]
    assert set(rows["y"]) == {"gap[accuracy]"}


def test_full_result_is_taken_from_the_relations_where_the_table_lacks_it(judged):
    lacking = judged.tables["leave_one_out"].query("excluded != ''")
    rows = left_out_rows(lacking, full(judged.tables["relations"]), judged.tables["gaps"])
    pd.testing.assert_series_equal(
        rows.query("excluded == '' and x == 'energy'")["statistic"],
        rows_of(judged).query("excluded == '' and x == 'energy'")["statistic"],
        check_index=False,
    )


def test_figure_has_a_dot_and_a_p_for_every_group_left_out(judged):
    rows = rows_of(judged)
    figure = left_out_figure(rows, judged.groups)
    assert len(figure.axes) == 2
    part = rows[rows["x"] == "sinkhorn_excess"]
    dots = [line for line in figure.axes[0].lines if line.get_marker() == "o"]
    np.testing.assert_allclose([dot.get_xdata()[0] for dot in dots], part["statistic"])
    assert [dot.get_markerfacecolor() == "white" for dot in dots] == [False] + [True] * 6
    assert [text.get_text() for text in figure.axes[0].texts] == [f"p = {p:.3f}" for p in part["p_qap"]]
    assert figure.axes[0].get_yticklabels()[1].get_text() == "without AU"


def test_of_many_groups_those_are_drawn_that_move_the_relation_furthest():
    values = np.linspace(0.5, 0.9, 41)
    names = ["", *(f"group {number}" for number in range(40))]
    rows = pd.DataFrame({"x": "lda", "y": "gap[auc]", "excluded": names, "statistic": values})
    assert _shown(rows) == ["", *names[11:]]
    assert _shown(rows[:20]) == names[:20]


def test_words_tell_the_range_and_whether_the_sign_holds(judged):
    rows = rows_of(judged)
    rows = rows[rows["x"] == "energy"].assign(statistic=[0.5, 0.2, 0.4, 0.6, 0.7, 0.5, 0.5])
    [finding] = left_out_findings(rows)
    assert finding.text == (
        "Energy distance and gap in accuracy: Spearman's ρ is +0.50 with all groups and lies between +0.20 (without "
        "AU) and +0.70 (without NO) as each group is left out; its sign holds throughout."
    )
    [finding] = left_out_findings(rows.assign(statistic=[0.5, -0.2, 0.4, 0.6, 0.7, 0.5, 0.5]))
    assert finding.text.endswith("its sign does not hold throughout.")
    assert not list(left_out_findings(rows[:0]))
    assert not list(left_out_findings(rows.assign(statistic=np.nan)))


def test_named_exclusions_stand_beside_the_full_result(judged):
    relations = judged.tables["relations"]
    whole, without = full(relations), with_exclusions(relations)
    assert len(whole) + len(without) == len(relations)
    table = exclusion_table(without, whole, "Relations without named groups")
    assert len(table.rows) == len(without) == 30
    row = without.iloc[0]
    same = (whole["x"] == row["x"]) & (whole["y"] == row["y"]) & (whole["coefficient"] == row["coefficient"])
    beside = whole[same].iloc[0]
    cells = dict(zip(table.columns, table.rows[0], strict=True))
    assert cells["left out"] == "without US"
    assert cells["with all groups"] == f"{beside['statistic']:+.2f} (p = {beside['p_qap']:.3f})".replace("-", "−")
    assert cells["groups"] == "5"


def test_relations_without_each_group_stand_beside_those_with_all(judged):
    whole = full(judged.tables["leave_one_out"])
    [table] = [table for table in SECTION.tables(judged) if table.title == "Relations without each group"]
    told = {(cells[0], cells[1]): cells[3] for cells in table.rows}
    assert len(told) == len(whole)
    assert sorted(value.split(" ")[0] for value in told.values()) == sorted(
        f"{value:+.2f}".replace("-", "−") for value in whole["statistic"]
    )
