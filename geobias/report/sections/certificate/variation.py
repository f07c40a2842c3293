"""What answers vary by, and which design moves nations: shares as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import SIZE
from geobias.report.coefficients import in_figure, short_names
from geobias.report.phrases import count, plural
from geobias.report.sections.certificate.rows import DESIGN, NATION, NATION_DESIGN
from geobias.report.sides import design_name
from geobias.report.style import ACCENT, FAINT, INK, WIDTH, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN = 12  # designs that a figure shows: those that move most
LINE = 0.24  # inches
TONES = {NATION: ACCENT, DESIGN: "#B0651F", NATION_DESIGN: "#B4472E"}


@styled
def variation_bars(components: pd.DataFrame | None, effects: pd.DataFrame | None) -> Figure:
    """Left the components of the variance of one answer with intervals, right the share of each design.

    effects : of `effects_of`. One of the two may be None.
    """
    shown = None if effects is None else effects[:SHOWN]
    parts = [part for part in (components, shown) if part is not None]
    names = [] if shown is None else [design_name(name) for name in shown["design"]]
    short, key = short_names(names, 22, "D")
    alt = (
        "Shares of the variance of one answer by nation, demographic cell, design and their interactions, prompt and "
        f"answer, and the share of {plural(len(names), 'design')} in what designs do to single nations.{in_figure(key)}"
    )
    height = LINE * max(4, *map(len, parts)) + 0.95
    figure, axes = panels(len(parts), 2, height, alt, WIDTH if len(parts) > 1 else WIDTH * 0.7)
    longest = max(4, *map(len, parts))
    free = iter(axes)
    if components is not None:
        _components(ax := next(free), components)
        _finish(ax, components["component"].tolist(), longest, "share of the variance of one answer [%]")
    if shown is not None:
        _designs(ax := next(free), shown)
        _finish(ax, [short[name] for name in names], longest, "share of nation x design [%]")
    return figure


def _components(axes: Axes, frame: pd.DataFrame) -> None:
    places, share = np.arange(len(frame)), 100 * frame["share"].to_numpy(float)
    colours = [TONES.get(name, FAINT) for name in frame["component"]]
    axes.barh(places, np.nan_to_num(share), height=0.62, color=colours, alpha=0.75)
    axes.hlines(places, 100 * frame["share_low"], 100 * frame["share_high"], colors=INK, linewidth=1.1, zorder=3)
    for place in np.flatnonzero(np.isnan(share)).tolist():
        axes.text(1, place, "cannot be told", fontsize=SIZE, va="center", color=FAINT)
    axes.set_xlim(left=0)
    axes.set_title("What one answer varies by", fontsize=8.5)


def _designs(axes: Axes, frame: pd.DataFrame) -> None:
    places, share = np.arange(len(frame)), 100 * frame["share"].to_numpy(float)
    axes.barh(places, share, height=0.62, color="#B4472E", alpha=0.75)
    for place, row in enumerate(frame.to_dict("records")):
        turned = f"turns {count(row['flipped'])}" if row["flipped"] else "turns none"
        axes.text(share[place] + 0.02 * share.max(), place, turned, fontsize=SIZE, va="center", color=FAINT)
    axes.set_xlim(0, 1.25 * float(share.max()) or 1.0)
    axes.set_title("Which design moves single nations", fontsize=8.5)


def _finish(axes: Axes, names: list[str], longest: int, label: str) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", labelsize=SIZE + 0.5, length=0)
    axes.tick_params(axis="x", labelsize=SIZE)
    axes.grid(axis="y", visible=False)
    axes.set_ylim(longest - 0.4, -0.6)
    axes.set_xlabel(label, fontsize=8)
