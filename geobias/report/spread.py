"""Every pair's values over the repeats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geobias.report.groups import Groups
from geobias.report.pairs import pair_summary, pair_table, quantities
from geobias.report.phrases import listing, pair, plural, quantity_label, two_lines, with_units
from geobias.report.style import ACCENT, panels, say_nothing_measured, styled

if TYPE_CHECKING:
    from typing import Any

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIZE = 7.0


@styled
def pair_spread(frame: pd.DataFrame, groups: Groups) -> Figure:
    """A panel a quantity: pairs sorted by their mean (dot), with the range of the middle 90 % of the repeats (line)."""
    names = quantities(frame)
    summaries = [pair_summary(pair_table(frame, name, groups)).dropna(subset=["mean"]) for name in names]
    most = max(map(len, summaries), default=0)
    alt = (
        f"Dots and ranges over the repeats of up to {plural(most, 'pair')} of groups, sorted by "
        f"{listing([quantity_label(name) for name in names])}."
    )
    figure, axes = panels(len(names), 3, 0.155 * max(most, 4) + 0.95, alt)
    short = groups.short(10)
    for ax, name, summary in zip(axes, names, summaries, strict=True):
        units = str(frame.loc[frame["quantity"] == name, "units"].fillna("").iloc[0])
        _draw(ax, with_units(quantity_label(name), units), summary.sort_values("mean", kind="stable"), short)
    return figure


def _draw(axes: Axes, title: str, summary: pd.DataFrame, short: dict[str, str]) -> None:
    axes.set_title(two_lines(title), fontsize=8.5)
    if summary.empty:
        say_nothing_measured(axes)
        return
    places = range(len(summary))
    for place, row in zip(places, summary.to_dict("records"), strict=True):
        colour = ACCENT if row["regions"] else "#8A8A8A"
        axes.plot([row["low"], row["high"]], [place, place], color=colour, linewidth=1.6, alpha=0.55, zorder=2)
        axes.plot(row["mean"], place, "o", ms=4.2, mfc=_face(row), mec=colour, mew=1, zorder=3)
    axes.set_yticks(
        places, [pair(short[a], short[b]) for a, b in zip(summary["group_a"], summary["group_b"], strict=True)]
    )
    axes.tick_params(axis="y", labelsize=SIZE, length=0)
    axes.tick_params(axis="x", labelsize=7.5)
    axes.set_ylim(-0.8, len(summary) - 0.2)
    axes.locator_params(axis="x", nbins=4)


def _face(row: dict[str, Any]) -> str:
    return ACCENT if row["regions"] else "white"
