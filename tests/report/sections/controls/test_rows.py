from __future__ import annotations

import pandas as pd
import pytest

from geobias.report.sections.controls.rows import coefficient_label, control_label, direction_of, main_controls

GAP = "gap[accuracy]"


def test_the_declared_relation_and_the_largest_come_first_and_other_gaps_not_at_all(judged):
    controls = judged.tables["controls"]
    other = pd.concat([controls.assign(y="gap[auc]", x="mmd", primary=False), controls])
    names = ["mahalanobis", "largest", "sinkhorn_excess", "energy"]
    assert main_controls(other, GAP)["x"].tolist() == names
    plain = controls[(controls["x"] != "largest") & (controls["coefficient"] != "mean")].drop(columns="primary")
    assert main_controls(plain, "gap[none]")["x"].tolist() == ["mahalanobis", "sinkhorn_excess", "energy"]


def test_a_gap_at_one_size_comes_before_the_same_gap_as_measured(judged):
    controls = judged.tables["controls"]
    controls = controls[controls["y"] == GAP].assign(primary=False)
    both = pd.concat([controls, controls.assign(y="gap_at_m[accuracy]")])
    assert set(main_controls(both, GAP)["y"]) == {"gap_at_m[accuracy]"}


def test_means_of_one_quantity_are_called_so():
    row = {"x": "energy", "y": "", "coefficient": "mean"}
    assert (control_label(row), coefficient_label(row)) == ("mean energy distance over all pairs", "mean")


@pytest.mark.parametrize(
    ("alternative", "words"),
    [
        ("greater", "largest Spearman's ρ"),
        ("less", "largest Spearman's ρ with its sign turned"),
        ("two-sided", "largest absolute Spearman's ρ"),
    ],
)
def test_the_largest_coefficient_has_the_direction_of_the_study(alternative, words):
    rows = pd.DataFrame({"x": ["largest", "energy"], "y": ["", GAP], "alternative": ["greater", alternative]})
    assert coefficient_label({"x": "largest", "y": "", "coefficient": "spearman"}, direction_of(rows)) == words
