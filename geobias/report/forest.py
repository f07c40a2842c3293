"""Pairs in rows, each with an estimate and its interval, or with a value beside its noise floor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from geobias.report.lettering import plain, room
from geobias.report.phrases import count, pair
from geobias.report.style import ACCENT, FAINT, WARNING, say_nothing_measured

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from geobias.report.groups import Groups

ROW = 0.16  # inches for one pair
SIZE = 7.5
LETTER, LABELS = 0.057, 0.55  # inches of a letter of that size; share of a panel that names may take
LEAST = 10  # letters that a name has in any case
MOST, ENDS = 66, 15  # rows that a figure shows; of more only so many at each end
GREY, FLOOR = "#8A8A8A", "#DCE1E7"


def forest_height(rows: int) -> float:
    """Inches of a panel with so many pairs."""
    return ROW * max(rows if rows <= MOST else 2 * ENDS + 1, 4) + 1.0


def with_regions(frame: pd.DataFrame, groups: Groups) -> pd.DataFrame:
    """The rows with a column `regions`: whether both groups of a pair are regions."""
    names = frame[["group_a", "group_b"]].astype(str)
    return frame.assign(**names, regions=names.isin(groups.regions).all(axis=1))


def ends_of(rows: pd.DataFrame) -> pd.DataFrame:
    """All rows where they fit a figure, else the first and last `ENDS`, and between them one that is empty.

    The empty row has the number of those left out in a column `between`, which is 0 elsewhere.
    """
    import pandas

    rows = rows.assign(between=0)
    if len(rows) <= MOST:
        return rows
    gap = pandas.DataFrame({"regions": [False], "between": [len(rows) - 2 * ENDS]})
    return pandas.concat([rows[:ENDS], gap, rows[-ENDS:]], ignore_index=True)


def draw_ranges(axes: Axes, lows: pd.Series, highs: pd.Series, colours: Sequence[str]) -> None:
    """A bar per row from `lows` to `highs`; those that are NaN are left out."""
    axes.hlines(range(len(lows)), lows, highs, colors=list(colours), linewidth=1.6, alpha=0.55, zorder=2)


def draw_dots(axes: Axes, values: pd.Series, regions: pd.Series) -> None:
    """A dot per row: those of two regions are filled."""
    places, filled = np.arange(len(values)), regions.to_numpy(bool)
    for rows, face, edge in ((filled, ACCENT, ACCENT), (~filled, "white", GREY)):
        if rows.any():
            axes.plot(values[rows], places[rows], "o", ms=4.2, mfc=face, mec=edge, mew=1, zorder=3)


def colours_of(regions: pd.Series) -> list[str]:
    return [ACCENT if both else GREY for both in regions]


def draw_intervals(axes: Axes, title: str, rows: pd.DataFrame, column: str, xlabel: str, steps: int = 5) -> None:
    """A dot with its interval (`low` to `high`) a pair, and the line of nothing at 0; pairs of regions are filled.

    `steps` is the most that the axis of the numbers is divided into.
    """
    axes.set_title(title, fontsize=8.5)
    if rows[column].isna().all():
        say_nothing_measured(axes)
        return
    axes.axvline(0, color=FAINT, linewidth=0.9, zorder=1)
    draw_ranges(axes, rows["low"], rows["high"], colours_of(rows["regions"]))
    draw_dots(axes, rows[column], rows["regions"])
    _finish(axes, len(rows), xlabel, steps)


def draw_floors(axes: Axes, title: str, rows: pd.DataFrame, value: str, floors: Sequence[str], xlabel: str) -> None:
    """A bar per pair from 0 to its mean floor with a tick at each of `floors`, and a dot for its value."""
    axes.set_title(title, fontsize=8.5)
    if rows[value].isna().all():
        say_nothing_measured(axes)
        return
    places, means = np.arange(len(rows)), rows[list(floors)].astype(float).mean(axis=1, skipna=False)
    axes.barh(places, means.fillna(0), height=0.62, color=FLOOR, linewidth=0, zorder=1.5)
    for name in floors:
        axes.plot(rows[name], places, "|", color=WARNING, ms=5.5, mew=1.3, zorder=4)
    axes.hlines(places, means, rows[value], colors=colours_of(rows["regions"]), linewidth=1, alpha=0.5, zorder=2)
    draw_dots(axes, rows[value], rows["regions"])
    axes.set_xlim(min(0.0, float(rows[value].min())), 1.08 * float(rows[[value, *floors]].max().max()) or 1.0)
    _finish(axes, len(rows), xlabel)


def name_pairs(axes: Axes, rows: pd.DataFrame, groups: Groups, sign: str = "") -> None:
    """The pairs as names of the rows, whole where the panel has room; `sign` stands between two whose order matters."""
    widest = max((room(plain(name)) for name in groups.names), default=LEAST)
    most = LABELS * _panel(axes) / LETTER
    for width in range(max(widest, LEAST), LEAST - 1, -1):
        names = _pairs(rows, groups.short(width), sign)
        if max(map(room, names), default=0) <= most:
            break
    axes.set_yticks(range(len(rows)), names)
    axes.tick_params(axis="y", labelsize=SIZE, length=0)


def _panel(axes: Axes) -> float:
    """Inches across of the figure that a panel has for itself."""
    place = axes.get_subplotspec()
    width = cast("Figure", axes.figure).get_figwidth()
    return width / (1 if place is None else place.get_gridspec().ncols)


def _pairs(rows: pd.DataFrame, short: Mapping[str, str], sign: str) -> list[str]:
    return [
        f"… {count(between)} between …"
        if between
        else f"{short.get(a, a)} {sign} {short.get(b, b)}"
        if sign
        else pair(short.get(a, a), short.get(b, b))
        for a, b, between in zip(rows["group_a"], rows["group_b"], rows["between"], strict=True)
    ]


def _finish(axes: Axes, rows: int, xlabel: str, steps: int = 5) -> None:
    axes.set_xlabel(xlabel, fontsize=8)
    axes.tick_params(axis="x", labelsize=7.5)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(-0.8, rows - 0.2)
    axes.locator_params(axis="x", nbins=steps)
