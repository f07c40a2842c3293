"""Scores of the groups, the models that were trained, and how several labels per text were told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.groups import Groups
from geobias.report.page_tables import PageTable, parts
from geobias.report.phrases import count, metric_label, number, percent
from geobias.report.sections.performance.figures import COUNTS, model_means

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


def score_tables(scores: pd.DataFrame, groups: Groups) -> Iterator[PageTable]:
    """Groups in rows, metrics in columns: mean ± standard deviation over the models."""
    title = "Scores: mean ± standard deviation over models"
    names = groups.ordered(scores["group"].astype(str))
    for start, metrics in parts(list(dict.fromkeys(scores["metric"].astype(str)))):
        tables = [model_means(scores, metric, groups) for metric in metrics]
        writers = [_mean_count if metric.startswith(COUNTS) else _mean_and_sd for metric in metrics]
        rows = [[name, *(write(table, name) for write, table in zip(writers, tables, strict=True))] for name in names]
        columns = ["group", *map(metric_label, metrics)]
        yield PageTable(title + ", continued" * (start > 0), columns, rows, folded=start > 0)


def _mean_count(table: pd.DataFrame, name: str) -> str:
    return count(table[name].mean() if name in table else float("nan"))


def _mean_and_sd(table: pd.DataFrame, name: str) -> str:
    values = table[name].dropna() if name in table else table.iloc[:0, :1].squeeze(axis=1)
    if not len(values):
        return number(float("nan"))
    return number(values.mean()) + (f" ± {number(values.std())}" if len(values) > 1 else "")


def model_table(frame: pd.DataFrame) -> PageTable:
    """The fine-tuned models: what each trained on and how it went; columns that none has are left out."""
    chosen = [name for name in MODEL_COLUMNS if frame[name].notna().any()]
    rows = [[str(r["model"]), *(MODEL_COLUMNS[name][1](r[name]) for name in chosen)] for r in frame.to_dict("records")]
    return PageTable("Models trained", ["model", *(MODEL_COLUMNS[name][0] for name in chosen)], rows, folded=True)


def label_use_tables(scores: pd.DataFrame, groups: Groups) -> list[PageTable]:
    """Labels that a text has and is given, and texts without any prediction, means over models; none for one label."""
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
    columns = ["group", "texts", "labels per text", "predicted labels per text", "without a predicted label"]
    return [PageTable("Labels per text", columns, rows)]


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
