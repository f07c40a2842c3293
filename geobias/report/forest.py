"""Pairs in rows, each with an estimate and its interval, or with a value beside its floor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.phrases import pair
from geobias.report.style import ACCENT, FAINT, WARNING, say_nothing_measured

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from geobias.report.groups import Groups

ROW = 0.16  # inches for one pair
SIZE = 7.5
GREY, FLOOR = "#8A8A8A", "#DCE1E7"


def forest_height(rows: int) -> float:
    """Inches of a panel with so many pairs."""
    return ROW * max(rows, 4) + 1.0


def with_regions(frame: pd.DataFrame, groups: Groups) -> pd.DataFrame:
    """The rows with a column `regions`: whether both groups of a pair are regions."""
    names = frame[["group_a", "group_b"]].astype(str)
    return frame.assign(**names, regions=names.isin(groups.regions).all(axis=1))


def draw_intervals(axes: Axes, title: str, rows: pd.DataFrame, column: str, xlabel: str) -> None:
    """A dot with its interval (`low` to `high`) a pair, and the line of nothing at 0; pairs of regions are filled."""
    axes.set_title(title, fontsize=8.5)
    if rows[column].isna().all():
        say_nothing_measured(axes)
        return
    axes.axvline(0, color=FAINT, linewidth=0.9, zorder=1)
    for place, row in enumerate(rows.to_dict("records")):
        colour = ACCENT if row["regions"] else GREY
        axes.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=1.6, alpha=0.55, zorder=2)
        axes.plot(row[column], place, "o", ms=4.2, mfc=ACCENT if row["regions"] else "white", mec=colour, zorder=3)
    _finish(axes, len(rows), xlabel)


def draw_floors(axes: Axes, title: str, rows: pd.DataFrame, value: str, floors: Sequence[str], xlabel: str) -> None:
    """A bar a pair from 0 to its mean floor with a tick at each of `floors`, and a dot for its value."""
    axes.set_title(title, fontsize=8.5)
    if rows[value].isna().all():
        say_nothing_measured(axes)
        return
    for place, row in enumerate(rows.to_dict("records")):
        colour = ACCENT if row["regions"] else GREY
        ends = [row[name] for name in floors]
        axes.plot(ends, [place] * len(ends), "|", color=WARNING, ms=5.5, mew=1.3, zorder=4)
        axes.barh(place, float(np.mean(ends)), height=0.62, color=FLOOR, zorder=1.5)
        axes.plot([float(np.mean(ends)), row[value]], [place, place], color=colour, linewidth=1, alpha=0.5, zorder=2)
        axes.plot(row[value], place, "o", ms=4.2, mfc=ACCENT if row["regions"] else "white", mec=colour, zorder=3)
    axes.set_xlim(min(0.0, float(rows[value].min())), 1.08 * float(rows[[value, *floors]].max().max()))
    _finish(axes, len(rows), xlabel)


def name_pairs(axes: Axes, rows: pd.DataFrame, groups: Groups, width: int = 10, sign: str = "") -> None:
    """The pairs as names of the rows; `sign` stands between two groups whose order matters."""
    short = groups.short(width)
    names = [
        f"{short.get(a, a)} {sign} {short.get(b, b)}" if sign else pair(short.get(a, a), short.get(b, b))
        for a, b in zip(rows["group_a"], rows["group_b"], strict=True)
    ]
    axes.set_yticks(range(len(rows)), names)
    axes.tick_params(axis="y", labelsize=SIZE, length=0)


def _finish(axes: Axes, rows: int, xlabel: str) -> None:
    axes.set_xlabel(xlabel, fontsize=8)
    axes.set_yticks(range(rows), [""] * rows)
    axes.tick_params(axis="x", labelsize=7.5)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(-0.8, rows - 0.2)
    axes.locator_params(axis="x", nbins=5)
