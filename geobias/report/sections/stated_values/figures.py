"""Stated and written values beside those of respondents: a panel a value, a line a nation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.coefficients import in_figure, short_names
from geobias.report.phrases import plural
from geobias.report.sides import SIDES, legend_below, zero_line
from geobias.report.style import panels, styled
from geobias.tables import MODEL, SURVEY

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACROSS = 3
STATED, WRITTEN = "stated", "written"
LOOKS = {STATED: ("#228833", "s"), WRITTEN: SIDES[MODEL], SURVEY: SIDES[SURVEY]}
APART = 0.22  # of two sides, in lines


@styled
def stated_dots(frame: pd.DataFrame) -> Figure:
    """The projection first, then each value; nations by what is written, all together below."""
    values = sorted(dict.fromkeys(frame["value"]), key=lambda name: name != "")
    first = frame[frame["value"] == values[0]]
    ranked = first[first["nation"] != ""].sort_values(WRITTEN, ascending=False, kind="stable")["nation"].tolist()
    nations = ranked + [""] * ("" in set(frame["nation"]))
    short, key = short_names(ranked, 18)
    titles, value_key = short_names([name for name in values if name], 26, "V")
    alt = (
        f"For the projection and {plural(len(values) - 1, 'value')}, what is stated and written for "
        f"{plural(len(ranked), 'nation')}, beside respondents where there are some, with intervals. The numbers are in "
        f"the table.{in_figure(key, value_key)}"
    )
    figure, axes = panels(len(values), ACROSS, 0.29 * max(len(nations), 3) + 0.75, alt, sharey=True)
    sides = [name for name in LOOKS if frame[name].notna().any()]
    for ax, value in zip(axes, values, strict=True):
        zero_line(ax)
        part = frame[frame["value"] == value].set_index("nation").reindex(nations)
        for place, side in enumerate(sides):
            _marks(ax, part, side, APART * (place - (len(sides) - 1) / 2))
        ax.set_title(titles.get(value, "projection"), fontsize=8.5)
        ax.tick_params(axis="x", labelsize=SIZE)
        ax.grid(axis="y", visible=False)
        ax.locator_params(axis="x", nbins=5)
    axes[0].set_yticks(range(len(nations)), [short.get(name, "all") for name in nations])
    axes[0].tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
    axes[0].set_ylim(max(len(nations), 3) - 0.4, -0.6)
    legend_below(axes[(len(axes) - 1) // ACROSS * ACROSS], [_mark(side) for side in sides])
    return figure


def _marks(axes: Axes, part: pd.DataFrame, side: str, shift: float) -> None:
    colour, marker = LOOKS[side]
    places = np.arange(len(part)) + shift
    axes.hlines(places, part[f"{side}_low"], part[f"{side}_high"], colors=colour, linewidth=1.2, alpha=0.5)
    axes.plot(part[side], places, marker, ms=4, color=colour, zorder=3)


def _mark(side: str):
    from matplotlib.lines import Line2D

    colour, marker = LOOKS[side]
    return Line2D([], [], linestyle="", marker=marker, color=colour, ms=4.5, label=side)
