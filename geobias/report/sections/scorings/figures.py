"""The ablation: RMSE, slope and R2 of every nation by each scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.coefficients import in_figure, names_in_order, short_names
from geobias.report.phrases import plural
from geobias.report.style import FAINT, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MEASURES = {"rmse": "RMSE", "slope": "slope", "r2": "R²"}
LOOKS = (("#2B5C8A", "o"), ("#B0651F", "D"), ("#228833", "s"))
APART = 0.22  # of two scorings, in lines


@styled
def scoring_dots(fits: pd.DataFrame) -> Figure:
    """Nations in rows, all together below; a mark with its interval a scoring."""
    scorings = names_in_order(fits, "scoring")
    order = fits[fits["scoring"] == scorings[0]].sort_values("rmse", kind="stable")["nation"]
    nations = [*(name for name in order if name), *[""] * ("" in set(order))]
    places = {name: place for place, name in enumerate(nations)}
    short, key = short_names([name for name in nations if name], 20)
    alt = (
        f"RMSE, slope and R2 of {plural(len(nations), 'nation')} by {plural(len(scorings), 'scoring')}: "
        f"{', '.join(scorings)}. The numbers are in the table.{in_figure(key)}"
    )
    figure, axes = panels(3, 3, 0.32 * max(len(nations), 3) + 0.95, alt, sharey=True)
    for ax, (name, label) in zip(axes, MEASURES.items(), strict=True):
        for number, scoring in enumerate(scorings):
            colour, marker = LOOKS[number % len(LOOKS)]
            part = fits[(fits["scoring"] == scoring) & fits["nation"].isin(places)]
            at = np.array([places[nation] for nation in part["nation"]]) + APART * (number - (len(scorings) - 1) / 2)
            ax.hlines(at, part[f"{name}_low"], part[f"{name}_high"], colors=colour, linewidth=1.2, alpha=0.5)
            ax.plot(part[name], at, marker, ms=4, color=colour, label=scoring, zorder=3)
        ax.set_xlabel(label, fontsize=8)
        ax.tick_params(axis="x", labelsize=SIZE)
        ax.grid(axis="y", visible=False)
        ax.locator_params(axis="x", nbins=5)
    axes[0].set_xlim(left=0)
    axes[1].axvline(0, color=FAINT, linewidth=0.8, zorder=1)
    axes[0].set_yticks(range(len(nations)), [short.get(name, "all") for name in nations])
    axes[0].tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
    axes[0].set_ylim(max(len(nations), 3) - 0.4, -0.6)
    axes[2].legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), fontsize=8)
    return figure
