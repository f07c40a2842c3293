"""Differences in alignment as a forest, and what of each group's alignment is its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from geobias.report.annotator_lines import SIZE, draw_estimates, limits_of, lines_height, lines_of, name_lines
from geobias.report.coefficients import WORDS, in_figure, names_in_order, short_names, spaced
from geobias.report.lettering import shorten
from geobias.report.phrases import plural
from geobias.report.style import ACCENT, FAINT, INK, WARNING, WIDTH, new_figure, panels, styled
from geobias.report.verdicts import sign_of
from geobias.tables import DIFFERENT

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MOST = 30  # differences that the forest shows: the clearest
LINE = 0.2
FAR = 1.5  # differences of coefficients beyond which the axis of the forest does not reach


@styled
def difference_forest(rows: pd.DataFrame) -> Figure:
    """The clearest differences with intervals; a tick where so many annotators would have found one in 80 %.

    rows : of `deciding_rows`.
    """
    shown = rows[:MOST]
    short, key = short_names([*shown["group_a"], *shown["group_b"]], 20)
    titles, source_key = short_names(names_in_order(shown, "source"), 14, "S")
    alt = (
        f"The {plural(len(shown), 'clearest difference', 'clearest differences')} of {len(rows)} in alignment between "
        "two groups of annotators with one source, with intervals, beside the smallest difference that would have been "
        f"found, and the sign of each verdict. The numbers are in the table.{in_figure(key, source_key)}"
    )
    figure = new_figure(WIDTH, LINE * max(len(shown), 4) + 0.9, alt)
    axes = figure.subplots()
    ends = shown[["low", "high", "detectable"]].clip(-FAR, FAR)
    low, high = min(0.0, ends.min(axis=None)), ends.max(axis=None)
    axes.set_xlim(low - 0.03 * (high - low), high + 0.03 * (high - low))
    axes.axvline(0, color=FAINT, linewidth=0.9, zorder=1)
    places = np.arange(len(shown))
    clear = (shown["verdict"] == DIFFERENT).to_numpy()
    axes.hlines(places, shown["low"], shown["high"], colors=ACCENT, linewidth=1.5, alpha=0.5, zorder=2)
    for which, face in ((clear, ACCENT), (~clear, "white")):
        axes.plot(shown["difference"][which], places[which], "o", ms=4.2, mfc=face, mec=ACCENT, mew=1, zorder=4)
    axes.plot(shown["detectable"], places, "|", color=WARNING, ms=7, mew=1.4, zorder=3)
    names = [
        f"{titles[source]}:  {short[a]} over {short[b]}"
        for source, a, b in zip(shown["source"], shown["group_a"], shown["group_b"], strict=True)
    ]
    axes.set_yticks(places, names)
    axes.tick_params(axis="y", labelsize=SIZE, length=0)
    axes.tick_params(axis="x", labelsize=SIZE)
    axes.grid(axis="y", visible=False)
    axes.set_ylim(max(len(shown), 4) - 0.4, -0.6)
    for place, (word, attribute) in enumerate(zip(shown["verdict"], shown["attribute"], strict=True)):
        text = f"{sign_of(str(word)) or ' '}   {shorten(spaced(str(attribute)), 20)}"
        axes.text(1.01, place, text, transform=axes.get_yaxis_transform(), fontsize=SIZE, va="center", color=INK)
    axes.set_xlabel(f"difference in {WORDS[str(rows['statistic'].iloc[0])]}", fontsize=8)
    return figure


@styled
def own_part_dots(frame: pd.DataFrame) -> Figure:
    """A panel a source: every group's coefficient less the mean one of the other groups, with its interval."""
    frame = frame[frame["own"].notna()]
    sources = names_in_order(frame, "source")
    short, key = short_names(frame["group"], 20)
    titles, source_key = short_names(sources, 30, "S")
    lines = {name: lines_of(frame[frame["source"] == name], "own", short, "n_annotators") for name in sources}
    alt = (
        f"For {plural(len(sources), 'source')}, what of each group's alignment is its own, with intervals. The numbers "
        f"are in the table.{in_figure(key, source_key)}"
    )
    figure, axes = panels(len(sources), 3, lines_height([*lines.values()]), alt)
    limits = limits_of(frame, ["own"], ["low", "high"], [0.0])
    longest = max(map(len, lines.values()))
    for ax, name in zip(axes, sources, strict=True):
        ax.set(title=titles[name], xlim=limits)
        ax.axvline(0, color=FAINT, linewidth=0.9, zorder=1)
        draw_estimates(
            ax, lines[name], ("own", "low", "high"), hollow=np.array([_holds_zero(line.row) for line in lines[name]])
        )
        name_lines(ax, lines[name], longest)
        ax.locator_params(axis="x", nbins=5)
        ax.set_xlabel("own part", fontsize=8)
    return figure


def _holds_zero(row: Mapping[str, Any]) -> bool:
    return bool(row) and row["low"] <= 0 <= row["high"]
