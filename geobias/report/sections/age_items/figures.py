"""A panel a value: mean scores by age, of both sides, with bands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.report.annotator_lines import SIZE
from geobias.report.coefficients import in_figure, names_in_order, short_names
from geobias.report.phrases import listing, plural
from geobias.report.sides import SIDES, legend_below, side_marks, zero_line
from geobias.report.style import panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

ACROSS = 3


@styled
def age_lines(frame: pd.DataFrame) -> Figure:
    """Ages across as they stand in the table, each as far from the next; -1 to 1 upwards."""
    values, ages = names_in_order(frame, "value"), names_in_order(frame, "age")
    sides = names_in_order(frame, "side")
    titles, key = short_names(values, 30, "V")
    alt = (
        f"For {plural(len(values), 'value')}, mean scores at {plural(len(ages), 'age')} with intervals, of the "
        f"{listing(sides)}. The numbers are in the table.{in_figure(key)}"
    )
    figure, axes = panels(len(values), ACROSS, 2.1, alt, sharex=True, sharey=True)
    for ax, value in zip(axes, values, strict=True):
        zero_line(ax, upright=False)
        for side in sides:
            colour, marker = SIDES[side]
            part = frame[(frame["value"] == value) & (frame["side"] == side)].set_index("age").reindex(ages)
            places = range(len(ages))
            ax.fill_between(places, part["low"], part["high"], color=colour, alpha=0.16, linewidth=0)
            ax.plot(places, part["mean"], marker=marker, ms=3.6, linewidth=1.3, color=colour)
        ax.set_title(titles[value], fontsize=8.5)
        ax.set_xticks(range(len(ages)), ages)
        ax.tick_params(labelsize=SIZE)
        ax.grid(axis="x", visible=False)
    for ax in axes[::ACROSS]:
        ax.set_ylabel("mean score", fontsize=8)
    first_below = axes[(len(axes) - 1) // ACROSS * ACROSS]
    if len(sides) > 1:
        legend_below(first_below, side_marks())
    for ax in axes[max(len(axes) - ACROSS, 0) :]:
        if not ax.get_xlabel():
            ax.set_xlabel("age", fontsize=8)
    return figure
