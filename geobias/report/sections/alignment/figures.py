"""Alignment as pictures: every group with every source as dots with intervals, and as a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import (
    Line,
    column,
    draw_estimates,
    limits_of,
    lines_height,
    lines_of,
    name_lines,
)
from geobias.report.coefficients import WORDS, R, in_figure, names_in_order, short_names
from geobias.report.phrases import plural
from geobias.report.sections.alignment.rows import told
from geobias.report.style import ACCENT, FAINT, GRID, INK, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACROSS = 3  # panels side by side
SHIFT = 0.17  # of r above a line and of the deciding coefficient below it
LATER = "#B0651F"


@styled
def alignment_dots(frame: pd.DataFrame, truth: Mapping[tuple[str, str], float]) -> Figure:
    """A panel a source: r of every group with its interval, below it the coefficient that decides, crosses for truths.

    r is hollow where the other has no value: the group's answers are too few or too noisy for it.
    """
    frame = frame[frame["r"].notna()]
    decides, sources = frame.attrs["decides"], names_in_order(frame, "source")
    short, key = short_names(frame["group"], 20)
    titles, source_key = short_names(sources, 30, "S")
    lines = {name: lines_of(frame[frame["source"] == name], "r", short, "n_annotators") for name in sources}
    alt = (
        f"For {plural(len(sources), 'source')}, r with the mean answers of {plural(_groups(frame), 'group')} of "
        f"annotators as dots with intervals, ranked within each attribute{_and(decides)}. The numbers are in the "
        f"tables.{in_figure(key, source_key)}"
    )
    figure, axes = panels(len(sources), ACROSS, lines_height([*lines.values()]) + 0.35, alt)
    limits = limits_of(frame, ["r", "value"], ["r_low", "r_high", "low", "high"], truth.values())
    longest = max(map(len, lines.values()))
    for ax, name in zip(axes, sources, strict=True):
        ax.set(title=titles[name], xlim=limits)
        _dots(ax, lines[name], decides, [truth.get((name, line.row.get("group", "")), np.nan) for line in lines[name]])
        name_lines(ax, lines[name], longest)
    _legend(axes[0], decides, bool(truth))
    return figure


def _and(decides: str) -> str:
    return "" if decides == R else f", with {WORDS[decides]} below"


def _groups(frame: pd.DataFrame) -> int:
    return len(told(frame)[["attribute", "group"]].drop_duplicates())


def _dots(axes: Axes, lines: Sequence[Line], decides: str, truths: Sequence[float]) -> None:
    for place, line in enumerate(lines):
        if line.heading:
            axes.axhline(place - 0.55, color=GRID, linewidth=0.7, zorder=1)
    if axes.get_xlim()[0] < 0:
        axes.axvline(0, color=FAINT, linewidth=0.8, zorder=1)
    alone = decides == R
    hollow = np.isnan(column(lines, "value")) & (not alone)
    draw_estimates(axes, lines, ("r", "r_low", "r_high"), shift=0 if alone else -SHIFT, hollow=hollow)
    if not alone:
        draw_estimates(axes, lines, ("value", "low", "high"), shift=SHIFT, marker="D", colour=LATER)
    axes.plot(truths, range(len(lines)), "x", color=INK, ms=5, mew=1.1, zorder=5)
    axes.locator_params(axis="x", nbins=5)


def _legend(axes: Axes, decides: str, planted: bool) -> None:
    from matplotlib.lines import Line2D

    def mark(name: str, marker: str, colour: str, face: str) -> Line2D:
        return Line2D([], [], linestyle="", marker=marker, color=colour, mfc=face, ms=4.5, label=name)

    handles = [mark("r as published", "o", ACCENT, ACCENT)]
    if decides != R:
        handles.append(mark(WORDS[decides], "D", LATER, LATER))
        handles.append(mark(f"r where {WORDS[decides]} cannot be told", "o", ACCENT, "white"))
    if planted:
        handles.append(mark("planted", "x", INK, INK))
    axes.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(0, 0),
        borderaxespad=2.4,
        ncols=len(handles),
        handlelength=1,
        columnspacing=1.4,
        fontsize=8,
    ).set_in_layout(False)  # it reaches over the panels beside; room is made by the empty name of the axis
    axes.set_xlabel(" \n ", fontsize=8)
