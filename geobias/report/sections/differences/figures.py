"""Differences of groups as pictures: how well a text tells its group, as groups are and adjusted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.forest import colours_of, draw_dots, draw_ranges, ends_of, forest_height, name_pairs
from geobias.report.groups import Groups
from geobias.report.phrases import number, plural
from geobias.report.sections.differences.rows import decides, pairs
from geobias.report.sections.differences.words import CHANCE
from geobias.report.style import FAINT, INK, WARNING, WIDTH, new_figure, styled
from geobias.report.verdicts import sign_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@styled
def difference_figure(frame: pd.DataFrame, groups: Groups) -> Figure:
    """Left the held-out AUC of every pair, as it is and adjusted; right the best linear rule's, the margin, and the
    sign of the verdict."""
    rows = ends_of(pairs(frame, groups))
    adjusted = _beside(rows, pairs(frame, groups, adjusted=True))
    margin = float(rows["margin"].dropna().iloc[0]) if rows["margin"].notna().any() else np.nan
    alt = (
        f"For {plural(len(rows), 'pair')} of groups: left the held-out AUC of telling a text of one from a text of the "
        f"other, right the AUC of the best linear rule{_beside_margin(margin)}, both with intervals, as the groups are "
        "and after adjustment, with the sign of each verdict. The numbers are in the table of differences."
    )
    figure = new_figure(WIDTH, forest_height(len(rows)), alt)
    left, right = figure.subplots(1, 2, sharey=True)
    _panel(left, "Held-out AUC, with this many texts", rows, adjusted, "auc")
    _panel(right, "AUC of the best linear rule", rows, adjusted, "best_auc")
    if np.isfinite(margin):
        right.axvline(margin, color=WARNING, linewidth=1, linestyle="--", zorder=1)
        right.text(margin + 0.005, len(rows) - 0.3, "margin", color=WARNING, fontsize=7.5, va="top")
    _sign(right, rows, decides(frame, groups))
    name_pairs(left, rows, groups)
    right.tick_params(axis="y", labelleft=False, length=0)
    return figure


def _beside_margin(margin: float) -> str:
    return f" beside the margin of {number(margin)}" if np.isfinite(margin) else ""


def _panel(axes: Axes, title: str, rows: pd.DataFrame, adjusted: pd.DataFrame, column: str) -> None:
    """A dot with its interval a pair; the adjusted one is a small cross below it."""
    places = np.arange(len(rows))
    axes.set_title(title, fontsize=8.5)
    axes.axvline(CHANCE, color=FAINT, linewidth=0.9, zorder=1)
    draw_ranges(axes, rows[f"{column}_low"], rows[f"{column}_high"], colours_of(rows["regions"]))
    draw_dots(axes, rows[column], rows["regions"])
    axes.plot(adjusted[column], places - 0.25, "x", color=WARNING, ms=4, mew=1.2, zorder=4)
    axes.set_xlabel("AUC", fontsize=8)
    axes.tick_params(axis="x", labelsize=7.5)
    axes.set_ylim(-0.8, len(rows) - 0.2)
    axes.locator_params(axis="x", nbins=6)


def _sign(axes: Axes, rows: pd.DataFrame, judged: pd.DataFrame) -> None:
    """The signs of the verdicts, as the page opens with them, right of the pairs that have one."""
    words = dict(zip(zip(judged["group_a"], judged["group_b"], strict=True), judged["verdict"], strict=True))
    for place, key in enumerate(zip(rows["group_a"], rows["group_b"], strict=True)):
        if key in words:
            sign = sign_of(words[key])
            axes.text(1.015, place, sign, transform=axes.get_yaxis_transform(), fontsize=8.5, va="center", color=INK)


def _beside(rows: pd.DataFrame, adjusted: pd.DataFrame) -> pd.DataFrame:
    """The adjusted rows in the order of the others, NaN where there is none."""
    known = adjusted.set_index(["group_a", "group_b"])[["auc", "best_auc"]]
    wanted = list(zip(rows["group_a"], rows["group_b"], strict=True))
    return known.reindex(wanted).reset_index(drop=True)
