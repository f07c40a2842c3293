"""Projections of both sides as box plots, a panel an attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.coefficients import in_figure, names_in_order, short_names
from geobias.report.phrases import capital, plural
from geobias.report.sides import AXIS, SIDES, TOO_FEW, legend_below, side_marks, zero_line
from geobias.report.style import FAINT, INK, WIDTH, new_figure, styled

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST, ENDS = 24, 10  # groups of an attribute that a figure shows; of more only so many at each end
LINE, SHIFT, HALF = 0.36, 0.19, 0.15  # inches of a group; of a side from its line, and half a box, in lines


@styled
def projection_plots(frame: pd.DataFrame, order: dict[str, list[str]]) -> Figure:
    """Groups in rows, an attribute below the other: a box from quartile to quartile, whiskers from 5 % to 95 %, a mark
    for the mean with its interval.

    order : attribute -> its groups, from above.
    """
    sides = names_in_order(frame, "side")
    shown = {name: _ends_of(order[name]) for name in names_in_order(frame, "attribute")}
    short, key = short_names([name for names in shown.values() for name in names if name], 22)
    heights = [max(len(names), 2) for names in shown.values()]
    alt = (
        f"Box plots of projections of {plural(sum(map(len, shown.values())), 'group')} by "
        f"{', '.join(shown)}, of the {' and the '.join(sides)}. Means and quartiles are in the table.{in_figure(key)}"
    )
    line = LINE if len(sides) > 1 else LINE * 0.7
    figure = new_figure(WIDTH * 0.92, line * sum(heights) + 0.45 * len(heights) + 0.6, alt)
    axes = np.atleast_1d(figure.subplots(len(shown), 1, sharex=True, height_ratios=heights))
    rows = {(row["side"], row["attribute"], row["group"]): row for row in frame.to_dict("records")}
    for ax, (attribute, names) in zip(axes, shown.items(), strict=True):
        zero_line(ax)
        for place, name in enumerate(names):
            found = [rows[side, attribute, name] for side in sides if (side, attribute, name) in rows]
            for row in found:
                _box(ax, place + _shift(row["side"], sides), row)
        _name(ax, [short.get(name, "…") for name in names])
        ax.set_title(capital(attribute), fontsize=8.5)
    axes[-1].set_xlabel(AXIS, fontsize=8)
    if len(sides) > 1:
        legend_below(axes[-1], side_marks())
        axes[-1].set_xlabel(f"{AXIS}\n ", fontsize=8)
    return figure


def _ends_of(names: list[str]) -> list[str]:
    return names if len(names) <= MOST else [*names[:ENDS], "", *names[-ENDS:]]


def _shift(side: str, sides: Sequence[str]) -> float:
    return 0.0 if len(sides) < 2 else (-SHIFT if side == sides[0] else SHIFT)


def _box(axes: Axes, place: float, row: dict[Any, Any]) -> None:
    colour, marker = SIDES[row["side"]]
    if np.isnan(row["mean"]):
        text = row["note"] or TOO_FEW
        axes.text(0.01, place, text, transform=axes.get_yaxis_transform(), fontsize=7, va="center", color=FAINT)
        return
    axes.hlines(place, row["lowest"], row["lower"], colors=colour, linewidth=1, alpha=0.7)
    axes.hlines(place, row["upper"], row["highest"], colors=colour, linewidth=1, alpha=0.7)
    width = row["upper"] - row["lower"]
    axes.barh(
        place, width, left=row["lower"], height=2 * HALF, color=colour, alpha=0.22, edgecolor=colour, linewidth=0.8
    )
    axes.vlines(row["median"], place - HALF, place + HALF, colors=colour, linewidth=2)
    axes.hlines(place, row["low"], row["high"], colors=INK, linewidth=1.4, zorder=3)
    face = "white" if row["small"] else colour
    axes.plot(row["mean"], place, marker, ms=4.4, mfc=face, mec=INK, mew=0.8, zorder=4)


def _name(axes: Axes, names: list[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
    axes.tick_params(axis="x", labelsize=SIZE)
    axes.grid(axis="y", visible=False)
    axes.set_ylim(max(len(names), 2) - 0.4, -0.6)
