"""Who answered, as bars: groups of every attribute, and the way of the rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from geobias.report.annotator_lines import Line, column, in_columns, lines_height, lines_of, name_lines
from geobias.report.coefficients import in_figure, short_names
from geobias.report.lettering import shorten
from geobias.report.phrases import count, plural
from geobias.report.style import ACCENT, FAINT, WARNING, WIDTH, new_figure, panels, styled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FEW = 10  # lines that are left in one column
TONES = {"read": FAINT, "dropped": WARNING, "repaired": ACCENT, "flagged": "#C9932B", "kept": ACCENT}


@styled
def annotator_bars(frame: pd.DataFrame) -> Figure:
    """A bar a group: its annotators, and the items that they answered; groups too small to be told have no number."""
    groups = frame[frame["group"] != ""]
    short, key = short_names(groups["group"], 22)
    lines = lines_of(groups, "n_annotators", short)
    parts = in_columns(lines, max(1, min(3, len(lines) // FEW)))
    alt = (
        f"Numbers of annotators of {plural(len(groups), 'group')}, of which {count((~groups['told']).sum())} are too "
        f"small to be told.{in_figure(key)}"
    )
    figure, axes = panels(len(parts), 3, lines_height(parts), alt, WIDTH if len(parts) > 1 else WIDTH * 0.7)
    most = float(groups["n_annotators"].where(groups["told"], 0).max()) or 1.0
    for ax, part in zip(axes, parts, strict=True):
        _bars(ax, part, most)
        name_lines(ax, part, max(map(len, parts)))
        ax.locator_params(axis="x", nbins=4, integer=True)
        ax.set_xlabel("annotators", fontsize=8)
    return figure


def _bars(axes: Axes, lines: Sequence[Line], most: float) -> None:
    told = np.array([bool(line.row.get("told")) for line in lines])
    sizes = np.where(told, np.nan_to_num(column(lines, "n_annotators")), 0)  # a bar would tell the number
    axes.barh(range(len(lines)), sizes, height=0.68, color=ACCENT)
    for place, line in enumerate(lines):
        if line.row:
            text = f"{count(sizes[place])}  ({count(line.row['n_items'])})" if told[place] else line.row["note"]
            axes.text(
                sizes[place] + 0.015 * most, place, text, va="center", fontsize=7, in_layout=False,
                color=FAINT, bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip
    axes.set_xlim(0, 1.42 * most)


@styled
def way_bars(frame: pd.DataFrame) -> Figure:
    """A bar a count of `way`, from the rows that were read to the judgements that were kept."""
    texts = [shorten(reason.replace("_", " "), 44) for reason in frame["reason"]]
    names = [f"{event}: {text}" for event, text in zip(frame["event"], texts, strict=True)]
    alt = f"{plural(len(frame), 'count')} of rows and judgements: " + ", ".join(
        f"{name} {count(value)}" for name, value in zip(names, frame["count"], strict=True)
    )
    figure = new_figure(WIDTH * 0.8, 0.27 * len(frame) + 0.7, f"{alt}.")
    axes = figure.subplots()
    bars = axes.barh(range(len(frame)), frame["count"], height=0.7, color=[TONES.get(e, FAINT) for e in frame["event"]])
    axes.bar_label(bars, [count(value) for value in frame["count"]], padding=3, fontsize=8)
    axes.set_yticks(range(len(frame)), names)
    axes.set_ylim(len(frame) - 0.4, -0.6)
    axes.tick_params(axis="y", labelsize=8, length=0)
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.1)
    axes.set_xlabel("rows or judgements", fontsize=8)
    return figure
