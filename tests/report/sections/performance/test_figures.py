from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.sections.performance.figures import main_metrics, model_means, score_distributions


def test_common_metrics_come_first_and_counts_not_at_all(usual):
    assert main_metrics(usual.tables["scores"]) == ["accuracy", "f1_macro", "auc", "precision_pos", "recall_pos"]
    assert main_metrics(pd.DataFrame({"metric": [*"abcdefgh", "exact_match"]})) == ["exact_match", *"abcde"]


def test_model_means_are_over_repeats(usual):
    frame = usual.tables["scores"]
    table = model_means(frame, "accuracy", usual.groups)
    assert list(table.columns) == list(usual.groups.names)
    part = frame[(frame["metric"] == "accuracy") & (frame["group"] == "NO") & (frame["model"] == "set1-fold2")]
    assert len(part) == 3
    np.testing.assert_allclose(table.loc["set1-fold2", "NO"], part["value"].mean())


def test_every_model_is_a_point_and_many_have_a_box(usual):
    axes = score_distributions(usual.tables["scores"], usual.groups).axes[0]
    table = model_means(usual.tables["scores"], "accuracy", usual.groups)
    points = [line.get_xdata() for line in axes.lines if len(line.get_xdata()) == 25]
    np.testing.assert_array_equal(points, table.to_numpy().T)
    boxes = [patch.get_path().get_extents().intervalx for patch in axes.patches]
    np.testing.assert_allclose(boxes, table.quantile([0.25, 0.75]).to_numpy().T)
    assert [label.get_text() for label in axes.get_yticklabels()] == list(usual.groups.names)


def test_whiskers_end_at_the_last_model_within_reach(usual):
    values = [0.5, 0.70, 0.71, 0.72, 0.73, 0.74, 0.75]
    frame = pd.DataFrame(
        {"metric": "accuracy", "model": [f"m{i}" for i in range(7)], "repeat": 0, "group": "AU", "value": values}
    )
    axes = score_distributions(frame, usual.groups).axes[0]
    ends = [x for line in axes.lines if line.get_marker() in ("", "None") for x in line.get_xdata()]
    assert (min(ends), max(ends)) == (0.70, 0.75)


def test_one_model_is_a_plain_point_and_unmeasured_groups_say_so(usual):
    frame = usual.tables["scores"]
    frame = frame[frame["model"] == "set0-fold0"].copy()
    frame.loc[frame["group"] == "IN", "value"] = np.nan
    axes = score_distributions(frame, usual.groups).axes[0]
    assert not axes.patches
    assert [line.get_ydata()[0] for line in axes.lines] == [0, 1, 3, 4, 5, 6, 7]
    [text] = axes.texts
    assert (text.get_text(), text.get_position()[1]) == ("not measured", 2)
