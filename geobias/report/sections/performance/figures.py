"""Scores by group: small multiples over the metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.groups import Groups
from geobias.report.phrases import NOT_MEASURED, listing, metric_label, plural
from geobias.report.style import FAINT, WIDTH, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FIRST = ("accuracy", "exact_match", "f1_macro", "f1_micro", "auc", "auc_macro", "precision_pos", "recall_pos")
COUNTS = "n_"  # metrics of this prefix say how many texts or labels went into the others
MOST_METRICS = 6
BOX_FROM = 5  # models; fewer are shown as points alone


def main_metrics(scores: pd.DataFrame) -> list[str]:
    """The metrics that figures show: the common ones first, then the table's order, at most six."""
    names = [name for name in dict.fromkeys(scores["metric"].astype(str)) if not name.startswith(COUNTS)]
    first = [name for name in FIRST if name in names]
    return [*first, *(name for name in names if name not in first)][:MOST_METRICS]


def model_means(scores: pd.DataFrame, metric: str, groups: Groups) -> pd.DataFrame:
    """Mean over the repeats: a row per model, a column per group; NaN = not measured."""
    part = scores[scores["metric"].astype(str) == metric]
    part = part.assign(group=part["group"].astype(str))
    wide = part.pivot_table(index="model", columns="group", values="value", aggfunc="mean", dropna=False, sort=False)
    return wide.reindex(columns=groups.ordered(wide.columns))


@styled
def score_distributions(scores: pd.DataFrame, groups: Groups) -> Figure:
    """A panel per metric, a row per group: one point per model (mean over repeats), with a box from five models on."""
    metrics = main_metrics(scores)
    tables = [model_means(scores, metric, groups) for metric in metrics]
    names = groups.ordered(scores["group"].astype(str))
    alt = (
        f"{listing([metric_label(metric) for metric in metrics])} by group: {plural(len(tables[0]), 'model')}, "
        f"{plural(len(names), 'group')}. The means are in the table of scores."
    )
    columns = min(3, len(metrics))
    width = WIDTH if columns > 1 else WIDTH * 0.7
    figure, axes = panels(len(metrics), columns, 0.31 * len(names) + 0.95, alt, width, sharey=True)
    for ax, metric, table in zip(axes, metrics, tables, strict=True):
        _draw(ax, metric, table.reindex(columns=names), groups)
    return figure


def _draw(axes: Axes, metric: str, table: pd.DataFrame, groups: Groups) -> None:
    short = groups.short(20)
    boxes = []
    for y, name in enumerate(table.columns):
        values = table[name].dropna().to_numpy(float)
        look = groups.look(name)
        if not len(values):
            axes.text(
                0.5,
                y,
                NOT_MEASURED,
                transform=axes.get_yaxis_transform(),
                color=FAINT,
                fontsize=8,
                ha="center",
                va="center",
                in_layout=False,
            )
            continue
        if len(values) >= BOX_FROM:
            boxes.append((y, look.colour, values))
        spread = (np.arange(len(values)) * 0.6180339887) % 1 * 0.4 - 0.2 if len(values) > 1 else np.zeros(1)
        size = 3.2 if len(values) >= BOX_FROM else 6
        alpha = 0.65 if len(values) > 1 else 1
        axes.plot(
            values, y + spread, look.marker, ms=size, mfc=look.face, mec=look.colour, mew=0.7, alpha=alpha, zorder=3
        )
    if boxes:
        _draw_boxes(axes, boxes)
    axes.set(title=metric_label(metric), ylim=(len(table.columns) - 0.5, -0.5))
    axes.set_yticks(range(len(table.columns)), [short[name] for name in table.columns])
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(axis="y", length=0)
    axes.margins(x=0.08)


def _draw_boxes(axes: Axes, boxes: list[tuple[int, str, np.ndarray]]) -> None:
    """A box per row in its colour: quartiles, median, and whiskers to the last models within 1.5 boxes (Tukey)."""
    from matplotlib.cbook import boxplot_stats

    rows, colours, values = zip(*boxes, strict=True)
    statistics = boxplot_stats(values)
    drawn = axes.bxp(
        statistics, rows, orientation="horizontal", widths=0.62, showfliers=False, manage_ticks=False,
        patch_artist=True, boxprops={"facecolor": "white"}, zorder=2,
    )  # fmt: skip
    twice = [colour for colour in colours for _ in range(2)]  # whiskers and caps: a lower and an upper one
    for part, shades, width in (
        ("boxes", colours, 1.1), ("medians", colours, 2), ("whiskers", twice, 1.1), ("caps", twice, 1.1),
    ):  # fmt: skip
        for artist, colour in zip(drawn[part], shades, strict=True):
            artist.set(edgecolor=colour, linewidth=width) if part == "boxes" else artist.set(color=colour, lw=width)
