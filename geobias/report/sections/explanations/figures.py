"""Words of a pair by three methods, and the excess that is left without some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from geobias.report.groups import Groups
from geobias.report.sections.explanations.rows import CALLED, Pair, leading
from geobias.report.style import FAINT, INK, new_figure, panels, say_nothing_measured, styled
from geobias.tables import DIFFERENT, EXPLAINING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

AXES = {"log-odds": "log-odds, {a} over {b}", "transport": "part of the excess", "axis": "standard deviations"}
_ROW, _BARS = 0.24, 0.42  # inches
_WIDEST = 3.0  # times the largest value that an interval may reach in a panel


@styled
def word_figure(found: Pair, groups: Groups) -> Figure:
    """A panel per method: its first words, each with its interval; filled where the word was found."""
    a, b = found.groups
    frames = {method: leading(found.of(method), method) for method in EXPLAINING}
    height = _ROW * max(max(map(len, frames.values())), 4) + 1.2
    alt = f"Words that make {a} and {b} differ, by three methods, with intervals."
    figure, axes = panels(len(frames), len(frames), height, alt)
    for ax, (method, rows) in zip(axes, frames.items(), strict=True):
        ax.set_title(CALLED[method])
        _draw(ax, rows.iloc[::-1], groups)
        ax.set_xlabel(AXES[method].format(a=a, b=b), fontsize=8)
    _legend(axes[0], groups, found.groups)
    return figure


def _draw(axes: Axes, rows: pd.DataFrame, groups: Groups) -> None:
    if rows.empty:
        say_nothing_measured(axes)
        return
    axes.axvline(0, color=FAINT, linewidth=0.9, zorder=1)
    for place, row in enumerate(rows.to_dict("records")):
        colour = groups.look(row["said_more_by"]).colour if row["said_more_by"] else FAINT
        face = colour if row["verdict"] == DIFFERENT else "white"
        axes.hlines(place, row["low"], row["high"], color=colour, linewidth=1.4, alpha=0.45, zorder=2)
        axes.plot(row["value"], place, "o", ms=4.6, mfc=face, mec=colour, mew=1.1, zorder=3)
    reach = _WIDEST * rows["value"].abs().max()
    low, high = max(float(rows["low"].min()), -reach), min(float(rows["high"].max()), reach)
    if np.isfinite([low, high]).all() and high > low:
        axes.set_xlim(low - 0.05 * (high - low), high + 0.05 * (high - low))
    axes.set_yticks(range(len(rows)), rows["word"].astype(str))
    axes.tick_params(axis="y", labelsize=8, length=0)
    axes.locator_params(axis="x", nbins=5)
    axes.set_ylim(-0.8, len(rows) - 0.2)


def _legend(axes: Axes, groups: Groups, pair: tuple[str, str]) -> None:
    """Above the title, so that it covers no word."""
    from matplotlib.lines import Line2D

    short, marks = groups.short(16), []
    for name in pair:
        said = f"{short.get(name, name)} says it more"
        marks.append(Line2D([], [], marker="o", linestyle="", color=groups.look(name).colour, label=said))
    axes.legend(handles=marks, loc="lower left", bbox_to_anchor=(0, 1.07), ncols=2, borderaxespad=0, fontsize=8)


@styled
def masked_figure(found: Pair) -> Figure:
    """A bar per set of masked words: the excess that is left, with its interval; above them that with all words."""
    rows = found.masked[found.masked["n_words"] > 0].to_dict("records")
    names = ["all words", *(f"without {row['n_words']:.0f} {row['masked']}" for row in rows)]
    whole = found.whole("transport")
    values = [float(whole["whole"]), *(float(row["value"]) for row in rows)]
    ends = [(whole["low"], whole["high"]), *((row["low"], row["high"]) for row in rows)]
    alt = f"Excess of {found.label} with all words, and with some masked."
    figure = new_figure(6.4, _BARS * len(names) + 0.9, alt)
    axes = figure.subplots()
    places = np.arange(len(names))[::-1]
    axes.axvline(0, color=FAINT, linewidth=0.9, zorder=1)
    axes.barh(places, values, height=0.6, color="#C9D6E3", linewidth=0, zorder=2)
    for place, (low, high) in zip(places, ends, strict=True):
        axes.hlines(place, low, high, color=INK, linewidth=1.4, zorder=3)
    axes.set_yticks(places, names)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("excess over the noise floor")
    return figure
