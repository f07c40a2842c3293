"""Agreement of annotators as pictures: alpha by group, and what answers vary by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import (
    draw_estimates,
    in_columns,
    limits_of,
    lines_height,
    lines_of,
    name_lines,
)
from geobias.report.coefficients import in_figure, names_in_order, short_names, spaced
from geobias.report.phrases import plural
from geobias.report.style import ACCENT, FAINT, INK, WIDTH, new_figure, panels, styled
from geobias.tables import COMPONENTS, OWN_SHARE

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FEW = 12  # lines that are left in one column
TONES = dict(zip(COMPONENTS, ("#2B5C8A", "#C9932B", "#B4472E", "#8FA9C4", "#DCE1E7"), strict=True))


@styled
def alpha_dots(frame: pd.DataFrame) -> Figure:
    """Krippendorff's alpha of every group with its interval, best first within each attribute.

    frame : rows with a value of the statistic alpha.
    """
    short, key = short_names(frame["group"], 20)
    lines = lines_of(frame, "value", short, "n_annotators")
    parts = in_columns(lines, max(1, min(3, len(lines) // FEW)))
    alt = f"Krippendorff's alpha of {plural(len(frame), 'group')} of annotators with intervals.{in_figure(key)}"
    width = WIDTH if len(parts) > 1 else WIDTH * 0.7
    figure, axes = panels(len(parts), 3, lines_height(parts), alt, width)
    limits = limits_of(frame, ["value"], ["low", "high"])
    for ax, part in zip(axes, parts, strict=True):
        ax.set_xlim(limits)
        if limits[0] < 0:
            ax.axvline(0, color=FAINT, linewidth=0.8, zorder=1)
        draw_estimates(ax, part, ("value", "low", "high"))
        name_lines(ax, part, max(map(len, parts)))
        ax.locator_params(axis="x", nbins=5 if len(parts) > 1 else 10)
        ax.set_xlabel("Krippendorff's alpha", fontsize=8)
    return figure


@styled
def component_bars(frame: pd.DataFrame) -> Figure:
    """A bar an attribute: shares of the components of variance; right the share of groups' own opinions."""
    attributes = names_in_order(frame[frame["value"].notna()], "attribute")
    short, key = short_names([spaced(name) for name in attributes], 24, "A")
    alt = (
        "What answers vary by, and the share of groups' own opinions, for "
        f"{plural(len(attributes), 'attribute')}.{in_figure(key)}"
    )
    figure = new_figure(WIDTH, 0.34 * max(len(attributes), 2) + 1.3, alt)
    left, right = figure.subplots(1, 2, width_ratios=(2, 1), sharey=True)
    values = frame.set_index(["attribute", "component"])
    _bars(left, values, attributes)
    own = [values.loc[name, OWN_SHARE] for name in attributes]
    ends = np.array([[row["low"], row["high"]] for row in own], dtype=float)
    right.hlines(range(len(own)), ends[:, 0], ends[:, 1], colors=ACCENT, linewidth=1.5, alpha=0.5)
    right.plot([row["value"] for row in own], range(len(own)), "o", ms=4.5, color=ACCENT)
    right.axvline(0, color=FAINT, linewidth=0.9, zorder=1)
    right.set_title("own share of opinions", fontsize=8.5)
    right.tick_params(axis="y", labelleft=False, length=0)
    left.set_yticks(range(len(attributes)), [short[spaced(name)] for name in attributes])
    left.set_ylim(len(attributes) - 0.5, -0.5)
    for ax in (left, right):
        ax.grid(axis="y", visible=False)
    return figure


def _bars(axes: Axes, values: pd.DataFrame, attributes: list[str]) -> None:
    """Components below 0, which an unbiased estimate may be, are drawn as none."""
    start = np.zeros(len(attributes))
    parts = {name: np.array([float(values.loc[(a, name), "value"]) for a in attributes]) for name in COMPONENTS}
    total = sum(np.clip(np.nan_to_num(part), 0, None) for part in parts.values())
    for name, part in parts.items():
        width = 100 * np.clip(np.nan_to_num(part), 0, None) / total
        axes.barh(range(len(attributes)), width, left=start, color=TONES[name], height=0.66, label=name)
        for place, (wide, left) in enumerate(zip(width, start, strict=True)):
            if wide >= 6:
                ink = "white" if name in (COMPONENTS[0], COMPONENTS[2]) else INK
                axes.text(left + wide / 2, place, f"{wide:.0f}", ha="center", va="center", fontsize=7.5, color=ink)
        start += width
    axes.set(xlim=(0, 100))
    axes.set_xlabel("share of the variance of answers [%]", fontsize=8)
    axes.tick_params(axis="y", length=0)
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1), ncols=len(COMPONENTS), borderaxespad=0.2, fontsize=8, handlelength=1,
        columnspacing=1.2,
    )  # fmt: skip
