"""Percent of wrong answers by type of etiquette, a panel for each region and one for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.cell_scores import ALL
from geobias.report.coefficients import in_figure, short_names
from geobias.report.phrases import count, plural
from geobias.report.style import ACCENT, FAINT, INK, WARNING, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE, ACROSS = 0.27, 3


@styled
def wrong_dots(frame: pd.DataFrame, truth: Mapping[str, float]) -> Figure:
    """One model's percent of answers that are wrong, with intervals; crosses for what was planted of all regions.

    frame : rows of the table `wrong_by_type`. truth : type -> planted accuracy.
    """
    regions = sorted(dict.fromkeys(frame["region"]), key=lambda name: name != "")
    types = list(dict.fromkeys(frame["type"]))
    short, key = short_names(types, 16, "T")
    titles, region_key = short_names([name for name in regions if name], 26)
    alt = (
        f"Percent of answers that are wrong by {plural(len(types), 'type')} of etiquette, with intervals, of "
        f"{plural(len(titles), 'region')} and of all. The numbers are in the table.{in_figure(key, region_key)}"
    )
    figure, axes = panels(len(regions), ACROSS, LINE * max(len(types), 3) + 0.95, alt, sharex=True)
    for ax, region in zip(axes, regions, strict=True):
        rows = frame[frame["region"] == region].set_index("type").reindex(types)
        ax.set_title(titles.get(region, f"{ALL} regions"), fontsize=8.5)
        _dots(ax, rows, WARNING if region else ACCENT)
        if truth and not region:
            ax.plot([100 * (1 - truth.get(name, np.nan)) for name in types], range(len(types)), "x", color=INK, ms=5.5)
        ax.set_yticks(range(len(types)), [short[name] for name in types])
        ax.set_ylim(max(len(types), 3) - 0.4, -0.6)
    axes[0].set_xlim(0, min(100.0, 1.05 * float(frame[["percent", "high"]].max(axis=None))))
    for ax in axes[max(len(axes) - ACROSS, 0) :]:
        ax.set_xlabel("wrong [%]", fontsize=8)
    return figure


def _dots(axes: Axes, rows: pd.DataFrame, colour: str) -> None:
    places = np.arange(len(rows))
    axes.hlines(places, rows["low"], rows["high"], colors=colour, linewidth=1.5, alpha=0.5)
    axes.plot(rows["percent"], places, "o", color=colour, ms=4.6, zorder=3)
    for place, number in enumerate(rows["answered"]):
        text = "" if np.isnan(number) else count(number)
        axes.text(1.01, place, text, transform=axes.get_yaxis_transform(), fontsize=SIZE, va="center", color=FAINT)
    axes.tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
    axes.tick_params(axis="x", labelsize=SIZE)
    axes.grid(axis="y", visible=False)
