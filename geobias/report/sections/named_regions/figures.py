"""Scores of regions that are named, a panel for each; and who is named in whose place, as a heat map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.cells import Cells, cell_matrix, colour_bar
from geobias.report.coefficients import in_figure, short_names
from geobias.report.phrases import plural
from geobias.report.style import ACCENT, INK, WARNING, WIDTH, new_figure, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

LINE = 0.32


@styled
def naming_dots(frame: pd.DataFrame, titles: Mapping[str, str], truth: Mapping[str, Mapping[str, float]]) -> Figure:
    """Every score a panel: a dot with its interval for each region, a tick where it would be without bias.

    frame : rows of the table `region_bias` that are of regions. titles : score -> its title. truth : score -> region ->
    what was planted, which stands as a cross.
    """
    regions = list(dict.fromkeys(frame["region"]))
    short, key = short_names(regions, 22)
    shown = [name for name in titles if name in set(frame["score"])]
    alt = (
        f"{plural(len(shown), 'score')} of {plural(len(regions), 'region')} as dots with intervals, beside what they "
        f"would be without bias. The numbers are in the table.{in_figure(key)}"
    )
    figure, axes = panels(len(shown), 3, LINE * max(len(regions), 3) + 1.0, alt, sharey=True)
    places = np.arange(len(regions))
    for ax, score in zip(axes, shown, strict=True):
        rows = frame[frame["score"] == score].set_index("region").reindex(regions)
        ax.hlines(places, rows["low"], rows["high"], colors=ACCENT, linewidth=1.6, alpha=0.6)
        ax.plot(rows["value"], places, "o", color=ACCENT, ms=5, zorder=3)
        ax.plot(rows["expected"], places, "|", color=WARNING, ms=11, mew=1.6, zorder=2)
        planted = truth.get(score, {})
        if planted:
            ax.plot([planted.get(name, np.nan) for name in regions], places, "x", color=INK, ms=5.5, zorder=4)
        ax.set_title(titles[score], fontsize=8.5)
        ax.set_xlabel("%", fontsize=8)
        ax.set_xlim(left=0)
        ax.grid(axis="y", visible=False)
        ax.tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
    axes[0].set_yticks(places, [short[name] for name in regions])
    axes[0].set_ylim(len(regions) - 0.4, -0.6)
    return figure


@styled
def naming_map(frame: pd.DataFrame) -> Figure:
    """Percent of answers about a region's statements (rows) that name another (columns) and not their own."""
    regions = list(dict.fromkeys([*frame["region"], *frame["named"]]))
    found = {(row["region"], row["named"]): row["percent"] for row in frame.to_dict("records")}
    values = np.array([[found.get((own, other), np.nan) for other in regions] for own in regions])
    texts = [["" if np.isnan(value) else f"{value:.0f}" for value in line] for line in values]
    short, key = short_names(regions, 16)
    alt = (
        f"Heat map of {plural(len(regions), 'region')}: how often another is named in a region's place. The numbers "
        f"are in the table.{in_figure(key)}"
    )
    figure = new_figure(min(WIDTH, 0.95 * len(regions) + 3.2), 0.4 * len(regions) + 1.5, alt)
    axes = figure.subplots()
    names = [short[name] for name in regions]
    most = float(np.nanmax(values)) if np.isfinite(values).any() else 1.0
    cells = cell_matrix(axes, Cells(values, texts, names, names), colours="Blues", limits=(0.0, most), turn=30)
    axes.set_ylabel("about", fontsize=8)
    axes.set_xlabel("named in its place", fontsize=8)
    colour_bar(axes, cells)
    return figure
