from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.sections.projections.figures import ENDS, projection_plots
from geobias.report.sections.projections.rows import boxes_of, order_of
from geobias.report.sides import SIDES


def grouped(run):
    boxes = boxes_of(run)
    return boxes[boxes["attribute"] != ""]


def names(axes):
    return [label.get_text() for label in axes.get_yticklabels()]


def test_groups_stand_in_order_and_boxes_reach_from_quartile_to_quartile(resonance_run):
    boxes = grouped(resonance_run)
    nation, age, sex = projection_plots(boxes, order_of(boxes)).axes
    assert names(nation) == ["Southland", "Midland", "Northland"]
    assert (names(age), names(sex)) == (["20", "30", "40", "50", "60", "75"], ["man", "woman"])
    for side, (_, marker) in SIDES.items():
        rows = boxes[(boxes["side"] == side) & (boxes["attribute"] == "nation")].set_index("group").loc[names(nation)]
        drawn = [line.get_xdata()[0] for line in nation.lines if line.get_marker() == marker]
        np.testing.assert_allclose(drawn, rows["mean"])
    rows = boxes[boxes["attribute"] == "nation"]
    drawn = sorted((bar.get_x(), bar.get_x() + bar.get_width()) for bar in nation.patches)
    np.testing.assert_allclose(drawn, sorted(zip(rows["lower"], rows["upper"], strict=True)))


def test_small_groups_are_hollow_and_withheld_ones_say_why(resonance_run):
    boxes = grouped(resonance_run)
    lost = (boxes["side"] == "survey") & (boxes["group"] == "Midland")
    numbers = ["lowest", "lower", "median", "upper", "highest", "mean", "low", "high"]
    changed = boxes.assign(
        small=boxes["group"] == "Southland", note=np.where(lost, "fewer than 5 respondents", ""),
        **{name: boxes[name].mask(lost) for name in numbers},
    )  # fmt: skip
    nation = projection_plots(changed, order_of(boxes)).axes[0]
    faces = [line.get_markerfacecolor() for line in nation.lines if line.get_marker() in "oD"]
    assert faces.count("white") == 2
    assert [text.get_text() for text in nation.texts] == ["fewer than 5 respondents"]


def test_of_many_groups_both_ends_are_drawn(resonance_run):
    boxes = grouped(resonance_run)
    one = boxes[boxes["group"] == "Midland"]
    many = pd.concat([one.assign(group=f"n{place:02d}", mean=float(-place)) for place in range(40)])
    assert names(projection_plots(many, order_of(many)).axes[0]) == [
        *(f"n{place:02d}" for place in range(ENDS)), "…", *(f"n{place:02d}" for place in range(40 - ENDS, 40))
    ]  # fmt: skip


def test_without_a_survey_there_is_one_side_and_no_legend(resonance_run):
    boxes = grouped(resonance_run)
    alone = boxes[boxes["side"] == "model"]
    axes = projection_plots(alone, order_of(alone)).axes
    assert [ax.get_legend() for ax in axes] == [None] * 3
    assert "of the model." in projection_plots(alone, order_of(alone)).get_label()
