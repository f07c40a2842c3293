"""Real attributes on the cloud of relabelled ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.coefficients import in_figure, names_in_order, short_names, spaced
from geobias.report.estimates import chance
from geobias.report.phrases import plural
from geobias.report.style import ACCENT, INK, WARNING, WIDTH, new_figure, styled
from geobias.tables import PARITY, REAL, RELABELLED

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GREY = "#8A8A8A"
SPREAD = 0.24  # of a cloud around its line


@styled
def placebo_figure(frame: pd.DataFrame) -> Figure:
    """A line an attribute: the largest standardised difference of the real groups, on those of relabelled ones.

    The parity of the annotator's place, which is no attribute, stands last.
    """
    attributes = names_in_order(frame, "attribute")
    short, key = short_names([spaced(name) for name in attributes], 26, "A")
    parity = frame[frame["kind"] == PARITY]
    names = [short[spaced(name)] for name in attributes] + ["even or odd place"] * bool(len(parity))
    alt = (
        f"The largest difference in alignment of {plural(len(attributes), 'attribute')}, in standard errors, on the "
        f"cloud of those of relabelled annotators. The numbers are in the table.{in_figure(key)}"
    )
    figure = new_figure(WIDTH * 0.85, 0.36 * max(len(names), 3) + 0.8, alt)
    axes = figure.subplots()
    for place, name in enumerate(attributes):
        _line(axes, place, frame[frame["attribute"] == name])
    if len(parity):
        axes.plot(parity["standardised"], [len(attributes)] * len(parity), "s", ms=6, color=WARNING, zorder=4)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(max(len(names), 3) - 0.4, -0.6)
    axes.set_xlim(left=0)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("largest difference of two groups, in standard errors", fontsize=8)
    return figure


def _line(axes: Axes, place: int, part: pd.DataFrame) -> None:
    cloud = part.loc[part["kind"] == RELABELLED, "standardised"].dropna().sort_values().to_numpy(float)
    # Neighbours in size stand at three heights in turn, so that the same table draws the same picture.
    heights = place + SPREAD * np.array([0.0, -1.0, 1.0])[np.arange(len(cloud)) % 3]
    axes.plot(cloud, heights, "o", ms=3, color=GREY, alpha=0.55, mec="none", zorder=2)
    for row in part[part["kind"] == REAL].to_dict("records"):
        if np.isnan(row["standardised"]):
            axes.text(0.02, place, row["note"] or "not measured", fontsize=7.5, va="center", color=GREY)
            continue
        axes.plot(row["standardised"], place, "o", ms=7, color=ACCENT, zorder=4)
        axes.text(
            1.01, place, chance(row["pvalue"]), transform=axes.get_yaxis_transform(), fontsize=8, va="center", color=INK
        )
