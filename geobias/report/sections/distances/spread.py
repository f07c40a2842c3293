"""Every pair's values over the repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.report.forest import colours_of, draw_dots, draw_ranges, ends_of, forest_height, name_pairs
from geobias.report.groups import Groups
from geobias.report.pairs import pair_summary, pair_table, quantities
from geobias.report.phrases import listing, plural, quantity_label, two_lines, with_units
from geobias.report.style import panels, say_nothing_measured, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@styled
def pair_spread(frame: pd.DataFrame, groups: Groups) -> Figure:
    """A panel per quantity: pairs sorted by their mean (dot), with the range of the middle 90 % of the repeats
    (line)."""
    names = quantities(frame)
    summaries = [pair_summary(pair_table(frame, name, groups)).dropna(subset=["mean"]) for name in names]
    most = max(map(len, summaries), default=0)
    alt = (
        f"Dots and ranges over the repeats of up to {plural(most, 'pair')} of groups, sorted by "
        f"{listing([quantity_label(name) for name in names])}."
    )
    figure, axes = panels(len(names), 3, forest_height(most), alt)
    for ax, name, summary in zip(axes, names, summaries, strict=True):
        units = str(frame.loc[frame["quantity"] == name, "units"].fillna("").iloc[0])
        _draw(ax, with_units(quantity_label(name), units), ends_of(summary.sort_values("mean", kind="stable")), groups)
    return figure


def _draw(axes: Axes, title: str, summary: pd.DataFrame, groups: Groups) -> None:
    axes.set_title(two_lines(title), fontsize=8.5)
    if summary.empty:
        say_nothing_measured(axes)
        return
    draw_ranges(axes, summary["low"], summary["high"], colours_of(summary["regions"]))
    draw_dots(axes, summary["mean"], summary["regions"])
    name_pairs(axes, summary, groups)
    axes.tick_params(axis="x", labelsize=7.5)
    axes.set_ylim(-0.8, len(summary) - 0.2)
    axes.locator_params(axis="x", nbins=3)
