"""Tables on the task: models with what they trained on, and labels with what was said of them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from geobias.report.groups import Groups
from geobias.report.sections.performance.tables import label_table, label_use_tables, model_table, score_tables

GROUPS = Groups({"au": "region", "uk": "region", "baseline": "baseline"})


def test_models_leave_out_what_none_has():
    frame = pd.DataFrame(
        {
            "model": ["set0", "set1"], "training_texts": [6993, 6993], "dev_texts": [0, 0], "steps": [438, 438],
            "epochs": [1, 1], "best_epoch": [1, 1], "loss": [0.0312, 0.0298], "dev_score": [np.nan, np.nan],
            "threshold": [0.5, 0.41], "seconds": [12.34, 1234.5],
        }
    )  # fmt: skip
    table = model_table(frame)
    assert "dev score" not in table.columns
    assert table.rows[0] == ["set0", "6,993", "0", "438", "1", "1", "0.0312", "0.500", "12.34"]
    assert table.folded


def test_labels_a_text_are_means_over_models():
    rows = [
        (metric, model, 0, "au", value)
        for metric, values in {
            "n_texts": (20, 20), "n_true_labels": (25, 25), "n_predicted_labels": (20, 24),
            "n_without_prediction": (3, 1),
        }.items()
        for model, value in zip(("a", "b"), values, strict=True)
    ]  # fmt: skip
    scores = pd.DataFrame(rows, columns=["metric", "model", "repeat", "group", "value"])
    (table,) = label_use_tables(scores, GROUPS)
    assert table.rows == [["au", "20", "1.25", "1.10", "10.0\xa0%"]]
    assert label_use_tables(scores[scores.metric == "n_texts"], GROUPS) == []


def test_every_label_has_its_score_and_number_in_every_group():
    frame = pd.DataFrame(
        [
            ("m", "ship", "au", 0.5, 4), ("m", "ship", "uk", np.nan, 0), ("m", "grain", "au", 1.0, 9),
            ("m", "grain", "uk", np.nan, 2), ("n", "grain", "au", 0.5, 9), ("n", "ship", "au", 0.0, 4),
        ],
        columns=["model", "label", "group", "f1", "n_true"],
    )  # fmt: skip
    table = label_table(frame, GROUPS)
    assert table.columns == ["label", "au", "uk"]
    assert table.rows == [["grain", "0.750 (9)", "not measured (2)"], ["ship", "0.250 (4)", "–"]]


def test_scores_show_mean_and_spread_over_models(usual):
    [table] = score_tables(usual.tables["scores"], usual.groups)
    frame = usual.tables["scores"]
    models = frame[(frame["metric"] == "accuracy") & (frame["group"] == "AU")].groupby("model")["value"].mean()
    assert table.rows[0][:2] == ["AU", f"{models.mean():.3f} ± {models.std():.4f}"]
    assert table.rows[0][-1] == "200"


def test_unmeasured_scores_say_so(usual):
    frame = usual.tables["scores"].copy()
    frame.loc[frame["group"] == "AU", "value"] = np.nan
    [table] = score_tables(frame, usual.groups)
    assert table.rows[0][1] == "not measured"
