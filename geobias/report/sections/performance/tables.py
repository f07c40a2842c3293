"""Tables of the page on the task itself: the models that were trained, and how several labels a text were told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.groups import Groups
from geobias.report.page_tables import PageTable
from geobias.report.phrases import count, number, percent
from geobias.report.sections.performance.figures import model_means

if TYPE_CHECKING:
    import pandas as pd

MODEL_COLUMNS = {
    "training_texts": ("training texts", count),
    "dev_texts": ("dev texts", count),
    "steps": ("steps", count),
    "epochs": ("epochs", count),
    "best_epoch": ("epoch kept", count),
    "loss": ("loss", number),
    "dev_score": ("dev score", number),
    "threshold": ("threshold", number),
    "seconds": ("seconds", number),
}


def model_table(frame: pd.DataFrame) -> PageTable:
    """The fine-tuned models: what each trained on and how it went; columns that none has are left out."""
    chosen = [name for name in MODEL_COLUMNS if frame[name].notna().any()]
    rows = [[str(r["model"]), *(MODEL_COLUMNS[name][1](r[name]) for name in chosen)] for r in frame.to_dict("records")]
    return PageTable("Models trained", ["model", *(MODEL_COLUMNS[name][0] for name in chosen)], rows, folded=True)


def label_use_tables(scores: pd.DataFrame, groups: Groups) -> list[PageTable]:
    """Labels a text has and is given, and texts without any prediction, means over models; none for a single label."""
    wanted = ("n_texts", "n_true_labels", "n_predicted_labels", "n_without_prediction")
    if not set(wanted) <= set(scores["metric"].astype(str)):
        return []
    texts, true, said, empty = (model_means(scores, name, groups).mean() for name in wanted)
    rows = [
        [name, count(texts[name]), *(number(part[name] / texts[name]) for part in (true, said)),
         percent(empty[name] / texts[name])]
        for name in texts.index
        if texts[name] > 0
    ]  # fmt: skip
    columns = ["group", "texts", "labels a text", "predicted labels a text", "without a predicted label"]
    return [PageTable("Labels a text", columns, rows)]


def label_table(frame: pd.DataFrame, groups: Groups) -> PageTable:
    """F1 of every label in every group, mean over models, with the texts that have the label; the frequent first."""
    names = groups.ordered(frame["group"].astype(str))
    means = frame.groupby(["label", "group"], sort=False)[["f1", "n_true"]].mean()
    totals = means["n_true"].groupby("label").max().sort_values(ascending=False, kind="stable")
    rows = []
    for label in totals.index:
        cells = [means.loc[(label, name)] if (label, name) in means.index else None for name in names]
        rows.append([str(label), *(_cell(cell) for cell in cells)])
    return PageTable("F1 of every label (texts that have it)", ["label", *names], rows, folded=True)


def _cell(values: pd.Series | None) -> str:
    if values is None or (np.isnan(values["f1"]) and not values["n_true"]):
        return "–"
    return f"{number(values['f1'])} ({count(values['n_true'])})"
